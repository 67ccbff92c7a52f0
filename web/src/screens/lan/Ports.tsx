import { Button, NumberInput } from '@mantine/core'
import { control } from '@trunkline/contract/resources/control'
import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { IconBolt, IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { DeviceFront } from './device-front.tsx'
import { DevicePage } from './device-page.tsx'
import { powerOf } from './front.ts'
import classes from './lan.module.css'
import { PauseButton } from './pause-button.tsx'
import { PortFacts } from './port-facts.tsx'
import { PortTable } from './port-table.tsx'
import { useDevice } from './use-device.ts'
import { usePause } from './use-pause.ts'

/** Seconds without power that most devices need to notice it. */
const usualSeconds = 5

/** The ports of one router or switch, drawn as its front and told as a table. */
export default function Ports() {
  const { t } = useTranslation()
  const of = useDevice()
  const { hardwareId } = of
  const pause = usePause()
  const every = useWatch(of.ready ? of.hardwareId : undefined)
  const question = useQuestion()
  const [chosen, setChosen] = useState<string>()
  const ports = useReading(
    control.ports,
    { params: { id: hardwareId } },
    { enabled: of.ready, every: pause.paused ? undefined : every },
  )
  const cycle = useDeviceCommand(control.powerCycle, { hardwareId })
  const [cycled, setCycled] = useState<string>()
  const rows = ports.rows
  const shown = rows?.find((port) => port.id === chosen)

  const askCycle = (port: EthernetPort) => {
    let seconds = usualSeconds
    question.ask({
      title: t('lan:ports.cycleTitle', { name: port.name }),
      text: (
        <div className={classes.stack}>
          <p className={classes.plain}>
            {port.comment
              ? t('lan:ports.cycleTextOf', { name: port.name, comment: port.comment })
              : t('lan:ports.cycleText', { name: port.name })}
          </p>
          <NumberInput
            label={t('lan:ports.seconds')}
            defaultValue={usualSeconds}
            min={1}
            max={60}
            maw={160}
            allowDecimal={false}
            hideControls
            onChange={(value) => {
              seconds = typeof value === 'number' ? value : usualSeconds
            }}
          />
        </div>
      ),
      confirmLabel: t('lan:ports.cycle'),
      tone: 'danger',
      run: () => {
        setCycled(port.id)
        return cycle.ask({ params: { id: hardwareId }, body: { id: port.id, seconds } })
      },
      done: t('lan:asked'),
    })
  }
  const cycleButton = (port: EthernetPort) =>
    powerOf(port) !== undefined && powerOf(port) !== 'off' && of.may(control.powerCycle) ? (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconBolt size={16} aria-hidden="true" />}
        aria-label={t('lan:ports.cycleOf', { name: port.name })}
        onClick={() => askCycle(port)}
      >
        {t('lan:ports.cycle')}
      </Button>
    ) : null
  const end = <CommandEnd of={cycle.command} onClose={cycle.clear} />

  return (
    <DevicePage of={of} title={t('lan:title.ports')}>
      {() =>
        ports.error ? (
          <ErrorNotice error={ports.error} retry={ports.read} />
        ) : (
          <div className={classes.stack}>
            <div className={classes.bar}>
              <Freshness readAt={ports.readAt} readingError={ports.readingError} reading={false} onRead={ports.read} />
              <PauseButton of={pause} />
            </div>
            {!rows ? (
              <Card>
                {ports.readingError ? (
                  <EmptyState title={t('lan:neverRead')} />
                ) : (
                  <TableSkeleton rows={4} columns={5} rowHeight={44} />
                )}
              </Card>
            ) : rows.length === 0 ? (
              <Card>
                <EmptyState icon={<IconPlug size={20} />} title={t('lan:ports.none')} text={t('lan:ports.noneText')} />
              </Card>
            ) : (
              <>
                <Card title={t('lan:ports.front')}>
                  <DeviceFront
                    ports={rows}
                    chosen={chosen}
                    onChoose={setChosen}
                    stale={ports.readingError !== undefined}
                  />
                  {shown ? (
                    <PortFacts of={shown} actions={cycleButton(shown)} />
                  ) : (
                    <p className={classes.hint}>{t('lan:ports.choose')}</p>
                  )}
                  {cycled === chosen && chosen !== undefined ? end : null}
                </Card>
                {cycled !== chosen ? end : null}
                <Card title={t('lan:ports.table')}>
                  <PortTable rows={rows} actions={cycleButton} selected={chosen} />
                </Card>
              </>
            )}
            {question.dialog}
          </div>
        )
      }
    </DevicePage>
  )
}

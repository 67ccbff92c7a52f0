import { Button, NumberInput, Text } from '@mantine/core'
import { control } from '@trunkline/contract/resources/control'
import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { IconBolt, IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { useQuestion } from '../../ui/question.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { FrontPanel } from './front-panel.tsx'
import classes from './lan.module.css'
import { usePause } from './pause-button.tsx'
import { PortFacts } from './port-facts.tsx'
import { usePortLabels } from './port-labels.ts'
import { PortTable } from './port-table.tsx'
import { powerOf } from './ports.ts'
import { ReadingPage, ReadRows } from './reading-page.tsx'
import type { Column } from './row-table.tsx'
import { useDeviceReading, useReadingInterval } from './use-device-reading.ts'
import { useDevice } from './use-device.ts'
import { Value } from './value.tsx'

/** Seconds without power until most devices restart. */
const DEFAULT_SECONDS = 5

const bridgeOf = ({ bridge, pvid }: EthernetPort) => (bridge === null || pvid === null ? bridge : `${bridge} (${pvid})`)

/** The ports of one router or switch: its front panel and a table. */
export default function Ports() {
  const { t } = useTranslation()
  const of = useDevice()
  const { hardwareId } = of
  const { mediaLabel } = usePortLabels()
  const { paused, button } = usePause()
  const every = useReadingInterval(of, 'live')
  const question = useQuestion()
  const [selected, setSelected] = useState<string>()
  const ports = useDeviceReading(of, control.ports, paused ? undefined : every)
  const cycle = useDeviceCommand(control.powerCycle, { hardwareId })
  const [cycled, setCycled] = useState<string>()

  const confirmCycle = (port: EthernetPort) => {
    let seconds = DEFAULT_SECONDS
    question.confirm({
      title: t('lan:ports.cycleTitle', { name: port.name }),
      text: (
        <div className={layout.stack}>
          <Text>
            {port.comment
              ? t('lan:ports.cycleTextOf', { name: port.name, comment: port.comment })
              : t('lan:ports.cycleText', { name: port.name })}
          </Text>
          <NumberInput
            label={t('lan:ports.seconds')}
            defaultValue={DEFAULT_SECONDS}
            min={1}
            max={60}
            maw={160}
            allowDecimal={false}
            hideControls
            onChange={(value) => {
              seconds = typeof value === 'number' ? value : DEFAULT_SECONDS
            }}
          />
        </div>
      ),
      confirmLabel: t('lan:ports.cycle'),
      tone: 'danger',
      run: () => {
        setCycled(port.id)
        return cycle.enqueue({ params: { id: hardwareId }, body: { id: port.id, seconds } })
      },
      done: t('lan:sent'),
    })
  }
  const cycleButton = (port: EthernetPort) =>
    powerOf(port) !== undefined && powerOf(port) !== 'off' && of.may(control.powerCycle) ? (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconBolt size={16} aria-hidden="true" />}
        aria-label={t('lan:ports.cycleOf', { name: port.name })}
        onClick={() => confirmCycle(port)}
      >
        {t('lan:ports.cycle')}
      </Button>
    ) : null
  const result = <CommandEnd of={cycle.command} onClose={cycle.clear} />
  const extraColumns = (rows: readonly EthernetPort[]): Column<EthernetPort>[] => [
    { key: 'media', render: mediaLabel },
    ...(rows.some(({ bridge }) => bridge !== null)
      ? [{ key: 'bridge', render: (port: EthernetPort) => <Value of={bridgeOf(port)} /> }]
      : []),
  ]

  return (
    <ReadingPage of={of} reading={ports} control={button}>
      {() => (
        <>
          <ReadRows
            rows={ports.rows}
            unread={ports.readingError !== undefined}
            card
            empty={
              <EmptyState icon={<IconPlug size={20} />} title={t('lan:ports.empty')} text={t('lan:ports.emptyText')} />
            }
          >
            {(rows) => {
              const port = rows.find(({ id }) => id === selected)
              return (
                <>
                  <Card title={t('lan:ports.panel')}>
                    <FrontPanel
                      ports={rows}
                      selected={selected}
                      onSelect={setSelected}
                      stale={ports.readingError !== undefined}
                    />
                    {port ? (
                      <PortFacts of={port} actions={cycleButton(port)} />
                    ) : (
                      <p className={classes.hint}>{t('lan:ports.select')}</p>
                    )}
                    {cycled === selected && selected !== undefined ? result : null}
                  </Card>
                  {cycled !== selected ? result : null}
                  <Card title={t('lan:ports.table')}>
                    <PortTable
                      label={t('lan:ports.table')}
                      rows={rows}
                      extra={extraColumns(rows)}
                      actions={rows.some((one) => cycleButton(one) !== null) ? cycleButton : undefined}
                      selected={selected}
                    />
                  </Card>
                </>
              )
            }}
          </ReadRows>
          {question.dialog}
        </>
      )}
    </ReadingPage>
  )
}

import { control } from '@trunkline/contract/resources/control'
import type { CellInfo as Cell } from '@trunkline/contract/resources/control-shapes'
import { IconAntennaBarsOff } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList, type Fact } from '../../ui/fact-list.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { regional } from '../../ui/zone.ts'
import { Freshness } from '../devices/freshness.tsx'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { CellBands } from './cell-bands.tsx'
import { DevicePage } from './device-page.tsx'
import classes from './lan.module.css'
import { PauseButton } from './pause-button.tsx'
import { SignalMark } from './signal-mark.tsx'
import { SignalPlot } from './signal-plot.tsx'
import { SignalScale } from './signal-scale.tsx'
import { evaluated } from './signal.ts'
import { useDevice } from './use-device.ts'
import { usePause } from './use-pause.ts'

/** What the modems of a router receive: judged in words, on its scale, and over the last minutes. */
export default function CellInfo() {
  const { t } = useTranslation()
  const of = useDevice()
  const pause = usePause()
  const every = useWatch(of.ready ? of.hardwareId : undefined)
  const cells = useReading(
    control.cells,
    { params: { id: of.hardwareId } },
    { enabled: of.ready, every: pause.paused ? undefined : every },
  )
  return (
    <DevicePage of={of} title={t('lan:title.cells')}>
      {() =>
        cells.error ? (
          <ErrorNotice error={cells.error} retry={cells.read} />
        ) : (
          <div className={classes.stack}>
            <div className={classes.bar}>
              <Freshness readAt={cells.readAt} readingError={cells.readingError} reading={false} onRead={cells.read} />
              <PauseButton of={pause} />
            </div>
            {!cells.rows ? (
              <Card>{cells.readingError ? <EmptyState title={t('lan:neverRead')} /> : <DetailSkeleton />}</Card>
            ) : cells.rows.length === 0 ? (
              <Card>
                <EmptyState
                  icon={<IconAntennaBarsOff size={20} />}
                  title={t('lan:cells.none')}
                  text={t('lan:cells.noneText')}
                />
              </Card>
            ) : (
              cells.rows.map((cell) => (
                <Modem
                  key={cell.name}
                  of={cell}
                  readAt={cells.readAt}
                  paused={pause.paused}
                  many={cells.rows?.length}
                />
              ))
            )}
          </div>
        )
      }
    </DevicePage>
  )
}

function Modem({
  of,
  readAt,
  paused,
  many = 1,
}: {
  of: Cell
  readAt: string | undefined
  paused: boolean
  many?: number | undefined
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const figures = evaluated(of)
  const state = (value: string | null) =>
    value === null ? null : t(`lan:cells.status.${value.replaceAll(' ', '-')}`, { defaultValue: value })
  const copied = (value: string | null, what: string) =>
    value === null ? null : (
      <span className={classes.named}>
        {value} <CopyButton value={value} what={what} />
      </span>
    )
  const personal = (['imei', 'imsi', 'iccid', 'subscriber_number'] as const).filter((key) => of[key] !== null)
  const facts: Fact[] = [
    { label: t('lan:field.cellStatus'), value: state(of.status) },
    { label: t('lan:field.operator'), value: of.operator },
    {
      label: t('lan:field.roaming'),
      value: of.roaming === null ? null : t(of.roaming ? 'ui:yes' : 'ui:no'),
    },
    { label: t('lan:field.technology'), value: of.technology },
    { label: t('lan:field.registration'), value: state(of.registration) },
    {
      label: t('lan:field.session_seconds'),
      value: of.session_seconds === null ? null : durationText(of.session_seconds, language),
    },
    { label: t('lan:field.cell_id'), value: of.cell_id },
    { label: t('lan:field.enb_id'), value: of.enb_id },
    { label: t('lan:field.sector_id'), value: of.sector_id },
    { label: t('lan:field.physical_cell_id'), value: of.physical_cell_id },
    { label: t('lan:field.cqi'), value: of.cqi },
    { label: t('lan:field.modem'), value: of.modem },
    { label: t('lan:field.revision'), value: of.revision },
    ...personal.map((key) => ({ label: t(`lan:field.${key}`), value: copied(of[key], t(`lan:field.${key}`)) })),
  ].filter(({ value }) => value !== null && value !== '')
  return (
    <>
      <Card
        title={many > 1 ? t('lan:cells.signalOf', { name: of.name }) : t('lan:cells.signal')}
        actions={<SignalMark grade={of.disabled ? 'none' : of.grade} />}
      >
        <p className={classes.note}>{t(`lan:cells.meaning.${of.disabled ? 'disabled' : of.grade}`)}</p>
        <ul className={classes.scales}>
          {figures.map((one) => (
            <SignalScale key={one.key} of={one} />
          ))}
        </ul>
      </Card>
      <Card title={t('lan:cells.live')}>
        <SignalPlot of={of} readAt={readAt} paused={paused} />
      </Card>
      {of.bands.length > 0 ? <CellBands of={of} /> : null}
      <Card title={t('lan:cells.facts')}>
        <FactList facts={facts} />
        {personal.length === 0 ? <p className={classes.hint}>{t('lan:cells.hidden')}</p> : null}
      </Card>
    </>
  )
}

import { control } from '@trunkline/contract/resources/control'
import type { CellInfo as Cell } from '@trunkline/contract/resources/control-shapes'
import { IconAntennaBarsOff } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { regional } from '../../ui/zone.ts'
import { CellBands } from './cell-bands.tsx'
import { knownFacts } from './field-label.ts'
import classes from './lan.module.css'
import { usePause } from './pause-button.tsx'
import { ReadingPage, ReadRows } from './reading-page.tsx'
import { SignalMark } from './signal-mark.tsx'
import { SignalPlot } from './signal-plot.tsx'
import { SignalScale } from './signal-scale.tsx'
import { signalMetrics } from './signal.ts'
import { useDeviceReading, useReadingInterval } from './use-device-reading.ts'
import { useDevice } from './use-device.ts'

/** Visible to users who may edit the device. */
const personalKeys = ['imei', 'imsi', 'iccid', 'subscriber_number'] as const

/** Signal, connection and hardware of the modems of a router. */
export default function CellInfo() {
  const { t } = useTranslation()
  const of = useDevice()
  const { paused, button } = usePause()
  const every = useReadingInterval(of, 'live')
  const cells = useDeviceReading(of, control.cells, paused ? undefined : every)
  return (
    <ReadingPage of={of} reading={cells} control={button}>
      {() => (
        <ReadRows
          rows={cells.rows}
          unread={cells.readingError !== undefined}
          card
          skeleton={<DetailSkeleton />}
          empty={
            <EmptyState
              icon={<IconAntennaBarsOff size={20} />}
              title={t('lan:cells.empty')}
              text={t('lan:cells.emptyText')}
            />
          }
        >
          {(rows) =>
            rows.map((cell) => (
              <Modem
                key={cell.name}
                of={cell}
                title={rows.length > 1 ? t('lan:cells.signalOf', { name: cell.name }) : t('lan:cells.signal')}
                readAt={cells.readAt}
                paused={paused}
              />
            ))
          }
        </ReadRows>
      )}
    </ReadingPage>
  )
}

function Modem({
  of,
  title,
  readAt,
  paused,
}: {
  of: Cell
  title: string
  readAt: string | undefined
  paused: boolean
}) {
  const { t, i18n } = useTranslation()
  const grade = of.disabled ? 'disabled' : of.grade
  const state = (value: string | null) =>
    value === null ? null : t(`lan:cells.status.${value.replaceAll(' ', '-')}`, { defaultValue: value })
  const known = personalKeys.filter((key) => of[key] !== null)
  const copied = (key: (typeof personalKeys)[number]) => (
    <span className={classes.named}>
      {of[key]} <CopyButton value={of[key] ?? ''} what={t(`lan:field.${key}`)} />
    </span>
  )
  const { operator, technology, cell_id, enb_id, sector_id, physical_cell_id, cqi, modem, revision } = of
  const values = {
    cellStatus: state(of.status),
    operator,
    roaming: of.roaming === null ? null : t(of.roaming ? 'ui:yes' : 'ui:no'),
    technology,
    registration: state(of.registration),
    session_seconds: of.session_seconds === null ? null : durationText(of.session_seconds, regional(i18n.language)),
    cell_id,
    enb_id,
    sector_id,
    physical_cell_id,
    cqi,
    modem,
    revision,
    ...Object.fromEntries(known.map((key) => [key, copied(key)])),
  }
  return (
    <>
      <Card title={title} actions={<SignalMark grade={grade === 'disabled' ? 'none' : grade} />}>
        <p className={classes.note}>{t(`lan:cells.meaning.${grade}`)}</p>
        <ul className={classes.scales}>
          {signalMetrics(of).map((metric) => (
            <SignalScale key={metric.key} of={metric} />
          ))}
        </ul>
      </Card>
      <Card title={t('lan:cells.live')}>
        <SignalPlot of={of} readAt={readAt} paused={paused} />
      </Card>
      {of.bands.length > 0 ? <CellBands of={of} /> : null}
      <Card title={t('lan:cells.facts')}>
        <FactList facts={knownFacts(t, values)} />
        {known.length === 0 ? <p className={classes.hint}>{t('lan:cells.hidden')}</p> : null}
      </Card>
    </>
  )
}

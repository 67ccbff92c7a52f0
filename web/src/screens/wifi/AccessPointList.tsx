import { wifi } from '@trunkline/contract/resources/wifi'
import type { AccessPoint } from '@trunkline/contract/resources/wifi-shapes'
import { IconAccessPoint, IconAdjustments, IconPencil, IconPower } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { RowAction, StartedAction, StartedRow } from '../../list/list-types.ts'
import type { RecordColumn } from '../../record/record-columns.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import { DeviceName } from '../devices/names.tsx'
import { rowsAndVersions } from './access-point-values.ts'
import { channelText } from './channels.ts'
import { useCommandResults } from './command-results.tsx'
import { SiteWifiList } from './site-wifi-list.tsx'
import { TwoLines } from './two-lines.tsx'
import { useSiteWifi } from './use-site-wifi.ts'

const AccessPointDialog = lazy(() => loadChunk(() => import('./access-point-dialog.tsx')))

/** Milliseconds between two reads while the connection for live updates is down. */
const refetchInterval = 30_000

const tones: Record<AccessPoint['state'], Tone> = {
  running: 'good',
  idle: 'info',
  disabled: 'neutral',
  inactive: 'bad',
  unknown: 'neutral',
}

/** Access points of a site: radios, and the virtual interfaces on them. */
export default function AccessPointList() {
  const { t } = useTranslation()
  const page = useSiteWifi()
  const question = useQuestion()
  const commands = useCommandResults()
  const enable = useCommand(wifi.enableAccessPoints)
  const disable = useCommand(wifi.disableAccessPoints)
  /** Every row that was shown: bulk actions are given only the id and name of theirs. */
  const loaded = useRef(new Map<string, AccessPoint>())
  const [edited, setEdited] = useState<{ rows: readonly AccessPoint[]; done: () => void } | null>(null)
  const may = page.may(wifi.setAccessPoints)
  const rowsOf = (rows: readonly StartedRow<string>[]) => rows.flatMap(({ id }) => loaded.current.get(id) ?? [])

  const switchAction = (key: 'enable' | 'disable'): StartedAction<string> => {
    const tone = key === 'enable' ? 'normal' : 'danger'
    return {
      key,
      label: t(`wifi:points.${key}`),
      icon: actionIcon(IconPower),
      tone,
      can: may,
      start: (rows, done) => {
        const points = rowsOf(rows)
        question.ask({
          title: t(`wifi:points.${key}Title`, { count: rows.length, name: rows[0]?.name }),
          text: t(`wifi:points.${key}Text`, { count: points.reduce((sum, { clients }) => sum + clients, 0) }),
          confirmLabel: t(`wifi:points.${key}`),
          tone,
          run: async () => {
            const body = { ids: rows.map(({ id }) => id), versions: rowsAndVersions(points).versions }
            const call = key === 'enable' ? enable : disable
            commands.follow((await call.run({ params: { id: page.siteId }, body })).data)
            done()
          },
          done: t('wifi:sent'),
        })
      },
    }
  }
  const change: StartedAction<string> = {
    key: 'change',
    label: t('wifi:points.change'),
    icon: actionIcon(IconAdjustments),
    can: may,
    start: (rows, done) => setEdited({ rows: rowsOf(rows), done }),
  }
  const actionsOf = (row: AccessPoint): RowAction[] => {
    const reason = row.controlled_elsewhere ? 'elsewhereText' : row.dynamic ? 'dynamicText' : undefined
    const edit = {
      key: 'edit',
      label: t('common:record.action.edit'),
      icon: actionIcon(IconPencil),
      disabledReason: reason && t(`wifi:points.${reason}`),
      onClick: () => setEdited({ rows: [row], done: () => undefined }),
    }
    return may ? [edit] : []
  }

  /** The device that controls a row of another device, if a row of it was shown. */
  const controllerOf = (row: AccessPoint) =>
    [...loaded.current.values()].find(
      (one) =>
        !one.controlled_elsewhere &&
        one.hardware_id !== row.hardware_id &&
        (one.cap_hardware_id === row.hardware_id || (row.radio_mac !== null && one.radio_mac === row.radio_mac)),
    )
  const controlOf = (row: AccessPoint) => {
    if (!row.controlled_elsewhere) return row.dynamic && t('wifi:points.dynamic')
    const controller = controllerOf(row)
    if (!controller) return t('wifi:points.elsewhere')
    return (
      <>
        {t('wifi:points.controlledBy')} <DeviceName of={controller} />
      </>
    )
  }
  const none = <NotSet label={t('ui:notSet')} />

  const columns: RecordColumn<AccessPoint>[] = [
    {
      field: 'name',
      width: 190,
      card: 'title',
      render: (row) => (
        <TwoLines below={row.kind === 'virtual' && row.master && t('wifi:points.on', { name: row.master })}>
          {row.name}
        </TwoLines>
      ),
    },
    {
      field: 'state',
      width: 150,
      card: 'status',
      render: (row) => (
        <TwoLines below={controlOf(row)} title={row.detail ?? undefined}>
          <StatusBadge tone={tones[row.state]}>{t(`wifi:value.state.${row.state}`)}</StatusBadge>
        </TwoLines>
      ),
    },
    { field: 'ssid', width: 150, card: 'fact' },
    {
      field: 'frequency',
      width: 150,
      card: 'fact',
      render: (row) =>
        row.frequency === null ? (
          (row.channel ?? none)
        ) : (
          <span title={[`${row.frequency} MHz`, row.channel].filter(Boolean).join(' · ')}>
            {[channelText(row.frequency), row.channel_width && `${row.channel_width} MHz`].filter(Boolean).join(' · ')}
          </span>
        ),
    },
    { field: 'band', width: 100, render: (row) => (row.band === null ? none : t(`wifi:band.${row.band}`)) },
    {
      field: 'tx_power',
      width: 100,
      align: 'end',
      card: 'fact',
      render: (row) => (row.tx_power === null ? none : `${row.tx_power} dBm`),
    },
    { field: 'clients', width: 90, align: 'end', card: 'fact' },
    {
      field: 'cap',
      width: 150,
      card: 'fact',
      render: (row) =>
        row.cap === null ? (
          <DeviceName of={row} />
        ) : row.cap_hardware_id === null ? (
          row.cap
        ) : (
          <DeviceName of={{ hardware_id: row.cap_hardware_id, hardware_name: row.cap }} />
        ),
    },
    { field: 'hardware_name', width: 150, render: (row) => <DeviceName of={row} /> },
    { field: 'stack', width: 190, hidden: true },
    { field: 'mac', width: 155, hidden: true },
    { field: 'comment', width: 150, hidden: true },
    { field: 'read_at', width: 130, hidden: true, render: (row) => <RelativeTime value={row.read_at} /> },
  ]
  return (
    <>
      <SiteWifiList<AccessPoint>
        page={page}
        index={wifi.accessPoints}
        name="access-points"
        texts="points"
        icon={IconAccessPoint}
        columns={columns}
        rowName={(row) => {
          loaded.current.set(row.id, row)
          return row.name
        }}
        bulk={[switchAction('enable'), switchAction('disable'), change]}
        rowActions={actionsOf}
        every={refetchInterval}
        withoutFilter={['hardware_id', 'setting_id']}
      >
        {commands.results}
      </SiteWifiList>
      {question.dialog}
      <Suspense fallback={null}>
        {edited ? (
          <AccessPointDialog
            siteId={page.siteId}
            rows={edited.rows}
            onClose={() => setEdited(null)}
            onSent={(sent) => {
              commands.follow(sent)
              edited.done()
              setEdited(null)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

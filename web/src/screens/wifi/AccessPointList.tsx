import { wifi } from '@trunkline/contract/resources/wifi'
import type { AccessPoint } from '@trunkline/contract/resources/wifi-shapes'
import { hardware } from '@trunkline/contract/resources/hardware'
import { IconAccessPoint, IconAdjustments, IconPencil, IconPower } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn, RowAction, StartedAction, StartedRow } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import { named } from './access-point-values.ts'
import { channelText } from './channels.ts'
import { useEnds } from './live-end.tsx'
import { SiteFreshness } from './site-freshness.tsx'
import { listOf, useSiteWifi, useWatchAll } from './use-site-wifi.ts'
import { wifiPaths } from './wifi-paths.ts'
import { WifiTabs } from './wifi-tabs.tsx'
import classes from './wifi.module.css'

const ChangeDialog = lazy(() => loadChunk(() => import('./access-point-dialog.tsx')))

/** Readings are announced while somebody looks; this is for when the connection of announcements is down. */
const lookEvery = 30_000

const tones: Record<AccessPoint['state'], Tone> = {
  running: 'good',
  idle: 'info',
  disabled: 'neutral',
  inactive: 'bad',
  unknown: 'neutral',
}

const sign = { size: 16, 'aria-hidden': true } as const

/** Access points of a site: radios, and the networks on top of them. */
export default function AccessPointList() {
  const { t } = useTranslation()
  const can = useCan()
  const page = useSiteWifi()
  const { siteId, site, networks } = page
  const question = useQuestion()
  const ends = useEnds()
  const endpoint = useMemo(() => listOf(wifi.accessPoints, siteId), [siteId])
  const enable = useCommand(wifi.enableAccessPoints)
  const disable = useCommand(wifi.disableAccessPoints)
  /** Every row that was shown: what a chosen one is, beyond its name. */
  const seen = useRef(new Map<string, AccessPoint>())
  const [changed, setChanged] = useState<{ rows: readonly AccessPoint[]; done: () => void } | null>(null)
  useWatchAll((networks?.controllers ?? []).map(({ hardware_id }) => hardware_id))
  const params = { params: { id: siteId } }
  const may = page.may(wifi.setAccessPoints)
  const rowsOf = (rows: readonly StartedRow<string>[]) => rows.flatMap(({ id }) => seen.current.get(id) ?? [])
  const clientsOf = (rows: readonly AccessPoint[]) => rows.reduce((sum, row) => sum + row.clients, 0)

  const switchTo = (on: boolean): StartedAction<string> => ({
    key: on ? 'enable' : 'disable',
    label: t(on ? 'wifi:points.enable' : 'wifi:points.disable'),
    icon: <IconPower {...sign} />,
    tone: on ? 'normal' : 'danger',
    can: may,
    start: (rows, done) => {
      const count = rows.length
      const points = rowsOf(rows)
      const clients = clientsOf(points)
      question.ask({
        title: t(on ? 'wifi:points.enableTitle' : 'wifi:points.disableTitle', { count, name: rows[0]?.name }),
        text: on ? t('wifi:points.enableText') : t('wifi:points.disableText', { count: clients }),
        confirmLabel: t(on ? 'wifi:points.enable' : 'wifi:points.disable'),
        tone: on ? 'normal' : 'danger',
        run: async () => {
          const { data } = await (on ? enable : disable).run({
            ...params,
            body: { ids: rows.map(({ id }) => id), versions: named(points).versions },
          })
          ends.follow(data)
          done()
        },
        done: t('wifi:sent'),
      })
    },
  })
  const change: StartedAction<string> = {
    key: 'change',
    label: t('wifi:points.change'),
    icon: <IconAdjustments {...sign} />,
    can: may,
    start: (rows, done) => setChanged({ rows: rowsOf(rows), done }),
  }
  const actionsOf = (row: AccessPoint): RowAction[] =>
    may
      ? [
          {
            key: 'rename',
            label: t('wifi:points.rename'),
            icon: <IconPencil {...sign} />,
            disabledReason: row.controlled_elsewhere
              ? t('wifi:points.elsewhereText')
              : row.dynamic
                ? t('wifi:points.dynamicText')
                : undefined,
            onClick: () => setChanged({ rows: [row], done: () => undefined }),
          },
        ]
      : []

  /** The device that controls a row of another one, as far as its row was seen. */
  const controllerOf = (row: AccessPoint) =>
    [...seen.current.values()].find(
      (one) =>
        !one.controlled_elsewhere &&
        one.hardware_id !== row.hardware_id &&
        (one.cap_hardware_id === row.hardware_id || (row.radio_mac !== null && one.radio_mac === row.radio_mac)),
    )
  const device = (id: number, name: string) =>
    can(hardware.show) ? (
      <TextLink to={paths.hardware.detail(id)} inherit>
        {name}
      </TextLink>
    ) : (
      name
    )
  const none = <NotSet label={t('ui:notSet')} />

  const columns: ListColumn<AccessPoint>[] = [
    {
      field: 'name',
      header: t('wifi:field.name'),
      width: 190,
      card: 'title',
      render: (row) => (
        <span className={classes.cell}>
          <span>{row.name}</span>
          {row.kind === 'virtual' && row.master ? (
            <span className={classes.quiet}>{t('wifi:points.on', { name: row.master })}</span>
          ) : null}
        </span>
      ),
    },
    {
      field: 'state',
      header: t('wifi:field.state'),
      width: 150,
      card: 'status',
      render: (row) => {
        const owner = row.controlled_elsewhere ? controllerOf(row) : undefined
        return (
          <span className={classes.cell} title={row.detail ?? undefined}>
            <StatusBadge tone={tones[row.state]}>{t(`wifi:value.state.${row.state}`)}</StatusBadge>
            {row.controlled_elsewhere ? (
              <span className={classes.quiet}>
                {owner ? (
                  <>
                    {t('wifi:points.controlledBy')} {device(owner.hardware_id, owner.hardware_name)}
                  </>
                ) : (
                  t('wifi:points.elsewhere')
                )}
              </span>
            ) : row.dynamic ? (
              <span className={classes.quiet}>{t('wifi:points.dynamic')}</span>
            ) : null}
          </span>
        )
      },
    },
    { field: 'ssid', header: t('wifi:field.ssid'), width: 150, card: 'fact' },
    {
      field: 'frequency',
      header: t('wifi:field.channel'),
      width: 150,
      card: 'fact',
      render: (row) =>
        row.frequency === null ? (
          (row.channel ?? none)
        ) : (
          <span title={[`${row.frequency} MHz`, row.channel].filter(Boolean).join(' · ')}>
            {channelText(row.frequency)}
            {row.channel_width === null ? '' : ` · ${t('wifi:points.wide', { width: row.channel_width })}`}
          </span>
        ),
    },
    {
      field: 'band',
      header: t('wifi:field.band'),
      width: 100,
      render: (row) => (row.band === null ? none : t(`wifi:band.${row.band}`)),
    },
    {
      field: 'tx_power',
      header: t('wifi:field.tx_power'),
      width: 100,
      align: 'end',
      card: 'fact',
      render: (row) => (row.tx_power === null ? none : `${row.tx_power} dBm`),
    },
    { field: 'clients', header: t('wifi:field.clients'), width: 90, align: 'end', card: 'fact' },
    {
      field: 'cap',
      header: t('wifi:field.cap'),
      width: 150,
      card: 'fact',
      render: (row) =>
        row.cap === null
          ? device(row.hardware_id, row.hardware_name)
          : row.cap_hardware_id === null
            ? row.cap
            : device(row.cap_hardware_id, row.cap),
    },
    {
      field: 'hardware_name',
      header: t('wifi:field.controller'),
      width: 150,
      render: (row) => device(row.hardware_id, row.hardware_name),
    },
    {
      field: 'stack',
      header: t('wifi:field.system'),
      width: 190,
      hidden: true,
      render: (row) => t(`wifi:stack.${row.stack}`),
    },
    { field: 'mac', header: t('wifi:field.mac'), width: 155, hidden: true },
    { field: 'comment', header: t('wifi:field.comment'), width: 150, hidden: true },
    {
      field: 'read_at',
      header: t('wifi:field.read_at'),
      width: 130,
      hidden: true,
      render: (row) => <RelativeTime value={row.read_at} />,
    },
  ]
  return (
    <>
      <ListScreen<AccessPoint>
        endpoint={endpoint}
        name="access-points"
        namespace="wifi"
        title={t('wifi:points.title')}
        subtitle={
          site ? (
            <TextLink to={paths.sites.summary(siteId)} inherit underline="always">
              {site.name}
            </TextLink>
          ) : (
            ' '
          )
        }
        columns={columns}
        rowName={(row) => {
          seen.current.set(row.id, row)
          return row.name
        }}
        bulk={[switchTo(true), switchTo(false), change]}
        rowActions={actionsOf}
        nav={
          <div className={classes.stack}>
            <WifiTabs site={siteId} />
            {page.error ? <ErrorNotice error={page.error} inline retry={page.retry} /> : <SiteFreshness of={page} />}
            {ends.ends}
          </div>
        }
        every={lookEvery}
        withoutFilter={['hardware_id', 'setting_id']}
        valueLabel={(field, value) =>
          field === 'stack' ? t(`wifi:stack.${value}`) : t(`wifi:value.${field}.${value}`, { defaultValue: value })
        }
        empty={{
          title: t('wifi:points.empty'),
          text: t('wifi:points.emptyText'),
          icon: <IconAccessPoint size={20} />,
          action: (
            <TextLink to={wifiPaths.networks(siteId)} underline="always">
              {t('wifi:toNetworks')}
            </TextLink>
          ),
        }}
      />
      {question.dialog}
      <Suspense fallback={null}>
        {changed ? (
          <ChangeDialog
            siteId={siteId}
            rows={changed.rows}
            onClose={() => setChanged(null)}
            onAsked={(requested) => {
              ends.follow(requested)
              changed.done()
              setChanged(null)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

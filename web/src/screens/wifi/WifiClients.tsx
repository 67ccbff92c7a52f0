import { accessControl } from '@trunkline/contract/resources/access-control'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { Registration } from '@trunkline/contract/resources/wifi-shapes'
import { IconBan, IconCircleCheck, IconDeviceMobile, IconDoorExit } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn, RowAction, StartedAction } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { bytesText } from '../../ui/amounts.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { PlainLink, TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { SignalMark } from '../lan/signal-mark.tsx'
import { useEnds } from './live-end.tsx'
import { SiteFreshness } from './site-freshness.tsx'
import { listOf, useSiteWifi, useWatchAll } from './use-site-wifi.ts'
import { ofNetwork, ofSignal, weakSignal, wifiPaths } from './wifi-paths.ts'
import { WifiTabs } from './wifi-tabs.tsx'
import classes from './wifi.module.css'

const AccessDialog = lazy(() => loadChunk(() => import('./access-dialog.tsx')))

/** Readings are announced while somebody looks; this is for when the connection of announcements is down. */
const lookEvery = 15_000

const sign = { size: 16, 'aria-hidden': true } as const

/** What a registered device is called: by a name that somebody gave, else by its maker, else by its address. */
export const nameOfClient = ({ name, mac }: Pick<Registration, 'name' | 'mac'>): string => name ?? mac

/** Devices that are on the Wi-Fi of a site just now. */
export default function WifiClients() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const page = useSiteWifi()
  const { siteId, site, networks } = page
  const question = useQuestion()
  const ends = useEnds()
  const endpoint = useMemo(() => listOf(wifi.registrations, siteId), [siteId])
  const kick = useCommand(wifi.kick)
  const [decided, setDecided] = useState<{ row: Registration; action: 'allow' | 'block' } | null>(null)
  useWatchAll((networks?.controllers ?? []).map(({ hardware_id }) => hardware_id))
  const none = <NotSet label={t('ui:notSet')} />

  const kickAction: StartedAction<string> = {
    key: 'kick',
    label: t('wifi:clients.kick'),
    icon: <IconDoorExit {...sign} />,
    can: page.may(wifi.kick),
    start: (rows, done) =>
      question.ask({
        title: t('wifi:clients.kickTitle', { count: rows.length, name: rows[0]?.name }),
        text: t('wifi:clients.kickText'),
        confirmLabel: t('wifi:clients.kick'),
        tone: 'danger',
        run: async () => {
          const { data } = await kick.run({ params: { id: siteId }, body: { ids: rows.map(({ id }) => id) } })
          ends.follow(data)
          done()
        },
        done: t('wifi:sent'),
      }),
  }
  const actionsOf = (row: Registration): RowAction[] => {
    const may = page.may(row.access_control_id === null ? accessControl.store : accessControl.update)
    if (!may) return []
    const deed = (action: 'allow' | 'block'): RowAction => ({
      key: action,
      label: t(`wifi:clients.${action}`),
      icon: action === 'allow' ? <IconCircleCheck {...sign} /> : <IconBan {...sign} />,
      tone: action === 'block' ? 'danger' : 'normal',
      onClick: () => setDecided({ row, action }),
    })
    return (['block', 'allow'] as const).filter((action) => row.access !== action).map(deed)
  }
  const rate = (value: number | null) =>
    value === null ? '–' : value.toLocaleString(language, { maximumFractionDigits: value < 10 ? 1 : 0 })
  const bytes = (value: number | null) => (value === null ? '–' : bytesText(value, language))

  const columns: ListColumn<Registration>[] = [
    {
      field: 'name',
      header: t('wifi:field.device'),
      width: 230,
      card: 'title',
      render: (row) => (
        <span className={classes.cell}>
          <span>{nameOfClient(row)}</span>
          <span className={classes.quiet}>
            {row.vendor === 'random'
              ? [row.name === null ? null : row.mac, t('wifi:clients.random')].filter(Boolean).join(' · ')
              : [row.name === null ? null : row.mac, row.vendor].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    {
      field: 'signal',
      header: t('wifi:field.signal'),
      width: 185,
      card: 'status',
      render: (row) => (
        <span className={classes.signal}>
          <SignalMark grade={row.grade} />
          {row.signal === null ? null : <span className={classes.quiet}>{row.signal} dBm</span>}
        </span>
      ),
    },
    {
      field: 'ssid',
      header: t('wifi:field.ssid'),
      width: 140,
      card: 'fact',
      render: (row) =>
        row.ssid === null ? (
          none
        ) : (
          <TextLink {...ofNetwork(wifiPaths.clients(siteId), row.ssid)} inherit title={t('wifi:clients.only')}>
            {row.ssid}
          </TextLink>
        ),
    },
    {
      field: 'access_point',
      header: t('wifi:field.access_point'),
      width: 150,
      card: 'fact',
      render: (row) => (
        <span className={classes.cell}>
          <span>{row.access_point}</span>
          {row.band === null ? null : <span className={classes.quiet}>{t(`wifi:band.${row.band}`)}</span>}
        </span>
      ),
    },
    { field: 'address', header: t('wifi:field.address'), width: 130, card: 'fact' },
    {
      field: 'tx_rate',
      header: t('wifi:field.rate'),
      width: 130,
      card: 'fact',
      render: (row) =>
        row.tx_rate === null && row.rx_rate === null
          ? none
          : t('wifi:clients.rate', { down: rate(row.tx_rate), up: rate(row.rx_rate) }),
    },
    {
      field: 'tx_bytes',
      header: t('wifi:field.traffic'),
      width: 165,
      card: 'fact',
      render: (row) =>
        row.tx_bytes === null && row.rx_bytes === null
          ? none
          : t('wifi:clients.traffic', { down: bytes(row.tx_bytes), up: bytes(row.rx_bytes) }),
    },
    {
      field: 'since',
      header: t('wifi:field.since'),
      width: 130,
      card: 'fact',
      render: (row) => <RelativeTime value={row.since} />,
    },
    {
      field: 'access',
      header: t('wifi:field.access'),
      width: 110,
      card: 'fact',
      render: (row) =>
        row.access === null ? (
          none
        ) : (
          <StatusBadge tone={row.access === 'block' ? 'bad' : 'good'}>
            {t(`wifi:value.access.${row.access}`)}
          </StatusBadge>
        ),
    },
    { field: 'mac', header: t('wifi:field.mac'), width: 155, hidden: true },
    { field: 'interface', header: t('wifi:field.interface'), width: 140, hidden: true },
    { field: 'vlan_id', header: t('wifi:field.vlan_id'), width: 90, hidden: true },
    { field: 'authorized', header: t('wifi:field.authorized'), width: 110, hidden: true },
    { field: 'hardware_name', header: t('wifi:field.controller'), width: 150, hidden: true },
    {
      field: 'read_at',
      header: t('wifi:field.read_at'),
      width: 130,
      hidden: true,
      render: (row) => <RelativeTime value={row.read_at} />,
    },
  ]
  const ssids = [...new Set((networks?.data ?? []).map(({ ssid }) => ssid))]
  return (
    <>
      <ListScreen<Registration>
        endpoint={endpoint}
        name="wifi-devices"
        namespace="wifi"
        title={t('wifi:clients.title')}
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
        rowName={nameOfClient}
        bulk={[kickAction]}
        rowActions={actionsOf}
        nav={
          <div className={classes.stack}>
            <WifiTabs site={siteId} />
            {page.error ? <ErrorNotice error={page.error} inline retry={page.retry} /> : <SiteFreshness of={page} />}
            <nav aria-label={t('wifi:clients.quick')}>
              <ul className={classes.quick}>
                <li>
                  <PlainLink to={wifiPaths.clients(siteId)} search={{}} exact className={classes.quickLink}>
                    {t('wifi:clients.all')}
                  </PlainLink>
                </li>
                <li>
                  <PlainLink {...ofSignal(wifiPaths.clients(siteId))} exact className={classes.quickLink}>
                    {t('wifi:clients.weak', { signal: weakSignal })}
                  </PlainLink>
                </li>
                {ssids.map((ssid) => (
                  <li key={ssid}>
                    <PlainLink {...ofNetwork(wifiPaths.clients(siteId), ssid)} exact className={classes.quickLink}>
                      {ssid}
                    </PlainLink>
                  </li>
                ))}
              </ul>
            </nav>
            {ends.ends}
          </div>
        }
        every={lookEvery}
        withoutFilter={['hardware_id']}
        valueLabel={(field, value) => t(`wifi:value.${field}.${value}`, { defaultValue: value })}
        empty={{
          title: t('wifi:clients.empty'),
          text: t('wifi:clients.emptyText'),
          icon: <IconDeviceMobile size={20} />,
          action: (
            <TextLink to={wifiPaths.networks(siteId)} underline="always">
              {t('wifi:toNetworks')}
            </TextLink>
          ),
        }}
      />
      {question.dialog}
      <Suspense fallback={null}>
        {decided ? (
          <AccessDialog
            siteId={siteId}
            row={decided.row}
            action={decided.action}
            onClose={() => setDecided(null)}
            onAsked={(requested) => {
              ends.follow(requested)
              setDecided(null)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

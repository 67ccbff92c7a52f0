import { accessControl } from '@trunkline/contract/resources/access-control'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { Registration } from '@trunkline/contract/resources/wifi-shapes'
import { IconBan, IconCircleCheck, IconDeviceMobile, IconDoorExit } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { RowAction, StartedAction } from '../../list/list-types.ts'
import type { RecordColumn } from '../../record/record-columns.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { bytesText } from '../../ui/amounts.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { PlainLink, TextLink, type LinkTarget } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { SignalMark } from '../lan/signal-mark.tsx'
import { useCommandResults } from './command-results.tsx'
import { SiteWifiList } from './site-wifi-list.tsx'
import { TwoLines } from './two-lines.tsx'
import { useSiteWifi } from './use-site-wifi.ts'
import { withNetwork, withWeakSignal, weakSignal, wifiPaths } from './wifi-paths.ts'
import classes from './wifi.module.css'

const AccessDialog = lazy(() => loadChunk(() => import('./access-dialog.tsx')))

/** Milliseconds between two reads while the connection for live updates is down. */
const refetchInterval = 15_000

/** Devices connected to the Wi-Fi of a site. */
export default function ClientList() {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const page = useSiteWifi()
  const { siteId } = page
  const question = useQuestion()
  const commands = useCommandResults()
  const kick = useCommand(wifi.kick)
  const [decision, setDecision] = useState<{ row: Registration; action: 'allow' | 'block' } | null>(null)
  const none = <NotSet label={t('ui:notSet')} />

  const disconnect: StartedAction<string> = {
    key: 'kick',
    label: t('wifi:clients.kick'),
    icon: actionIcon(IconDoorExit),
    can: page.may(wifi.kick),
    start: (rows, done) =>
      question.ask({
        title: t('wifi:clients.kickTitle', { count: rows.length, name: rows[0]?.name }),
        text: t('wifi:clients.kickText'),
        confirmLabel: t('wifi:clients.kick'),
        tone: 'danger',
        run: async () => {
          const { data } = await kick.run({ params: { id: siteId }, body: { ids: rows.map(({ id }) => id) } })
          commands.follow(data)
          done()
        },
        done: t('wifi:sent'),
      }),
  }
  const actionsOf = (row: Registration): RowAction[] => {
    if (!page.may(row.access_control_id === null ? accessControl.store : accessControl.update)) return []
    return (['block', 'allow'] as const)
      .filter((action) => row.access !== action)
      .map((action) => ({
        key: action,
        label: t(`wifi:clients.${action}`),
        icon: actionIcon(action === 'allow' ? IconCircleCheck : IconBan),
        tone: action === 'block' ? 'danger' : 'normal',
        onClick: () => setDecision({ row, action }),
      }))
  }
  const rate = (value: number) => value.toLocaleString(language, { maximumFractionDigits: value < 10 ? 1 : 0 })
  const bytes = (value: number) => bytesText(value, language)
  const downUp = (down: number | null, up: number | null, text: (value: number) => string) =>
    down === null && up === null ? none : `↓ ${down === null ? '–' : text(down)} ↑ ${up === null ? '–' : text(up)}`

  const columns: RecordColumn<Registration>[] = [
    {
      field: 'name',
      header: t('wifi:field.device'),
      width: 230,
      card: 'title',
      render: (row) => {
        const vendor = row.vendor === 'random' ? t('wifi:clients.random') : row.vendor
        return (
          <TwoLines below={[row.name && row.mac, vendor].filter(Boolean).join(' · ')}>{row.name ?? row.mac}</TwoLines>
        )
      },
    },
    {
      field: 'signal',
      width: 185,
      card: 'status',
      render: (row) => (
        <span className={classes.inline}>
          <SignalMark grade={row.grade} />
          {row.signal === null ? null : <span className={layout.hint}>{row.signal} dBm</span>}
        </span>
      ),
    },
    {
      field: 'ssid',
      width: 140,
      card: 'fact',
      render: (row) =>
        row.ssid === null ? (
          none
        ) : (
          <TextLink {...withNetwork(wifiPaths.clients(siteId), row.ssid)} inherit title={t('wifi:clients.only')}>
            {row.ssid}
          </TextLink>
        ),
    },
    {
      field: 'access_point',
      width: 150,
      card: 'fact',
      render: (row) => <TwoLines below={row.band && t(`wifi:band.${row.band}`)}>{row.access_point}</TwoLines>,
    },
    { field: 'address', width: 130, card: 'fact' },
    { field: 'tx_rate', width: 130, card: 'fact', render: (row) => downUp(row.tx_rate, row.rx_rate, rate) },
    { field: 'tx_bytes', width: 165, card: 'fact', render: (row) => downUp(row.tx_bytes, row.rx_bytes, bytes) },
    { field: 'since', width: 130, card: 'fact', render: (row) => <RelativeTime value={row.since} /> },
    {
      field: 'access',
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
    { field: 'mac', width: 155, hidden: true },
    { field: 'interface', width: 140, hidden: true },
    { field: 'vlan_id', width: 90, hidden: true },
    { field: 'authorized', width: 110, hidden: true },
    { field: 'hardware_name', width: 150, hidden: true },
    { field: 'read_at', width: 130, hidden: true, render: (row) => <RelativeTime value={row.read_at} /> },
  ]
  const list = wifiPaths.clients(siteId)
  const ssids = [...new Set(page.networks?.data.map(({ ssid }) => ssid))]
  const filters: (LinkTarget & { label: string })[] = [
    { to: list, search: {}, label: t('wifi:clients.all') },
    { ...withWeakSignal(list), label: t('wifi:clients.weak', { signal: weakSignal }) },
    ...ssids.map((ssid) => ({ ...withNetwork(list, ssid), label: ssid })),
  ]
  return (
    <>
      <SiteWifiList<Registration>
        page={page}
        index={wifi.registrations}
        name="wifi-devices"
        texts="clients"
        icon={IconDeviceMobile}
        columns={columns}
        rowName={({ name, mac }) => name ?? mac}
        bulk={[disconnect]}
        rowActions={actionsOf}
        every={refetchInterval}
        withoutFilter={['hardware_id']}
      >
        <nav aria-label={t('wifi:clients.filters')}>
          <ul className={classes.filters}>
            {filters.map(({ label, ...target }) => (
              <li key={label}>
                <PlainLink {...target} exact className={classes.filter}>
                  {label}
                </PlainLink>
              </li>
            ))}
          </ul>
        </nav>
        {commands.results}
      </SiteWifiList>
      {question.dialog}
      <Suspense fallback={null}>
        {decision ? (
          <AccessDialog
            siteId={siteId}
            {...decision}
            onClose={() => setDecision(null)}
            onSent={(sent) => {
              commands.follow(sent)
              setDecision(null)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

import type { Registration } from '@trunkline/contract/resources/wifi-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { RecordColumn } from '../../record/record-columns.ts'
import { bytesText } from '../../ui/amounts.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { SignalMark } from '../lan/signal-mark.tsx'
import { TwoLines } from './two-lines.tsx'
import { withNetwork, wifiPaths } from './wifi-paths.ts'
import classes from './wifi.module.css'

/** The columns of devices connected to the Wi-Fi of a site. */
export function useClientColumns(siteId: number): RecordColumn<Registration>[] {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const none = <NotSet label={t('ui:notSet')} />
  const rate = (value: number) => value.toLocaleString(language, { maximumFractionDigits: value < 10 ? 1 : 0 })
  const bytes = (value: number) => bytesText(value, language)
  const downUp = (down: number | null, up: number | null, text: (value: number) => string) =>
    down === null && up === null ? none : `↓ ${down === null ? '–' : text(down)} ↑ ${up === null ? '–' : text(up)}`

  return [
    {
      field: 'name',
      header: t('wifi:field.device'),
      width: 205,
      card: 'title',
      render: (row) => row.name ?? row.mac,
      below: (row) => [row.name && row.mac, row.vendor === 'random' ? t('wifi:clients.random') : row.vendor],
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
      width: 185,
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
      width: 130,
      card: 'fact',
      render: (row) => <TwoLines below={row.band && t(`wifi:band.${row.band}`)}>{row.access_point}</TwoLines>,
    },
    { field: 'address', width: 125, hidden: true, card: 'fact' },
    {
      field: 'tx_rate',
      width: 130,
      hidden: true,
      card: 'fact',
      render: (row) => downUp(row.tx_rate, row.rx_rate, rate),
    },
    {
      field: 'tx_bytes',
      width: 165,
      hidden: true,
      card: 'fact',
      render: (row) => downUp(row.tx_bytes, row.rx_bytes, bytes),
    },
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
}

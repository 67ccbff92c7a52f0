import { Checkbox } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { hardware, type HardwareRow } from '@trunkline/contract/resources/hardware'
import { hardwareLive, type LiveState } from '@trunkline/contract/resources/hardware-live'
import type { DeviceStatus } from '@trunkline/contract/resources/site-live'
import clsx from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useLive } from '../../api/live.ts'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { durationText } from '../../ui/amounts.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import { DeviceLinks } from '../devices/device-links.tsx'
import { Ago } from '../devices/freshness.tsx'
import { bitsText } from '../lan/traffic-values.ts'
import { DeviceBadge } from './site-status.tsx'
import classes from './sites.module.css'

/** Between two looks at the readings of a row. */
const lookEvery = 30_000

/** Load, time since the start and traffic, in a line. */
function useLiveLine(of: LiveState | undefined): string {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  if (!of) return ''
  return [
    of.cpu_load === null ? null : t('sites:live.cpu', { load: of.cpu_load }),
    of.uptime_seconds === null ? null : t('sites:live.up', { time: durationText(of.uptime_seconds, language) }),
    of.rx_bps === null || of.tx_bps === null
      ? null
      : t('sites:live.traffic', { rx: bitsText(of.rx_bps, language), tx: bitsText(of.tx_bps, language) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What a device said when it was asked just now; else why it was not read last. */
function Said({ status, live }: { status: DeviceStatus | undefined; live: LiveState | undefined }) {
  const { t } = useTranslation()
  useMessages()
  if (status)
    return (
      <span className={layout.hint}>
        {status.is_online
          ? t('sites:check.there', { ms: status.ms ?? '–' })
          : status.error === 'address' && status.message
            ? textOf(status.message)
            : t(`devices:fault.${status.error ?? 'unreachable'}`)}
      </span>
    )
  // A device that nobody has given a connection has no fault.
  return live?.error && live.is_managed ? <span className={layout.hint}>{t(`devices:fault.${live.error}`)}</span> : null
}

function DeviceRow({
  row,
  site,
  status,
  chosen,
  onToggle,
}: {
  row: HardwareRow
  site: number
  status: DeviceStatus | undefined
  chosen: boolean | undefined
  onToggle: (id: number) => void
}) {
  const { t } = useTranslation()
  const can = useCan()
  const { ref, inViewport } = useInViewport<HTMLTableRowElement>()
  const paused = useLive().status === 'paused'
  // A row that nobody sees asks for nothing.
  const live = useCall(
    hardwareLive.live,
    { params: { id: row.id } },
    { enabled: inViewport && can(hardwareLive.live), row: row.id, ...(paused ? {} : { every: lookEvery }) },
  ).data?.data
  const line = useLiveLine(live)
  // A device that has no connection was not asked.
  const online =
    (status && status.error !== 'address' ? status.is_online : undefined) ?? live?.is_online ?? row.is_online
  const polled = live?.polled_at ?? row.polled_at
  return (
    <tr ref={ref}>
      {chosen === undefined ? null : (
        <td className={classes.pick}>
          <Checkbox
            aria-label={t('sites:take.one', { name: row.name })}
            checked={chosen}
            onChange={() => onToggle(row.id)}
          />
        </td>
      )}
      <th scope="row">
        <span className={classes.deviceName}>
          {can(hardware.show) ? (
            <TextLink to={paths.hardware.detail(row.id)} inherit>
              {row.name}
            </TextLink>
          ) : (
            row.name
          )}
          <span className={layout.hint}>{[row.model_name, row.serial_number].filter(Boolean).join(' · ')}</span>
          <DeviceLinks site={site} device={row} hasLte={row.kind === 'lte-router'} compact />
        </span>
      </th>
      <td>
        <span className={classes.deviceName}>
          <DeviceBadge status={online === null ? 'unknown' : online ? 'online' : 'offline'} />
          {polled ? (
            <span className={layout.hint}>
              <Ago at={polled} />
            </span>
          ) : null}
          <Said status={status} live={live} />
          {line ? <span className={clsx(layout.hint, classes.narrowOnly)}>{line}</span> : null}
        </span>
      </td>
      <td className={classes.wideOnly}>{line || <NotSet label={t('ui:notSet')} />}</td>
      <td className={classes.wideOnly}>{live?.routeros_version ?? <NotSet label={t('ui:notSet')} />}</td>
    </tr>
  )
}

/** The devices of a site, each with its live state and the ways to its live pages. */
export function DeviceTable({
  rows,
  site,
  said: stated,
  chosen,
  onToggle,
}: {
  rows: readonly HardwareRow[]
  site: number
  /** What devices said when they were asked just now. */
  said: ReadonlyMap<number, DeviceStatus>
  /** Undefined: nothing is chosen here. */
  chosen: ReadonlySet<number> | undefined
  onToggle: (id: number) => void
}) {
  const { t } = useTranslation()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {chosen ? (
            <td className={classes.pick}>
              <span />
            </td>
          ) : null}
          <th scope="col">{t('sites:devices.name')}</th>
          <th scope="col">{t('sites:devices.state')}</th>
          <th scope="col" className={classes.wideOnly}>
            {t('sites:devices.live')}
          </th>
          <th scope="col" className={classes.wideOnly}>
            {t('sites:devices.version')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DeviceRow
            key={row.id}
            row={row}
            site={site}
            status={stated.get(row.id)}
            chosen={chosen?.has(row.id)}
            onToggle={onToggle}
          />
        ))}
      </tbody>
    </table>
  )
}

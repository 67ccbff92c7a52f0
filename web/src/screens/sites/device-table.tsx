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
import { NameLink } from '../../record/name-link.tsx'
import { durationText } from '../../ui/amounts.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { regional } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import { DeviceLinks } from '../devices/device-links.tsx'
import { Ago } from '../devices/freshness.tsx'
import { bitsText } from '../lan/traffic-values.ts'
import { DeviceBadge } from './site-status.tsx'
import classes from './sites.module.css'

/** Interval for reading a visible row. Milliseconds. */
const interval = 30_000

/** CPU load, uptime and traffic in one line. */
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

/** The result of a status check; without one, why the last reading failed. */
function CheckResult({ status, live }: { status: DeviceStatus | undefined; live: LiveState | undefined }) {
  const { t } = useTranslation()
  useMessages()
  if (status)
    return (
      <span className={layout.hint}>
        {status.is_online
          ? t('sites:check.responded', { ms: status.ms ?? '–' })
          : status.error === 'address' && status.message
            ? textOf(status.message)
            : t(`devices:error.${status.error ?? 'unreachable'}`)}
      </span>
    )
  // A device without a management connection has no error.
  return live?.error && live.is_managed ? <span className={layout.hint}>{t(`devices:error.${live.error}`)}</span> : null
}

function DeviceRow({
  row,
  status,
  selected,
  onToggle,
}: {
  row: HardwareRow
  status: DeviceStatus | undefined
  selected: boolean | undefined
  onToggle: (id: number) => void
}) {
  const { t } = useTranslation()
  const can = useCan()
  const { ref, inViewport } = useInViewport<HTMLTableRowElement>()
  const paused = useLive().status === 'paused'
  // Rows outside the viewport are not read.
  const live = useCall(
    hardwareLive.live,
    { params: { id: row.id } },
    { enabled: inViewport && can(hardwareLive.live), row: row.id, ...(paused ? {} : { every: interval }) },
  ).data?.data
  const line = useLiveLine(live)
  // A device without an address was not checked.
  const online =
    (status && status.error !== 'address' ? status.is_online : undefined) ?? live?.is_online ?? row.is_online
  const polled = live?.polled_at ?? row.polled_at
  return (
    <tr ref={ref}>
      {selected === undefined ? null : (
        <td className={classes.pick}>
          <Checkbox
            aria-label={t('sites:remove.one', { name: row.name })}
            checked={selected}
            onChange={() => onToggle(row.id)}
          />
        </td>
      )}
      <th scope="row">
        <span className={layout.stacked}>
          <NameLink page={hardware.show} to={paths.hardware.detail(row.id)}>
            {row.name}
          </NameLink>
          <span className={layout.hint}>{[row.model_name, row.serial_number].filter(Boolean).join(' · ')}</span>
          <DeviceLinks device={row} hasLte={live?.has_lte ?? false} />
        </span>
      </th>
      <td>
        <span className={clsx(layout.stacked, classes.start)}>
          <DeviceBadge status={online === null ? 'unknown' : online ? 'online' : 'offline'} />
          {polled ? (
            <span className={layout.hint}>
              <Ago at={polled} />
            </span>
          ) : null}
          <CheckResult status={status} live={live} />
          {line ? <span className={clsx(layout.hint, classes.narrowOnly)}>{line}</span> : null}
        </span>
      </td>
      <td className={classes.wideOnly}>{line || <NotSet label={t('ui:notSet')} />}</td>
      <td className={classes.wideOnly}>{live?.routeros_version ?? <NotSet label={t('ui:notSet')} />}</td>
    </tr>
  )
}

/** The devices of a site with their live status and links to their pages. */
export function DeviceTable({
  rows,
  checks,
  selected,
  onToggle,
}: {
  rows: readonly HardwareRow[]
  /** Results of the last status check, by device. */
  checks: ReadonlyMap<number, DeviceStatus>
  /** Undefined: rows can't be selected. */
  selected: ReadonlySet<number> | undefined
  onToggle: (id: number) => void
}) {
  const { t } = useTranslation()
  return (
    <table className={clsx(layout.table, classes.table)}>
      <thead>
        <tr>
          {selected ? (
            <td className={classes.pick}>
              <span />
            </td>
          ) : null}
          <th scope="col">{t('sites:devices.name')}</th>
          <th scope="col">{t('sites:devices.state')}</th>
          <th scope="col" className={classes.wideOnly}>
            {t('sites:devices.live')}
          </th>
          <th scope="col" className={classes.wideOnly} style={{ whiteSpace: 'nowrap' }}>
            {t('sites:devices.version')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DeviceRow
            key={row.id}
            row={row}
            status={checks.get(row.id)}
            selected={selected?.has(row.id)}
            onToggle={onToggle}
          />
        ))}
      </tbody>
    </table>
  )
}

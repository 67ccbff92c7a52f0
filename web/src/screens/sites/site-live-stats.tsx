import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { siteLive } from '@trunkline/contract/resources/site-live'
import { wifi } from '@trunkline/contract/resources/wifi'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { StatCard } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useNumber } from '../../ui/use-number.ts'
import { regional } from '../../ui/zone.ts'
import { devicePaths } from '../lan/device-paths.ts'
import { SignalMark } from '../lan/signal-mark.tsx'
import { bitsText } from '../lan/traffic-values.ts'
import { wifiPaths } from '../wifi/wifi-paths.ts'
import type { SiteSummary } from './site-stats.tsx'

/** The last readings of the devices: Wi-Fi, networks, leases, traffic and reception. Nothing where no device was read. */
export function SiteLiveStats({ summary }: { summary: SiteSummary }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const number = useNumber()
  const { site, live, wifi: radio } = summary
  const language = regional(i18n.language)
  const hasWifi = radio.controllers > 0 || radio.settings > 0
  const hasLan = live.networks > 0 || live.leases > 0 || live.rx_bps !== null
  const weakest = live.modems[0]
  if (!hasWifi && !hasLan && !weakest && radio.access.entries === 0) return null
  const differing = (count: number, none: string) =>
    count > 0 ? (
      <StatusBadge tone="warning">{t('sites:live.differing', { count, number: number(count) })}</StatusBadge>
    ) : (
      none
    )
  return (
    <section className={layout.stats} aria-label={t('sites:live.title')}>
      {hasWifi ? (
        <>
          <StatCard
            label={t('sites:live.settings')}
            value={number(radio.settings)}
            hint={differing(radio.differing, radio.settings > 0 ? t('sites:live.inSync') : t('sites:live.unmanaged'))}
            link={can(wifi.settings) ? { to: wifiPaths.networks(site.id) } : undefined}
          />
          <StatCard
            label={t('sites:live.accessPoints')}
            value={number(radio.access_points)}
            hint={
              radio.access_points_down > 0
                ? t('sites:live.down', { count: radio.access_points_down, number: number(radio.access_points_down) })
                : t('sites:live.allOnline')
            }
            link={can(wifi.accessPoints) ? { to: wifiPaths.accessPoints(site.id) } : undefined}
          />
          <StatCard
            label={t('sites:live.clients')}
            value={number(radio.clients)}
            hint={t('sites:live.clientsHint')}
            link={can(wifi.registrations) ? { to: wifiPaths.clients(site.id) } : undefined}
          />
        </>
      ) : null}
      {hasWifi || radio.access.entries > 0 ? (
        <StatCard
          label={t('sites:live.access')}
          value={number(radio.access.entries)}
          hint={differing(
            radio.access.differing,
            radio.access.entries > 0 ? t('sites:live.inSync') : t('sites:live.noEntries'),
          )}
          link={can(accessControl.index) ? { to: wifiPaths.access(site.id) } : undefined}
        />
      ) : null}
      {hasLan ? (
        <>
          <StatCard
            label={t('sites:live.leases')}
            value={number(live.leases)}
            hint={t('sites:live.networks', { count: live.networks, number: number(live.networks) })}
            link={can(siteLive.leases) ? { to: devicePaths.siteLeases(site.id) } : undefined}
          />
          <StatCard
            label={t('sites:live.uplinks')}
            value={live.rx_bps === null ? '–' : bitsText(live.rx_bps, language)}
            hint={
              live.tx_bps === null
                ? t('sites:live.noRate')
                : t('sites:live.out', { rate: bitsText(live.tx_bps, language) })
            }
          />
        </>
      ) : null}
      {weakest ? (
        <StatCard
          label={t('sites:live.cell')}
          value={<SignalMark grade={weakest.grade} />}
          hint={weakest.hardware_name}
          link={can(hardwareLive.live) ? { to: devicePaths.cells(weakest.hardware_id) } : undefined}
        />
      ) : null}
    </section>
  )
}

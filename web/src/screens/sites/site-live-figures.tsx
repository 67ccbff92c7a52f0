import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { siteLive } from '@trunkline/contract/resources/site-live'
import { wifi } from '@trunkline/contract/resources/wifi'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { StatCard } from '../../ui/card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { devicePaths } from '../lan/device-paths.ts'
import { SignalMark } from '../lan/signal-mark.tsx'
import { bitsText } from '../lan/traffic-values.ts'
import { wifiPaths } from '../wifi/wifi-paths.ts'
import type { Summary } from './site-figures.tsx'
import classes from './sites.module.css'

/** What the devices of a site said last: their Wi-Fi, networks, leases, traffic and reception, and what differs from what is wanted. Nothing where none was read. */
export function SiteLiveFigures({ summary }: { summary: Summary }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const { site, live, wifi: air } = summary
  const language = regional(i18n.language)
  const number = (value: number) => value.toLocaleString(language)
  const hasWifi = air.controllers > 0 || air.settings > 0
  const hasLan = live.networks > 0 || live.leases > 0 || live.rx_bps !== null
  const worst = live.modems[0]
  if (!hasWifi && !hasLan && !worst && air.access.entries === 0) return null
  const differing = (count: number, none: string) =>
    count > 0 ? (
      <StatusBadge tone="warning">{t('sites:live.differing', { count, number: number(count) })}</StatusBadge>
    ) : (
      none
    )
  return (
    <section className={classes.figures} aria-label={t('sites:live.title')}>
      {hasWifi ? (
        <>
          <StatCard
            label={t('sites:live.settings')}
            value={number(air.settings)}
            hint={differing(air.differing, air.settings > 0 ? t('sites:live.asWanted') : t('sites:live.notKept'))}
            link={can(wifi.settings) ? { to: wifiPaths.networks(site.id) } : undefined}
          />
          <StatCard
            label={t('sites:live.accessPoints')}
            value={number(air.access_points)}
            hint={
              air.access_points_down > 0
                ? t('sites:live.down', { count: air.access_points_down, number: number(air.access_points_down) })
                : t('sites:live.onAir')
            }
            link={can(wifi.accessPoints) ? { to: wifiPaths.accessPoints(site.id) } : undefined}
          />
          <StatCard
            label={t('sites:live.clients')}
            value={number(air.clients)}
            hint={t('sites:live.clientsHint')}
            link={can(wifi.registrations) ? { to: wifiPaths.clients(site.id) } : undefined}
          />
        </>
      ) : null}
      {hasWifi || air.access.entries > 0 ? (
        <StatCard
          label={t('sites:live.access')}
          value={number(air.access.entries)}
          hint={differing(
            air.access.differing,
            air.access.entries > 0 ? t('sites:live.asWanted') : t('sites:live.noEntries'),
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
            link={can(siteLive.leases) ? { to: devicePaths.leases(site.id) } : undefined}
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
      {worst ? (
        <StatCard
          label={t('sites:live.cell')}
          value={<SignalMark grade={worst.grade} />}
          hint={worst.hardware_name}
          link={can(hardwareLive.live) ? { to: devicePaths.cells(site.id, worst.hardware_id) } : undefined}
        />
      ) : null}
    </section>
  )
}

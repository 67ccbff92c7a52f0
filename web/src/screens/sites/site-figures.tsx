import type { Reply } from '@trunkline/contract/endpoint'
import { hardware } from '@trunkline/contract/resources/hardware'
import { services } from '@trunkline/contract/resources/service'
import type { sites } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { StatCard } from '../../ui/card.tsx'
import { regional } from '../../ui/zone.ts'
import { warrantiesEnding, ofSite } from './links.ts'
import classes from './sites.module.css'

export type Summary = Reply<typeof sites.summary>['data']

/** The figures of a site; each leads to the list that it counts. */
export function SiteFigures({ summary }: { summary: Summary }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const { site, hardware: devices, services: lines, warranties } = summary
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  const kinds = devices.kinds
    .map(({ kind, total }) => `${number(total)} × ${t(`sites:kind.${kind}`, { defaultValue: kind })}`)
    .join(', ')
  const toHardware = can(hardware.index)
  return (
    <div className={classes.figures}>
      <StatCard
        label={t('sites:summary.online')}
        value={`${number(devices.online)} / ${number(devices.total)}`}
        hint={
          devices.total === 0
            ? t('sites:summary.noHardware')
            : t('sites:summary.states', { offline: number(devices.offline), unknown: number(devices.unknown) })
        }
        link={toHardware ? ofSite(paths.hardware.list, site.id) : undefined}
      />
      <StatCard
        label={t('sites:summary.hardware')}
        value={number(devices.total)}
        hint={kinds || t('sites:summary.noHardware')}
        link={toHardware ? ofSite(paths.hardware.list, site.id) : undefined}
      />
      <StatCard
        label={t('sites:summary.services')}
        value={number(lines.total)}
        hint={t('sites:summary.servicesHint', { active: number(lines.active), online: number(lines.online) })}
        link={can(services.index) ? ofSite(paths.services.list, site.id) : undefined}
      />
      <StatCard
        label={t('sites:summary.warranties')}
        value={number(warranties)}
        hint={t('sites:summary.warrantiesHint')}
        link={toHardware ? warrantiesEnding(site.id, Date.now()) : undefined}
      />
    </div>
  )
}

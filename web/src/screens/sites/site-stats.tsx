import type { Reply } from '@trunkline/contract/endpoint'
import { hardware } from '@trunkline/contract/resources/hardware'
import { services } from '@trunkline/contract/resources/service'
import type { sites } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { StatCard } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { useNumber } from '../../ui/use-number.ts'
import { expiringWarranties, listOfSite } from './links.ts'

export type SiteSummary = Reply<typeof sites.summary>['data']

/** Counts of a site, each with a link to the list it counts. */
export function SiteStats({ summary }: { summary: SiteSummary }) {
  const { t } = useTranslation()
  const can = useCan()
  const number = useNumber()
  const { site, hardware: devices, services: lines, warranties } = summary
  const kinds = devices.kinds
    .map(({ kind, total }) => `${number(total)} × ${t(`sites:kind.${kind}`, { defaultValue: kind })}`)
    .join(', ')
  const listsHardware = can(hardware.index)
  const deviceList = listsHardware ? listOfSite(paths.hardware.list, site.id) : undefined
  return (
    <div className={layout.stats}>
      <StatCard
        label={t('sites:summary.online')}
        value={`${number(devices.online)} / ${number(devices.total)}`}
        hint={
          devices.total === 0
            ? t('sites:summary.noHardware')
            : t('sites:summary.states', { offline: number(devices.offline), unknown: number(devices.unknown) })
        }
        link={deviceList}
      />
      <StatCard
        label={t('sites:summary.hardware')}
        value={number(devices.total)}
        hint={kinds || t('sites:summary.noHardware')}
        link={deviceList}
      />
      <StatCard
        label={t('sites:summary.services')}
        value={number(lines.total)}
        hint={t('sites:summary.servicesHint', { active: number(lines.active), online: number(lines.online) })}
        link={can(services.index) ? listOfSite(paths.services.list, site.id) : undefined}
      />
      <StatCard
        label={t('sites:summary.warranties')}
        value={number(warranties)}
        hint={t('sites:summary.warrantiesHint')}
        link={listsHardware ? expiringWarranties(site.id, Date.now()) : undefined}
      />
    </div>
  )
}

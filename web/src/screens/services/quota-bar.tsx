import type { Service } from '@trunkline/contract/resources/service-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { bytesText } from '../../ui/amounts.ts'
import layout from '../../ui/layout.module.css'
import { formatDay } from '../../ui/time-format.ts'
import { regional } from '../../ui/zone.ts'
import { QuotaBadge } from './badges.tsx'
import classes from './services.module.css'
import { nextPeriod, quotaShare } from './quota-period.ts'

/** How much of the quota is used in the present period, and when it is reset. */
export function QuotaBar({ quota, state }: { quota: Service['quota']; state: Service['quota_state'] }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const share = quotaShare(quota)
  const used = bytesText(quota.used_bytes, language)
  if (share === undefined || quota.quota_bytes === null)
    return <p className={layout.note}>{t(`services:quota.none.${quota.period}`, { used })}</p>
  const rounded = Math.floor(share)
  const text = t(`services:quota.of.${quota.period}`, {
    used,
    quota: bytesText(quota.quota_bytes, language),
    share: rounded,
  })
  return (
    <div className={classes.quota}>
      <div className={classes.quotaHead}>
        <span>{text}</span> <QuotaBadge state={state} />
      </div>
      <div className={classes.bar} aria-hidden="true">
        <div
          style={{ inlineSize: `${Math.min(100, share)}%` }}
          data-level={share >= 100 ? 'over' : share >= 80 ? 'high' : 'fine'}
        />
      </div>
      <p className={layout.note}>{t('services:quota.reset', { day: formatDay(nextPeriod(quota), language, 'UTC') })}</p>
    </div>
  )
}

import type { AlertListRow } from '@trunkline/contract/resources/alert'
import { alertRules, type AlertRuleKey, type AlertSeverity } from '@trunkline/contract/resources/alert-rules'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { TFunction } from '../../i18n/translations.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<AlertSeverity, Tone> = { info: 'info', warning: 'warning', critical: 'bad' }

export function SeverityBadge({ severity }: { severity: AlertSeverity }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[severity]}>{t(`alerts:value.severity.${severity}`)}</StatusBadge>
}

/** Whether an alert is open, and why it is not notified. */
export function ConditionBadge({ alert }: { alert: AlertListRow }) {
  const { t } = useTranslation()
  if (alert.condition === 'closed') return <StatusBadge>{t('alerts:value.condition.closed')}</StatusBadge>
  const held = alert.in_maintenance
    ? 'maintenance'
    : alert.flapping
      ? 'flapping'
      : alert.suppressed
        ? 'suppressed'
        : alert.acknowledged
          ? 'acknowledged'
          : null
  return held === null ? (
    <StatusBadge tone="bad">{t(`alerts:value.condition.${alert.condition}`)}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{t(`alerts:status.${held}`)}</StatusBadge>
  )
}

/** A value in the unit of its rule. */
export function valueText(t: TFunction, rule: AlertRuleKey, value: number | null): string | null {
  const { unit } = alertRules[rule]
  if (value === null || unit === null) return null
  return t(`alerts:unit.${unit}`, { value: Math.round(value * 10) / 10 })
}

/** Name of the subject, with the port or sensor. */
export const subjectName = ({ subject_name, part }: Pick<AlertListRow, 'subject_name' | 'part'>): string =>
  part === '' ? subject_name : `${subject_name}, ${part}`

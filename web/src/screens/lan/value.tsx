import { useTranslation } from '../../i18n/use-translation.ts'
import { durationText } from '../../ui/amounts.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'

/** A value of a device as text: lists with commas, yes and no, a dash if empty; `field` in `_seconds` as a duration. */
export function Value({ of, field }: { of: unknown; field?: string }) {
  const { t, i18n } = useTranslation()
  if (of === null || of === undefined || of === '' || (Array.isArray(of) && of.length === 0))
    return <NotSet label={t('ui:notSet')} />
  if (typeof of === 'number' && field?.endsWith('_seconds')) return durationText(of, regional(i18n.language))
  if (typeof of === 'boolean') return t(of ? 'ui:yes' : 'ui:no')
  if (Array.isArray(of)) return of.join(', ')
  return String(of)
}

/** Whether a row of a device is in effect. */
export function RowState({ of }: { of: { disabled: boolean; invalid?: boolean } }) {
  const { t } = useTranslation()
  return (
    <StatusBadge tone={of.invalid ? 'bad' : of.disabled ? 'neutral' : 'good'}>
      {t(`lan:state.${of.invalid ? 'invalid' : of.disabled ? 'disabled' : 'active'}`)}
    </StatusBadge>
  )
}

/** Options by name. The current value is one of them, even if the device no longer lists it. */
export const nameOptions = (names: readonly string[], current: string | null | undefined) =>
  [...new Set([...(current ? [current] : []), ...names])].map((name) => ({ id: name, name }))

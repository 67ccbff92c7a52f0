import type { AnyMessage } from '@trunkline/contract/errors'
import { useTranslation } from '../i18n/use-translation.ts'
import { textOf, useMessages } from '../i18n/messages.ts'
import { formatTime } from '../ui/time-format.ts'
import { useZone } from '../ui/zone.ts'
import { fieldLabel } from '../ui/field-label.ts'
import layout from '../ui/layout.module.css'
import classes from './detail.module.css'
import { changesOf, valueText } from './diff.ts'

const isMessage = (value: unknown): value is AnyMessage =>
  typeof value === 'object' && value !== null && 'reason' in value && 'params' in value

/** The changed fields of an audit entry. `room` is the namespace of their labels. */
export function AuditDiff({
  before,
  after,
  namespace,
}: {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  namespace?: string | undefined
}) {
  const { t, i18n } = useTranslation()
  const zone = useZone()
  useMessages()
  const changes = changesOf(before, after)
  if (changes.length === 0) return null
  const labels = { yes: t('ui:yes'), no: t('ui:no'), empty: t('detail:activity.empty') }
  /** A stored value as screens show it: times in the user's zone, choices by name. */
  const textOfValue = (field: string, value: unknown): string => {
    if (isMessage(value)) return textOf(value)
    if (typeof value !== 'string') return valueText(value, labels)
    if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(value)) return formatTime(value, i18n.language, zone)
    const text = valueText(value, labels)
    if (field === 'type' || field === 'new_company_type')
      return t([`${namespace ?? 'shell'}:value.${field}.${value}`, `shell:companyType.${value}`], {
        defaultValue: text,
      })
    if (field === 'role') return t(`shell:userRole.${value}`, { defaultValue: text })
    return namespace && /^[a-z0-9-]+$/.test(value)
      ? t(`${namespace}:value.${field}.${value}`, { defaultValue: text })
      : text
  }
  const label = (field: string) => (namespace ? fieldLabel(t, namespace, field) : field)
  return (
    <div className={layout.scroll}>
      <table className={classes.diff}>
        <thead>
          <tr>
            <th scope="col">{t('detail:activity.field')}</th>
            {before ? <th scope="col">{t('detail:activity.before')}</th> : null}
            {after ? <th scope="col">{t('detail:activity.after')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{label(change.field)}</th>
              {before ? (
                <td className={after ? classes.before : undefined}>{textOfValue(change.field, change.before)}</td>
              ) : null}
              {after ? <td>{textOfValue(change.field, change.after)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

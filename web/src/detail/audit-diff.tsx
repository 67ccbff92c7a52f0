import type { Subject } from '@trunkline/contract/abilities'
import type { AnyMessage } from '@trunkline/contract/errors'
import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '../api/chunk.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { textOf, useMessages } from '../i18n/messages.ts'
import { formatDay, formatTime } from '../ui/time-format.ts'
import { regional, useZone } from '../ui/zone.ts'
import { columnLabel } from '../ui/field-label.ts'
import layout from '../ui/layout.module.css'
import classes from './detail.module.css'
import { changesOf, valueText } from './diff.ts'

const CustomFieldName = lazy(() => loadChunk(() => import('./custom-field-name.tsx')))
const TagNames = lazy(() => loadChunk(() => import('./tag-names.tsx')))

const isMessage = (value: unknown): value is AnyMessage =>
  typeof value === 'object' && value !== null && 'reason' in value && 'params' in value

const customField = 'custom_fields.'

/**
 * The changed fields of an audit entry. `namespace` is that of their labels, `subject` the kind of the record, `names`
 * has the records that the fields refer to.
 */
export function AuditDiff({
  subject,
  before,
  after,
  names = {},
  namespace,
}: {
  subject?: Subject | 'account'
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  names?: AuditEntry['names']
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
    if (typeof value === 'number') return names[field]?.[value] ?? valueText(value, labels)
    const text = valueText(value, labels)
    if (Array.isArray(value) && value.length > 0) return value.map((item) => textOfValue(field, item)).join(', ')
    if (typeof value === 'boolean' && namespace)
      return t(`${namespace}:value.${field}.${value}`, { defaultValue: text })
    if (typeof value !== 'string') return text
    const language = regional(i18n.language)
    if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(value)) return formatTime(value, language, zone)
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value, language, zone)
    if (field === 'type' || field === 'new_company_type')
      return t([`${namespace ?? 'shell'}:value.${field}.${value}`, `shell:companyType.${value}`], {
        defaultValue: text,
      })
    if (field === 'role') return t(`shell:userRole.${value}`, { defaultValue: text })
    return namespace && /^[a-z0-9-]+$/.test(value)
      ? t(`${namespace}:value.${field}.${value}`, { defaultValue: text })
      : text
  }
  const shown = (field: string, value: unknown): ReactNode => {
    const text = textOfValue(field, value)
    if (field !== 'tag_ids' || !Array.isArray(value) || value.length === 0) return text
    return (
      <Suspense fallback={text}>
        <TagNames ids={value as number[]} />
      </Suspense>
    )
  }
  const label = (field: string): ReactNode => {
    if (!field.startsWith(customField)) return namespace ? columnLabel(t, namespace, field) : field
    const name = field.slice(customField.length)
    return (
      <Suspense fallback={name}>
        <CustomFieldName subject={subject} name={name} />
      </Suspense>
    )
  }
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
                <td className={after ? classes.before : undefined}>{shown(change.field, change.before)}</td>
              ) : null}
              {after ? <td>{shown(change.field, change.after)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { useTranslation } from '../../i18n/use-translation.ts'
import layout from '../../ui/layout.module.css'
import { personOf } from './audit-objects.ts'

/** The user who acted, and the user who was logged in as them. */
export function Actor({ entry }: { entry: Pick<AuditEntry, 'actor_name' | 'actor_id' | 'impersonator_name'> }) {
  const { t } = useTranslation()
  const actor = personOf(entry.actor_name)
  const name = entry.actor_id === null && entry.actor_name === 'system' ? t('audit:system') : actor.name
  return (
    <span className={layout.cellLines} title={actor.email}>
      <span>{name}</span>
      {entry.impersonator_name ? (
        <span className={layout.hint}>{t('audit:as', { name: personOf(entry.impersonator_name).name })}</span>
      ) : null}
    </span>
  )
}

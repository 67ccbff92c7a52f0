import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { useTranslation } from '../../i18n/use-translation.ts'
import { personOf } from './audit-objects.ts'
import classes from './audit.module.css'

/** The one who acted, and through whom. */
export function Who({ entry }: { entry: Pick<AuditEntry, 'actor_name' | 'actor_id' | 'impersonator_name'> }) {
  const { t } = useTranslation()
  const actor = personOf(entry.actor_name)
  const name = entry.actor_id === null && entry.actor_name === 'system' ? t('audit:system') : actor.name
  if (!entry.impersonator_name) return <span title={actor.email}>{name}</span>
  return (
    <span className={classes.who} title={actor.email}>
      <span>{name}</span>
      <span className={classes.hint}>{t('audit:as', { name: personOf(entry.impersonator_name).name })}</span>
    </span>
  )
}

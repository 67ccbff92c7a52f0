import { Drawer } from '@mantine/core'
import { escapeValue } from '@trunkline/contract/list'
import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { useTranslation } from '../../i18n/use-translation.ts'
import { AuditDiff } from '../../detail/audit-diff.tsx'
import { changesOf } from '../../detail/diff.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { toneOf } from './action-tone.ts'
import { objectPath, personOf, roomOf } from './audit-objects.ts'
import classes from './audit.module.css'
import { Who } from './who.tsx'

/** One entry in full: everything that was recorded, with each field before and after. */
export default function AuditDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation()
  const to = objectPath(entry)
  const changed = changesOf(entry.before, entry.after).length > 0
  const only = (field: string, value: string) => ({
    search: `${field}:${escapeValue(value)}`,
    searchFields: `${field}:=`,
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('audit:entry', { id: entry.id })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={classes.stack}>
        <FactList
          facts={[
            { label: t('audit:field.at'), value: <Time value={entry.at} /> },
            {
              label: t('audit:field.action'),
              value: <StatusBadge tone={toneOf(entry.action)}>{t(`audit:value.action.${entry.action}`)}</StatusBadge>,
            },
            { label: t('audit:field.actor_name'), value: <Who entry={entry} /> },
            { label: t('common:field.email'), value: personOf(entry.actor_name).email },
            {
              label: t('audit:field.object_label'),
              value: to && entry.object_label ? <TextLink to={to}>{entry.object_label}</TextLink> : entry.object_label,
            },
            {
              label: t('audit:field.company_name'),
              value:
                entry.company_id && entry.company_name ? (
                  <TextLink to={paths.companies.summary(entry.company_id)}>{entry.company_name}</TextLink>
                ) : null,
            },
            { label: t('audit:field.ip'), value: entry.ip ? <span className={classes.code}>{entry.ip}</span> : null },
            {
              label: t('audit:field.request_id'),
              value: entry.request_id ? (
                <>
                  <span className={classes.code}>{entry.request_id}</span>{' '}
                  <CopyButton value={entry.request_id} what={t('audit:field.request_id')} />
                </>
              ) : null,
            },
          ]}
        />
        <section>
          <h3 className={classes.heading}>{t('audit:before')}</h3>
          {changed ? (
            <AuditDiff before={entry.before} after={entry.after} namespace={roomOf(entry.subject)} />
          ) : (
            <p className={classes.hint}>{t('audit:noChanges')}</p>
          )}
        </section>
        <div className={classes.links}>
          {entry.request_id ? (
            <TextLink to={paths.audit.list} search={only('request_id', entry.request_id)} onClick={onClose}>
              {t('audit:sameRequest')}
            </TextLink>
          ) : null}
          {entry.actor_id ? (
            <TextLink to={paths.audit.list} search={only('actor_id', String(entry.actor_id))} onClick={onClose}>
              {t('audit:sameActor')}
            </TextLink>
          ) : null}
        </div>
      </div>
    </Drawer>
  )
}

import { Drawer, Group, Stack, Text } from '@mantine/core'
import { escapeValue } from '@trunkline/contract/list'
import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { useTranslation } from '../../i18n/use-translation.ts'
import { AuditDiff } from '../../detail/audit-diff.tsx'
import { changesOf } from '../../detail/diff.ts'
import { paths } from '../../paths.ts'
import { recordFacts } from '../../record/record-facts.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { CompanyLink } from '../companies/company-link.tsx'
import { ActionBadge } from './action-badge.tsx'
import { Actor } from './actor.tsx'
import { objectPath, personOf, featureOf } from './audit-objects.ts'

/** One entry with all that was recorded, and each field before and after. */
export default function AuditDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation()
  const to = objectPath(entry)
  const changed = changesOf(entry.before, entry.after).length > 0
  const filterLink = (field: string, value: string | number | null, label: string) =>
    value === null ? null : (
      <TextLink
        to={paths.audit.list}
        search={{ search: `${field}:${escapeValue(String(value))}`, searchFields: `${field}:=` }}
        onClick={onClose}
      >
        {label}
      </TextLink>
    )
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('audit:entry', { id: entry.id })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Stack gap="lg">
        <FactList
          facts={recordFacts(t, 'audit', {
            at: <Time value={entry.at} />,
            action: <ActionBadge action={entry.action} />,
            actor_name: <Actor entry={entry} />,
            email: personOf(entry.actor_name).email ?? null,
            object_label:
              to && entry.object_label ? <TextLink to={to}>{entry.object_label}</TextLink> : entry.object_label,
            company_name: <CompanyLink id={entry.company_id} name={entry.company_name} />,
            ip: entry.ip && <span className={layout.code}>{entry.ip}</span>,
            request_id: entry.request_id && (
              <span className={layout.copied}>
                <span className={layout.code}>{entry.request_id}</span>
                <CopyButton value={entry.request_id} what={t('audit:field.request_id')} />
              </span>
            ),
          })}
        />
        <section>
          <Text component="h3" fw={600} mb="xs">
            {t('audit:field.after')}
          </Text>
          {changed ? (
            <AuditDiff
              subject={entry.subject}
              before={entry.action === 'create' ? null : entry.before}
              after={entry.after}
              names={entry.names}
              namespace={featureOf(entry.subject)}
            />
          ) : (
            <p className={layout.smallNote}>{t('audit:noChanges')}</p>
          )}
        </section>
        <Group gap="xs md">
          {filterLink('request_id', entry.request_id, t('audit:sameRequest'))}
          {filterLink('actor_id', entry.actor_id, t('audit:sameActor'))}
        </Group>
      </Stack>
    </Drawer>
  )
}

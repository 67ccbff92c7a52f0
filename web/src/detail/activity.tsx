import { Button } from '@mantine/core'
import type { Subject } from '@trunkline/contract/abilities'
import { audits, type AuditEntry } from '@trunkline/contract/resources/audit'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCall } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { AuditDiff } from './audit-diff.tsx'
import layout from '../ui/layout.module.css'
import classes from './detail.module.css'

/** An audit entry: who, what, when, from where, and the changed fields. */
export function ActivityEntry({ entry, namespace }: { entry: AuditEntry; namespace?: string | undefined }) {
  const { t } = useTranslation()
  const byPanel = entry.actor_id === null && entry.actor_name === 'system'
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <span>
          <span className={classes.who}>{byPanel ? t('detail:activity.system') : entry.actor_name}</span>{' '}
          {entry.impersonator_name ? `${t('detail:activity.as', { name: entry.impersonator_name })} ` : null}
          {t(`detail:activity.action.${entry.action}`, { defaultValue: entry.action })}
        </span>
        <span className={layout.hint}>
          <RelativeTime value={entry.at} />
        </span>
      </div>
      <AuditDiff
        subject={entry.subject}
        before={entry.action === 'create' ? null : entry.before}
        after={entry.after}
        names={entry.names}
        namespace={namespace}
      />
      {entry.ip || entry.request_id ? (
        <div className={classes.meta}>
          {entry.ip ? <span>{t('detail:activity.from', { ip: entry.ip })}</span> : null}
          {entry.request_id ? (
            <span>
              {t('ui:error.request')} <code>{entry.request_id}</code>{' '}
              <CopyButton value={entry.request_id} what={t('ui:error.request')} />
            </span>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

/** The audit entries of a record, newest first. */
export function Activity({ subject, objectId, namespace }: { subject: Subject; objectId: number; namespace?: string }) {
  const { t } = useTranslation()
  const [perPage, setPerPage] = useState<25 | 50 | 100 | 200>(25)
  const { data, error, isPending, refetch } = useCall(
    audits.index,
    {
      query: {
        search: `subject:${subject};object_id:${objectId}`,
        searchFields: 'subject:=;object_id:=',
        searchJoin: 'and',
        perPage,
      },
    },
    { subjects: [subject] },
  )
  if (error)
    return (
      <Card>
        <ErrorNotice error={error} retry={() => void refetch()} />
      </Card>
    )
  if (isPending || !data)
    return (
      <Card>
        <DetailSkeleton />
      </Card>
    )
  const { total } = data.meta.pagination
  if (data.data.length === 0)
    return (
      <Card>
        <EmptyState title={t('detail:activity.none')} text={t('detail:activity.noneText')} />
      </Card>
    )
  return (
    <Card>
      <ol className={layout.list}>
        {data.data.map((entry) => (
          <ActivityEntry key={entry.id} entry={entry} namespace={namespace} />
        ))}
      </ol>
      {total > data.data.length && perPage < 200 ? (
        <Button variant="default" size="sm" onClick={() => setPerPage(perPage === 25 ? 100 : 200)}>
          {t('detail:activity.more', { count: total - data.data.length })}
        </Button>
      ) : null}
    </Card>
  )
}

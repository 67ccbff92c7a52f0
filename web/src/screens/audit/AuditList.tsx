import { Button, VisuallyHidden } from '@mantine/core'
import { audits, type AuditEntry } from '@trunkline/contract/resources/audit'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCan } from '../../access/can.ts'
import { changesOf } from '../../detail/diff.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { objectPath, personOf } from './audit-objects.ts'
import classes from './audit.module.css'
import { toneOf } from './action-tone.ts'
import { Who } from './who.tsx'

const AuditDrawer = lazy(() => loadChunk(() => import('./audit-drawer.tsx')))

/** Who did what in the caller's part of the tree, newest first. */
export default function AuditList() {
  const { t } = useTranslation()
  const can = useCan()
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const none = <NotSet label={t('ui:notSet')} />
  const subjectName = (subject: string) => t(`audit:value.subject.${subject}`, { defaultValue: subject })

  const columns: ListColumn<AuditEntry>[] = [
    { field: 'at', header: t('audit:field.at'), width: 205, card: 'title', render: (row) => <Time value={row.at} /> },
    {
      field: 'actor_name',
      header: t('audit:field.actor_name'),
      width: 150,
      card: 'fact',
      render: (row) => <Who entry={row} />,
    },
    {
      field: 'action',
      header: t('audit:field.action'),
      width: 175,
      card: 'status',
      render: (row) => <StatusBadge tone={toneOf(row.action)}>{t(`audit:value.action.${row.action}`)}</StatusBadge>,
    },
    {
      field: 'object_label',
      header: t('audit:field.object_label'),
      width: 180,
      card: 'fact',
      render: (row) => {
        const to = objectPath(row)
        const may = can({ action: 'view', subject: row.subject === 'account' ? 'users' : row.subject })
        if (row.object_label === null) return none
        return to && may ? (
          <TextLink to={to} inherit className={classes.quiet}>
            {personOf(row.object_label).name}
          </TextLink>
        ) : (
          personOf(row.object_label).name
        )
      },
    },
    {
      field: 'after',
      header: t('audit:field.after'),
      width: 100,
      card: 'fact',
      render: (row) => {
        const count = changesOf(row.before, row.after).length
        return (
          <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setShown(row)}>
            {count > 0 ? t('audit:changes', { count }) : t('audit:details')}
            <VisuallyHidden>
              ,{' '}
              {t('audit:openEntry', {
                action: t(`audit:value.action.${row.action}`),
                object: row.object_label ?? subjectName(row.subject),
              })}
            </VisuallyHidden>
          </Button>
        )
      },
    },
    {
      field: 'company_name',
      header: t('audit:field.company_name'),
      width: 165,
      render: (row) =>
        row.company_id && row.company_name ? (
          <TextLink to={paths.companies.summary(row.company_id)} inherit className={classes.quiet}>
            {row.company_name}
          </TextLink>
        ) : (
          none
        ),
    },
    {
      field: 'subject',
      header: t('audit:field.subject'),
      width: 130,
      hidden: true,
      render: (row) => subjectName(row.subject),
    },
    {
      field: 'ip',
      header: t('audit:field.ip'),
      width: 130,
      render: (row) => (row.ip ? <span className={classes.code}>{row.ip}</span> : none),
    },
    {
      field: 'request_id',
      header: t('audit:field.request_id'),
      width: 200,
      hidden: true,
      render: (row) => (row.request_id ? <span className={classes.code}>{row.request_id}</span> : none),
    },
    { field: 'id', header: t('audit:field.id'), width: 90, hidden: true },
  ]

  return (
    <>
      <ListScreen<AuditEntry>
        endpoint={audits.index}
        name="audit"
        title={t('audit:title')}
        subtitle={t('audit:subtitle')}
        columns={columns}
        rowName={(row) => `${row.id}`}
        valueLabel={(field, value) =>
          field === 'subject' ? subjectName(value) : t(`audit:value.${field}.${value}`, { defaultValue: value })
        }
        withoutFilter={['company_id']}
        empty={{ title: t('audit:empty.title'), text: t('audit:empty.text'), icon: <IconHistory size={20} /> }}
      />
      <Suspense fallback={null}>{shown ? <AuditDrawer entry={shown} onClose={() => setShown(null)} /> : null}</Suspense>
    </>
  )
}

import { Button, VisuallyHidden } from '@mantine/core'
import { audits, type AuditEntry } from '@trunkline/contract/resources/audit'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCan } from '../../access/can.ts'
import { changesOf } from '../../detail/diff.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { fieldColumns } from '../../record/record-columns.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { CompanyLink } from '../companies/company-link.tsx'
import { ActionBadge } from './action-badge.tsx'
import { Actor } from './actor.tsx'
import { objectPath, personOf } from './audit-objects.ts'
import { subjectLabel } from './subject-label.ts'

const AuditDrawer = lazy(() => loadChunk(() => import('./audit-drawer.tsx')))

/** The audit log of the caller's company and those below, newest first. */
export default function AuditList() {
  const { t } = useTranslation()
  const can = useCan()
  const [selected, setSelected] = useState<AuditEntry | null>(null)
  const none = <NotSet label={t('ui:notSet')} />
  const code = (text: string | null) => (text ? <span className={layout.code}>{text}</span> : none)

  const columns = fieldColumns<AuditEntry>(t, 'audit', [
    { field: 'at', width: 185, card: 'title', render: (row) => <Time value={row.at} /> },
    { field: 'actor_name', width: 140, card: 'fact', render: (row) => <Actor entry={row} /> },
    { field: 'action', width: 160, card: 'status', render: (row) => <ActionBadge action={row.action} /> },
    {
      field: 'object_label',
      width: 180,
      card: 'fact',
      render: (row) => {
        if (row.object_label === null) return none
        const to = objectPath(row)
        const { name } = personOf(row.object_label)
        return to && can({ action: 'view', subject: row.subject === 'account' ? 'users' : row.subject }) ? (
          <TextLink to={to} inherit className={layout.cellLink}>
            {name}
          </TextLink>
        ) : (
          name
        )
      },
    },
    {
      field: 'after',
      width: 100,
      card: 'fact',
      render: (row) => {
        const count = changesOf(row.before, row.after).length
        return (
          <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setSelected(row)}>
            {count > 0 ? t('audit:changes', { count }) : t('audit:details')}
            <VisuallyHidden>
              ,{' '}
              {t('audit:openEntry', {
                action: t(`audit:value.action.${row.action}`),
                object: row.object_label ?? subjectLabel(t, row.subject),
              })}
            </VisuallyHidden>
          </Button>
        )
      },
    },
    {
      field: 'company_name',
      width: 140,
      render: (row) => <CompanyLink id={row.company_id} name={row.company_name} cell />,
    },
    { field: 'subject', width: 130, hidden: true, render: (row) => subjectLabel(t, row.subject) },
    { field: 'ip', width: 120, render: (row) => code(row.ip) },
    { field: 'request_id', width: 200, hidden: true, render: (row) => code(row.request_id) },
    { field: 'id', width: 90, hidden: true },
  ])

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
          field === 'subject' ? subjectLabel(t, value) : t(`audit:value.${field}.${value}`, { defaultValue: value })
        }
        withoutFilter={['company_id']}
        empty={{ title: t('audit:empty.title'), text: t('audit:empty.text'), icon: <IconHistory size={20} /> }}
      />
      <Suspense fallback={null}>
        {selected ? <AuditDrawer entry={selected} onClose={() => setSelected(null)} /> : null}
      </Suspense>
    </>
  )
}

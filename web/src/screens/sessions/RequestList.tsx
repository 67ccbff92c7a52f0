import { radiusSessions, type CoaRow } from '@trunkline/contract/resources/radius-session'
import { IconInfoCircle, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { personOf } from '../audit/audit-objects.ts'
import { Code, CompanyName, NasName } from './cells.tsx'
import { answerText, askerText, outcomeText, toneOfState } from './coa-words.ts'
import { useDiallerPath } from './dialler.ts'
import { sessionValue } from './session-columns.tsx'
import { SessionTabs } from './session-tabs.tsx'

const RequestDrawer = lazy(() => loadChunk(() => import('./request-drawer.tsx')))

/** What NAS devices were asked for, by whom and why, and what they said. */
export default function RequestList() {
  const { t } = useTranslation()
  useMessages()
  const pathOf = useDiallerPath()
  const [shown, setShown] = useState<CoaRow | null>(null)
  const value = sessionValue(t)
  const none = <NotSet label={t('ui:notSet')} />

  const columns: ListColumn<CoaRow>[] = [
    { field: 'username', header: t('sessions:field.username'), width: 185, card: 'title' },
    {
      field: 'created_at',
      header: t('sessions:field.created_at'),
      width: 180,
      card: 'fact',
      render: (row) => <Time value={row.created_at} />,
    },
    {
      field: 'kind',
      header: t('sessions:field.kind'),
      width: 115,
      card: 'fact',
      render: (row) => t(`sessions:coa.kind.${row.kind}`),
    },
    {
      field: 'state',
      header: t('sessions:field.state'),
      width: 185,
      card: 'status',
      render: (row) => <StatusBadge tone={toneOfState(row.state)}>{t(`sessions:coa.state.${row.state}`)}</StatusBadge>,
    },
    {
      field: 'detail',
      header: t('sessions:field.detail'),
      width: 200,
      card: 'fact',
      render: (row) => {
        const text = answerText(row)
        return text ? <span title={text}>{text}</span> : none
      },
    },
    {
      field: 'nas_name',
      header: t('sessions:field.nas_name'),
      width: 130,
      card: 'fact',
      render: (row) => <NasName row={row} />,
    },
    {
      field: 'reason',
      header: t('sessions:field.reason'),
      width: 110,
      card: 'fact',
      render: (row) => t(`sessions:coa.why.${row.reason}`),
    },
    {
      field: 'requested_by',
      header: t('sessions:field.requested_by'),
      width: 140,
      card: 'fact',
      render: (row) => <span title={row.requested_by}>{askerText(personOf(row.requested_by).name, t)}</span>,
    },
    {
      field: 'sent_at',
      header: t('sessions:field.sent_at'),
      width: 180,
      hidden: true,
      render: (row) => <Time value={row.sent_at} />,
    },
    {
      field: 'finished_at',
      header: t('sessions:field.finished_at'),
      width: 180,
      hidden: true,
      render: (row) => <Time value={row.finished_at} />,
    },
    {
      field: 'company_name',
      header: t('sessions:field.company_name'),
      width: 165,
      hidden: true,
      render: (row) => <CompanyName row={row} />,
    },
    {
      field: 'session_id',
      header: t('sessions:field.session_id'),
      width: 180,
      hidden: true,
      render: (row) => <Code value={row.session_id} />,
    },
    {
      field: 'conclusion',
      header: t('sessions:field.conclusion'),
      width: 260,
      hidden: true,
      render: (row) => (row.conclusion ? outcomeText(row, t) : none),
    },
    { field: 'id', header: t('sessions:field.id'), width: 90, hidden: true },
  ]

  const words = (field: string, of: string): string => {
    if (field === 'kind') return t(`sessions:coa.kind.${of}`, { defaultValue: of })
    if (field === 'state') return t(`sessions:coa.state.${of}`, { defaultValue: of })
    if (field === 'conclusion') return t(`sessions:coa.conclusion.${of}`, { defaultValue: of })
    if (field === 'reason') return t(`sessions:coa.why.${of}`, { defaultValue: of })
    return value(field, of)
  }

  return (
    <>
      <ListScreen<CoaRow>
        endpoint={radiusSessions.coa}
        name="coa-requests"
        namespace="sessions"
        title={t('sessions:requests.title')}
        subtitle={t('sessions:requests.subtitle')}
        nav={<SessionTabs />}
        columns={columns}
        rowLink={pathOf}
        rowName={(row) => row.username}
        rowActions={(row) => [
          {
            key: 'details',
            label: t('sessions:details'),
            icon: <IconInfoCircle size={16} />,
            onClick: () => setShown(row),
          },
        ]}
        every={5000}
        valueLabel={words}
        withoutFilter={['id', 'service_id', 'company_id', 'nas_id']}
        empty={{
          title: t('sessions:requests.empty.title'),
          text: t('sessions:requests.empty.text'),
          icon: <IconSend size={20} />,
        }}
      />
      <Suspense fallback={null}>
        {shown ? <RequestDrawer request={shown} onClose={() => setShown(null)} /> : null}
      </Suspense>
    </>
  )
}

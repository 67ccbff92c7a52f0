import { radiusSessions, type CoaRow } from '@trunkline/contract/resources/radius-session'
import { IconSend } from '@tabler/icons-react'
import { lazy } from 'react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { personOf } from '../audit/audit-objects.ts'
import { columnsOf } from './cells.tsx'
import { answerText, outcomeText, requesterText, toneOfState } from './coa-status.ts'
import { useSessionList } from './use-session-list.tsx'

const RequestDrawer = lazy(() => loadChunk(() => import('./request-drawer.tsx')))

/** CoA and Disconnect requests to NAS devices: reason, requester, and what the NAS answered. */
export default function RequestList() {
  const { t } = useTranslation()
  const placeOf = usePlaceOf()
  useMessages()
  const { list, drawer } = useSessionList<CoaRow>('requests', IconSend, RequestDrawer)
  const none = <NotSet label={t('ui:notSet')} />
  return (
    <>
      <ListScreen<CoaRow>
        {...list}
        endpoint={radiusSessions.coa}
        name="coa-requests"
        columns={columnsOf<CoaRow>(t, [
          { field: 'username', width: 165, card: 'title', below: placeOf },
          { field: 'created_at', width: 185, card: 'fact' },
          { field: 'kind', width: 105, card: 'fact' },
          {
            field: 'state',
            width: 175,
            card: 'status',
            render: (row) => (
              <StatusBadge tone={toneOfState(row.state)}>{t(`sessions:value.state.${row.state}`)}</StatusBadge>
            ),
          },
          {
            field: 'detail',
            width: 135,
            card: 'fact',
            render: (row) => {
              const text = answerText(row)
              return text ? <span title={text}>{text}</span> : none
            },
          },
          { field: 'nas_name', width: 115, card: 'fact' },
          { field: 'reason', width: 110, hidden: true },
          {
            field: 'requested_by',
            width: 125,
            card: 'fact',
            render: (row) => <span title={row.requested_by}>{requesterText(personOf(row.requested_by).name, t)}</span>,
          },
          { field: 'sent_at', width: 180, hidden: true },
          { field: 'finished_at', width: 180, hidden: true },
          { field: 'company_name', width: 165, hidden: true },
          { field: 'session_id', width: 180, hidden: true },
          {
            field: 'conclusion',
            width: 260,
            hidden: true,
            render: (row) => (row.conclusion ? outcomeText(row, t) : none),
          },
          { field: 'id', width: 90, hidden: true },
        ])}
        every={5000}
      />
      {drawer}
    </>
  )
}

import { radiusSessions, type ClosedSession } from '@trunkline/contract/resources/radius-session'
import { IconHistory } from '@tabler/icons-react'
import { lazy } from 'react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { columnsOf, hiddenSessionColumns } from './cells.tsx'
import { useSessionList } from './use-session-list.tsx'

const SessionDrawer = lazy(() => loadChunk(() => import('./session-drawer.tsx')))

/** Sessions that have ended: duration, volume, cause, and what closed them. */
export default function HistoryList() {
  const { t } = useTranslation()
  const placeOf = usePlaceOf()
  const { list, drawer } = useSessionList<ClosedSession>('history', IconHistory, SessionDrawer)
  return (
    <>
      <ListScreen<ClosedSession>
        {...list}
        endpoint={radiusSessions.history}
        name="session-history"
        columns={columnsOf<ClosedSession>(t, [
          { field: 'username', width: 180, card: 'title', below: placeOf },
          { field: 'stopped_at', width: 185, card: 'fact' },
          { field: 'seconds', width: 115, card: 'fact' },
          { field: 'download_bytes', width: 110, align: 'end', card: 'fact' },
          { field: 'upload_bytes', width: 100, align: 'end', card: 'fact' },
          { field: 'cause', width: 170, card: 'fact' },
          { field: 'closed_by', width: 215, hidden: true },
          { field: 'nas_name', width: 130, card: 'fact' },
          { field: 'framed_ip', width: 125, hidden: true },
          { field: 'company_name', width: 145, hidden: true, card: 'fact' },
          { field: 'started_at', width: 180, hidden: true },
          { field: 'calling', width: 160, hidden: true },
          ...hiddenSessionColumns,
        ])}
        every={60_000}
      />
      {drawer}
    </>
  )
}

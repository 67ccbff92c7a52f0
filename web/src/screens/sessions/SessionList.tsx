import { radiusSessions, type LiveSession } from '@trunkline/contract/resources/radius-session'
import { IconActivity, IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { StartedAction, StartedRow } from '../../list/list-types.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { columnsOf, hiddenSessionColumns } from './cells.tsx'
import { useSessionList } from './use-session-list.tsx'

const DisconnectDialog = lazy(() => loadChunk(() => import('./disconnect-dialog.tsx')))
const SessionDrawer = lazy(() => loadChunk(() => import('./session-drawer.tsx')))

/** Sessions that are online, with the action that disconnects them. */
export default function SessionList() {
  const { t } = useTranslation()
  const placeOf = usePlaceOf()
  const can = useCan()
  const { list, drawer } = useSessionList<LiveSession>('live', IconActivity, SessionDrawer)
  const [ending, setEnding] = useState<{ rows: readonly StartedRow<string>[]; done: () => void } | null>(null)
  const disconnect: StartedAction<string> = {
    key: 'disconnect',
    label: t('sessions:disconnect.action'),
    icon: <IconPlugConnectedX size={16} aria-hidden="true" />,
    tone: 'danger',
    can: can(radiusSessions.disconnect),
    start: (rows, done) => setEnding({ rows, done }),
  }
  return (
    <>
      <ListScreen<LiveSession>
        {...list}
        endpoint={radiusSessions.index}
        name="sessions"
        columns={columnsOf<LiveSession>(t, [
          { field: 'username', width: 190, card: 'title', below: placeOf },
          { field: 'company_name', width: 145, hidden: true },
          { field: 'nas_name', width: 130, card: 'fact' },
          { field: 'framed_ip', width: 125, card: 'fact' },
          { field: 'started_at', width: 190, card: 'fact' },
          { field: 'download_bytes', width: 110, align: 'end', card: 'fact' },
          { field: 'upload_bytes', width: 105, align: 'end', card: 'fact' },
          { field: 'seconds', width: 125, hidden: true },
          { field: 'calling', width: 160, hidden: true },
          { field: 'updated_at', width: 140, hidden: true, render: (row) => <RelativeTime value={row.updated_at} /> },
          ...hiddenSessionColumns,
        ])}
        bulk={[disconnect]}
        every={20_000}
      />
      {drawer}
      <Suspense fallback={null}>
        {ending ? (
          <DisconnectDialog sessions={ending.rows} onChange={ending.done} onClose={() => setEnding(null)} />
        ) : null}
      </Suspense>
    </>
  )
}

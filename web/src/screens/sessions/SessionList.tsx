import { radiusSessions, type LiveSession } from '@trunkline/contract/resources/radius-session'
import { IconActivity, IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { StartedAction, StartedRow } from '../../list/list-types.ts'
import { useDiallerPath } from './dialler.ts'
import { sessionColumns, sessionValue, unfiltered } from './session-columns.tsx'
import { SessionTabs } from './session-tabs.tsx'

const DisconnectDialog = lazy(() => loadChunk(() => import('./disconnect-dialog.tsx')))
const SessionDrawer = lazy(() => loadChunk(() => import('./session-drawer.tsx')))

/** Who is online, and the way to end it. */
export default function SessionList() {
  const { t } = useTranslation()
  const can = useCan()
  const pathOf = useDiallerPath()
  const [shown, setShown] = useState<LiveSession | null>(null)
  const [ending, setEnding] = useState<{ rows: readonly StartedRow<string>[]; done: () => void } | null>(null)
  const of = sessionColumns<LiveSession>(t)

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
        endpoint={radiusSessions.index}
        name="sessions"
        title={t('sessions:live.title')}
        subtitle={t('sessions:live.subtitle')}
        nav={<SessionTabs />}
        columns={[
          of.username,
          of.company,
          of.nas,
          of.address,
          of.since,
          of.download,
          of.upload,
          { ...of.duration, hidden: true, card: undefined },
          { ...of.calling, hidden: true },
          of.heard,
          of.kind,
          of.port,
          of.called,
          of.ipv6Address,
          of.ipv6,
          of.delegated,
          of.id,
        ]}
        rowLink={pathOf}
        rowName={(row) => row.username}
        bulk={[disconnect]}
        rowActions={(row) => [
          {
            key: 'details',
            label: t('sessions:details'),
            icon: <IconInfoCircle size={16} />,
            onClick: () => setShown(row),
          },
        ]}
        every={20_000}
        valueLabel={sessionValue(t)}
        withoutFilter={unfiltered}
        empty={{
          title: t('sessions:live.empty.title'),
          text: t('sessions:live.empty.text'),
          icon: <IconActivity size={20} />,
        }}
      />
      <Suspense fallback={null}>
        {shown ? <SessionDrawer session={shown} onClose={() => setShown(null)} /> : null}
        {ending ? (
          <DisconnectDialog sessions={ending.rows} onChange={ending.done} onClose={() => setEnding(null)} />
        ) : null}
      </Suspense>
    </>
  )
}

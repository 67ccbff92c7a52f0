import { radiusSessions, type ClosedSession } from '@trunkline/contract/resources/radius-session'
import { IconHistory, IconInfoCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { Time } from '../../ui/time.tsx'
import { useDiallerPath } from './dialler.ts'
import { causeText, sessionColumns, sessionValue, unfiltered } from './session-columns.tsx'
import { SessionTabs } from './session-tabs.tsx'

const SessionDrawer = lazy(() => loadChunk(() => import('./session-drawer.tsx')))

/** Sessions that have ended: how long, how much, why, and who ended them. */
export default function HistoryList() {
  const { t } = useTranslation()
  const pathOf = useDiallerPath()
  const [shown, setShown] = useState<ClosedSession | null>(null)
  const of = sessionColumns<ClosedSession>(t)

  return (
    <>
      <ListScreen<ClosedSession>
        endpoint={radiusSessions.history}
        name="session-history"
        namespace="sessions"
        title={t('sessions:history.title')}
        subtitle={t('sessions:history.subtitle')}
        nav={<SessionTabs />}
        columns={[
          of.username,
          {
            field: 'stopped_at',
            header: t('sessions:field.stopped_at'),
            width: 180,
            card: 'fact',
            render: (row) => <Time value={row.stopped_at} />,
          },
          of.duration,
          of.download,
          of.upload,
          {
            field: 'cause',
            header: t('sessions:field.cause'),
            width: 180,
            card: 'fact',
            render: (row) => causeText(row.cause, t),
          },
          {
            field: 'closed_by',
            header: t('sessions:field.closed_by'),
            width: 215,
            card: 'fact',
            render: (row) => t(`sessions:closedBy.${row.closed_by}`),
          },
          of.nas,
          { ...of.address, hidden: true, card: undefined },
          { ...of.company, hidden: true },
          { ...of.since, hidden: true, card: undefined },
          { ...of.calling, hidden: true },
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
        rowActions={(row) => [
          {
            key: 'details',
            label: t('sessions:details'),
            icon: <IconInfoCircle size={16} />,
            onClick: () => setShown(row),
          },
        ]}
        every={60_000}
        valueLabel={sessionValue(t)}
        withoutFilter={unfiltered}
        empty={{
          title: t('sessions:history.empty.title'),
          text: t('sessions:history.empty.text'),
          icon: <IconHistory size={20} />,
        }}
      />
      <Suspense fallback={null}>
        {shown ? <SessionDrawer session={shown} onClose={() => setShown(null)} /> : null}
      </Suspense>
    </>
  )
}

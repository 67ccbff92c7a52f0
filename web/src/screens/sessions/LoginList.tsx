import { radiusSessions, type LoginRow } from '@trunkline/contract/resources/radius-session'
import { useSearch } from '@tanstack/react-router'
import { IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { Code, CompanyName, DetailsButton, NasName } from './cells.tsx'
import { useDiallerPath } from './dialler.ts'
import { loginText } from './login-words.ts'
import { sessionValue } from './session-columns.tsx'
import { SessionTabs } from './session-tabs.tsx'

const LoginDrawer = lazy(() => loadChunk(() => import('./login-drawer.tsx')))

/** Every login that was tried: whether it was let in, why not, and what to do about it. Never with a password. */
export default function LoginList() {
  const { t } = useTranslation()
  useMessages()
  const pathOf = useDiallerPath()
  const { search } = useSearch({ strict: false }) as { search?: unknown }
  const [shown, setShown] = useState<LoginRow | null>(null)
  const value = sessionValue(t)

  const columns: ListColumn<LoginRow>[] = [
    { field: 'username', header: t('sessions:field.username'), width: 190, card: 'title' },
    { field: 'at', header: t('sessions:field.at'), width: 180, card: 'fact', render: (row) => <Time value={row.at} /> },
    {
      field: 'reason',
      header: t('sessions:result'),
      width: 180,
      card: 'status',
      render: (row) => <StatusBadge tone={row.accepted ? 'good' : 'bad'}>{loginText(row, t)}</StatusBadge>,
    },
    {
      field: 'accepted',
      header: t('sessions:adviceTitle'),
      width: 100,
      card: 'fact',
      render: (row) => (
        <DetailsButton label={t('sessions:openLogin', { name: row.username })} onOpen={() => setShown(row)} />
      ),
    },
    {
      field: 'nas_name',
      header: t('sessions:field.nas_name'),
      width: 125,
      card: 'fact',
      render: (row) => <NasName row={row} />,
    },
    {
      field: 'calling',
      header: t('sessions:field.calling'),
      width: 155,
      card: 'fact',
      render: (row) => <Code value={row.calling} />,
    },
    {
      field: 'company_name',
      header: t('sessions:field.company_name'),
      width: 140,
      card: 'fact',
      render: (row) => <CompanyName row={row} />,
    },
    {
      field: 'service_kind',
      header: t('sessions:field.service_kind'),
      width: 150,
      hidden: true,
      render: (row) => (row.service_kind ? t(`sessions:serviceKind.${row.service_kind}`) : t('sessions:unknownUser')),
    },
    { field: 'id', header: t('sessions:field.id'), width: 110, hidden: true },
  ]

  return (
    <>
      <ListScreen<LoginRow>
        endpoint={radiusSessions.logins}
        name="logins"
        namespace="sessions"
        title={t('sessions:logins.title')}
        subtitle={t('sessions:logins.subtitle')}
        nav={<SessionTabs />}
        actions={
          search === undefined ? (
            <LinkButton variant="default" to={paths.sessions.logins} search={{ search: 'accepted:0' }}>
              {t('sessions:logins.refusedOnly')}
            </LinkButton>
          ) : (
            <LinkButton variant="default" to={paths.sessions.logins}>
              {t('sessions:logins.everything')}
            </LinkButton>
          )
        }
        columns={columns}
        rowLink={pathOf}
        rowName={(row) => row.username}
        every={20_000}
        valueLabel={(field, of) =>
          field === 'reason' ? t(`sessions:reason.${of}`, { defaultValue: of }) : value(field, of)
        }
        withoutFilter={['id', 'service_id', 'company_id', 'nas_id']}
        empty={{
          title: t('sessions:logins.empty.title'),
          text: t('sessions:logins.empty.text'),
          icon: <IconKey size={20} />,
        }}
      />
      <Suspense fallback={null}>{shown ? <LoginDrawer login={shown} onClose={() => setShown(null)} /> : null}</Suspense>
    </>
  )
}

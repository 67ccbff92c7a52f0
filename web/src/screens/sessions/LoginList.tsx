import { radiusSessions, type LoginRow } from '@trunkline/contract/resources/radius-session'
import { useSearch } from '@tanstack/react-router'
import { IconKey } from '@tabler/icons-react'
import { lazy } from 'react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { columnsOf, DetailsButton } from './cells.tsx'
import { loginText } from './login-words.ts'
import { useSessionList } from './use-session-list.tsx'

const LoginDrawer = lazy(() => loadChunk(() => import('./login-drawer.tsx')))

/** Accepted and rejected logins, with the reason of a rejection and advice. Never with a password. */
export default function LoginList() {
  const { t } = useTranslation()
  const placeOf = usePlaceOf()
  useMessages()
  const { search } = useSearch({ strict: false }) as { search?: unknown }
  const { list, open, drawer } = useSessionList<LoginRow>('logins', IconKey, LoginDrawer)
  // A column has the button that opens the details.
  const { rowActions: _details, ...shared } = list
  return (
    <>
      <ListScreen<LoginRow>
        {...shared}
        endpoint={radiusSessions.logins}
        name="logins"
        actions={
          <LinkButton
            variant="default"
            to={paths.sessions.logins}
            search={search === undefined ? { search: 'accepted:0' } : undefined}
          >
            {t(search === undefined ? 'sessions:logins.rejectedOnly' : 'sessions:logins.all')}
          </LinkButton>
        }
        columns={columnsOf<LoginRow>(t, [
          { field: 'username', width: 190, card: 'title', below: placeOf },
          { field: 'at', width: 190, card: 'fact' },
          {
            field: 'reason',
            header: t('sessions:result'),
            width: 180,
            card: 'status',
            render: (row) => <StatusBadge tone={row.accepted ? 'good' : 'bad'}>{loginText(row, t)}</StatusBadge>,
          },
          {
            field: 'accepted',
            header: t('sessions:details'),
            width: 100,
            card: 'fact',
            render: (row) => (
              <DetailsButton label={t('sessions:openLogin', { name: row.username })} onOpen={() => open(row)} />
            ),
          },
          { field: 'nas_name', width: 125, card: 'fact' },
          { field: 'calling', width: 155, card: 'fact' },
          { field: 'company_name', width: 140, hidden: true },
          {
            field: 'service_kind',
            width: 150,
            hidden: true,
            render: (row) =>
              t(row.service_kind ? `sessions:value.service_kind.${row.service_kind}` : 'sessions:unknownUser'),
          },
          { field: 'id', width: 110, hidden: true },
        ])}
        every={20_000}
      />
      {drawer}
    </>
  )
}

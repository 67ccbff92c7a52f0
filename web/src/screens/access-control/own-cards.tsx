import { account } from '@trunkline/contract/resources/account'
import { companies, type Company } from '@trunkline/contract/resources/company'
import { invites } from '@trunkline/contract/resources/invite'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { readUserAgent } from '../../ui/user-agent.ts'
import { phoneLink } from '../../ui/phone-link.tsx'
import { addressLines } from '../companies/company-facts.tsx'
import { InviteStatusBadge } from '../invites/status-badge.tsx'
import { RoleBadge } from '../users/badges.tsx'
import classes from './access-control.module.css'

/** The content of a card, or its loading or error state. */
function loaded<T>(
  query: { error: unknown; data: T | undefined; refetch: () => unknown },
  content: (of: T) => ReactNode,
) {
  if (query.error) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />
  return query.data ? content(query.data) : <TableSkeleton rows={3} columns={1} rowHeight={48} />
}

/** Up to five rows, each with a status at its end. */
function Rows<Row extends { id: number | string }>({
  rows,
  render,
}: {
  rows: readonly Row[]
  render: (row: Row) => { title: ReactNode; hint: ReactNode; status: ReactNode }
}) {
  return (
    <ul className={layout.rows}>
      {rows.slice(0, 5).map((row) => {
        const { title, hint, status } = render(row)
        return (
          <li key={row.id}>
            <span className={layout.stacked}>
              <span>{title}</span>
              <span className={layout.hint}>{hint}</span>
            </span>
            <span>{status}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Name, address and contact of the company. */
export function OwnCompany({ company }: { company: Company }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const link = can(companies.update)
    ? { to: paths.companyProfile.update, text: t('common:record.action.edit') }
    : { to: paths.companyProfile.show, text: t('access-control:companyProfile') }
  return (
    <Card title={t('access-control:company')} actions={<TextLink to={link.to}>{link.text}</TextLink>}>
      <p className={classes.name}>
        {company.logo ? <img src={company.logo} alt="" /> : null}
        {company.name}
      </p>
      <FactList
        facts={[
          { label: t('access-control:address'), value: addressLines(company, i18n.language).join('\n') },
          {
            label: t('access-control:contact'),
            value:
              company.telephone || company.email ? (
                <>
                  {phoneLink(company.telephone)}
                  {company.telephone && company.email ? <br /> : null}
                  {company.email}
                </>
              ) : null,
          },
        ]}
      />
    </Card>
  )
}

/** Invitations that were not accepted yet. */
export function OpenInvitations() {
  const { t } = useTranslation()
  const can = useCan()
  const open = useCall(
    invites.index,
    { query: { search: 'status:pending,expired', searchFields: 'status:in' } },
    { enabled: can(invites.index) },
  )
  if (!can(invites.index)) return null
  return (
    <Card
      title={t('access-control:invitations')}
      actions={<TextLink to={paths.invites.list}>{t('access-control:allInvitations')}</TextLink>}
    >
      {loaded(open, ({ data }) =>
        data.length === 0 ? (
          <p className={layout.smallNote}>{t('access-control:noInvitations')}</p>
        ) : (
          <Rows
            rows={data}
            render={({ email, role, status, expires_at }) => ({
              title: email,
              hint: (
                <>
                  {t(status === 'expired' ? 'access-control:expired' : 'access-control:expires')}{' '}
                  <RelativeTime value={expires_at} />
                </>
              ),
              status: (
                <>
                  <RoleBadge role={role} /> <InviteStatusBadge status={status} />
                </>
              ),
            })}
          />
        ),
      )}
    </Card>
  )
}

/** The user's own sessions. */
export function OwnSessions() {
  const { t } = useTranslation()
  const sessions = useCall(account.sessions)
  return (
    <Card
      title={t('access-control:sessions')}
      actions={<TextLink to={paths.profile.show}>{t('access-control:sessionsAll')}</TextLink>}
    >
      {loaded(sessions, ({ data }) => (
        <Rows
          rows={data}
          render={({ user_agent, ip, last_used_at, current }) => {
            const { browser, system } = readUserAgent(user_agent)
            return {
              title:
                browser && system ? t('users:detail.browserOn', { browser, system }) : t('users:detail.unknownDevice'),
              hint: (
                <>
                  {ip ? `${ip} · ` : ''}
                  {t('access-control:lastUsed')} <RelativeTime value={last_used_at} />
                </>
              ),
              status: current ? <StatusBadge tone="good">{t('access-control:current')}</StatusBadge> : null,
            }
          }}
        />
      ))}
    </Card>
  )
}

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
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { readUserAgent } from '../../ui/user-agent.ts'
import { addressLines } from '../companies/company-facts.tsx'
import { InviteStatusBadge } from '../invites/status-badge.tsx'
import { RoleBadge } from '../users/badges.tsx'
import classes from './access-control.module.css'

type Asked = { error: unknown; data: unknown; refetch: () => Promise<unknown> }

/** A part that is coming or has failed says so, and leaves the others alone. */
function part(query: Asked, shown: () => ReactNode): ReactNode {
  if (query.error) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />
  return query.data ? shown() : <TableSkeleton rows={3} columns={1} rowHeight={48} />
}

/** Who the company is to others. */
export function OwnCompany({ company }: { company: Company }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const link = can(companies.update)
    ? { to: paths.companyProfile.update, text: t('access-control:edit') }
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
          { label: t('access-control:contact'), value: [company.telephone, company.email].filter(Boolean).join('\n') },
        ]}
      />
    </Card>
  )
}

/** Who has been asked in and has not come yet. */
export function OpenInvitations() {
  const { t } = useTranslation()
  const can = useCan()
  const may = can(invites.index)
  const open = useCall(
    invites.index,
    { query: { search: 'status:pending,expired', searchFields: 'status:in' } },
    { enabled: may },
  )
  if (!may) return null
  return (
    <Card
      title={t('access-control:invitations')}
      actions={<TextLink to={paths.invites.list}>{t('access-control:allInvitations')}</TextLink>}
    >
      {part(open, () =>
        open.data?.data.length === 0 ? (
          <p className={classes.note}>{t('access-control:noInvitations')}</p>
        ) : (
          <ul className={classes.rows}>
            {open.data?.data.slice(0, 5).map((row) => (
              <li key={row.id}>
                <span className={classes.text}>
                  <span>{row.email}</span>
                  <span className={classes.hint}>
                    {t(row.status === 'expired' ? 'access-control:expired' : 'access-control:expires')}{' '}
                    <RelativeTime value={row.expires_at} />
                  </span>
                </span>
                <span>
                  <RoleBadge role={row.role} /> <InviteStatusBadge status={row.status} />
                </span>
              </li>
            ))}
          </ul>
        ),
      )}
    </Card>
  )
}

/** The reader's own open sessions. */
export function OwnSessions() {
  const { t } = useTranslation()
  const sessions = useCall(account.sessions)
  return (
    <Card
      title={t('access-control:sessions')}
      actions={<TextLink to={paths.profile.show}>{t('access-control:sessionsAll')}</TextLink>}
    >
      {part(sessions, () => (
        <ul className={classes.rows}>
          {sessions.data?.data.slice(0, 5).map((one) => {
            const { browser, system } = readUserAgent(one.user_agent)
            return (
              <li key={one.id}>
                <span className={classes.text}>
                  <span>
                    {browser && system
                      ? t('users:detail.browserOn', { browser, system })
                      : t('users:detail.unknownDevice')}
                  </span>
                  <span className={classes.hint}>
                    {one.ip ? `${one.ip} · ` : ''}
                    {t('access-control:lastUsed')} <RelativeTime value={one.last_used_at} />
                  </span>
                </span>
                {one.current ? <StatusBadge tone="good">{t('access-control:current')}</StatusBadge> : null}
              </li>
            )
          })}
        </ul>
      ))}
    </Card>
  )
}

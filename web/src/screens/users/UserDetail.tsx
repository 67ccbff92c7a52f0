import { Anchor } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import { users } from '@trunkline/contract/resources/user'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { recordFacts } from '../../record/record-facts.tsx'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { Card, StatCard } from '../../ui/card.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import layout from '../../ui/layout.module.css'
import { phoneLink } from '../../ui/phone-link.tsx'
import { ActiveBadge, CompanyTypeBadge } from '../companies/badges.tsx'
import { CompanyLink } from '../companies/company-link.tsx'
import { companyCrumbs } from '../companies/company-crumbs.ts'
import { RoleBadge, TwoFactorBadge } from './badges.tsx'
import { SignIns } from './sign-ins.tsx'
import { useUserActions } from './use-user-actions.tsx'
import classes from './users.module.css'

/** One user: facts, sessions, sign-ins and activity. */
export default function UserDetail() {
  const { t } = useTranslation()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const can = useCan()
  const viewer = useSession()?.user
  const shown = useCall(users.summary, { params: { id } }, { subjects: ['users'] })
  const { actionsOf, dialog } = useUserActions({ trash: true })

  const summary = shown.data?.data
  const user = summary?.user
  const facts =
    user && summary
      ? recordFacts(
          t,
          'users',
          {
            company_name: (
              <>
                <CompanyLink id={user.company_id} name={user.company_name} />{' '}
                <CompanyTypeBadge type={user.company_type} />
              </>
            ),
            role: (
              <>
                <RoleBadge role={user.role} />
                <br />
                {t(`users:roleText.${user.role}`)}
              </>
            ),
            email: (
              <Anchor href={`mailto:${user.email}`} inherit>
                {user.email}
              </Anchor>
            ),
            telephone: phoneLink(user.telephone),
            email_verified_at: user.email_verified_at ? (
              <Time value={user.email_verified_at} />
            ) : (
              t('users:detail.unconfirmed')
            ),
            two_factor: <TwoFactorBadge on={user.two_factor} />,
            locale: t(`shell:language.${user.locale}`),
            time_zone: user.time_zone,
            invited_by: summary.invited_by,
            last_seen_at: user.last_seen_at ? <RelativeTime value={user.last_seen_at} /> : t('users:never'),
          },
          user,
        )
      : []

  return (
    <>
      <DetailScreen
        title={user?.name ?? t('panel:title.userDetails')}
        subtitle={user?.email}
        status={
          user ? (
            <>
              <ActiveBadge of={user} /> <RoleBadge role={user.role} />
              {user.id === viewer?.id ? <span className={classes.you}>{t('users:you')}</span> : null}
            </>
          ) : null
        }
        crumbs={[
          { label: t('users:title'), to: paths.users.list },
          ...(user ? [...companyCrumbs(user.path, can(companies.show)), { label: user.name }] : []),
        ]}
        actions={<RecordButtons texts="users" actions={user ? actionsOf(user) : []} />}
        deleted={user && { at: user.deleted_at, actions: actionsOf(user) }}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        above={
          summary && user ? (
            <div className={layout.stats}>
              <StatCard
                label={t('users:detail.sessions')}
                value={summary.sessions.open}
                hint={t('users:detail.sessionsHint')}
              />
              <StatCard
                label={t('users:detail.lastSignIn')}
                value={
                  summary.sessions.last_sign_in_at ? (
                    <RelativeTime value={summary.sessions.last_sign_in_at} />
                  ) : (
                    t('users:never')
                  )
                }
                hint={<Time value={summary.sessions.last_sign_in_at} />}
              />
              <StatCard
                label={t('users:detail.twoFactor')}
                value={t(user.two_factor ? 'users:twoFactor.on' : 'users:twoFactor.off')}
                hint={t(user.two_factor ? 'users:detail.twoFactorOn' : 'users:detail.twoFactorOff')}
              />
            </div>
          ) : null
        }
        facts={facts}
        below={
          summary ? (
            <Card title={t('users:detail.signIns')}>
              <SignIns signIns={summary.sign_ins} />
            </Card>
          ) : null
        }
        labels={user && { kind: 'user', record: user }}
        activity={{ subject: 'users', objectId: id, namespace: 'users' }}
      />
      {dialog}
    </>
  )
}

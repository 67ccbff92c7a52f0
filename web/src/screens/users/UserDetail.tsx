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
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { Card, StatCard } from '../../ui/card.tsx'
import { TextLink } from '../../ui/link.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import layout from '../../ui/layout.module.css'
import { ActiveBadge, CompanyTypeBadge } from '../companies/badges.tsx'
import { companyCrumbs } from '../companies/company-crumbs.ts'
import { RoleBadge, TwoFactorBadge } from './badges.tsx'
import { SignIns } from './sign-ins.tsx'
import { useUserActions } from './use-user-actions.tsx'
import classes from './users.module.css'

/** One user: who it is, what it may do, where it is signed in, and what it did. */
export default function UserDetail() {
  const { t } = useTranslation()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const can = useCan()
  const viewer = useSession()?.user
  const shown = useCall(users.summary, { params: { id } }, { subjects: ['users'] })
  const { actionsOf, dialog } = useUserActions({ trash: true })

  const summary = shown.data?.data
  const user = summary?.user

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
        facts={
          user && summary
            ? [
                {
                  label: t('users:field.company_name'),
                  value: (
                    <>
                      {can(companies.show) ? (
                        <TextLink to={paths.companies.summary(user.company_id)}>{user.company_name}</TextLink>
                      ) : (
                        user.company_name
                      )}{' '}
                      <CompanyTypeBadge type={user.company_type} />
                    </>
                  ),
                },
                {
                  label: t('users:field.role'),
                  value: (
                    <>
                      <RoleBadge role={user.role} />
                      <br />
                      {t(`users:roleText.${user.role}`)}
                    </>
                  ),
                },
                {
                  label: t('common:field.email'),
                  value: (
                    <Anchor href={`mailto:${user.email}`} inherit>
                      {user.email}
                    </Anchor>
                  ),
                },
                { label: t('common:field.telephone'), value: user.telephone },
                {
                  label: t('users:field.email_verified_at'),
                  value: user.email_verified_at ? (
                    <Time value={user.email_verified_at} />
                  ) : (
                    t('users:detail.unconfirmed')
                  ),
                },
                { label: t('users:field.two_factor'), value: <TwoFactorBadge on={user.two_factor} /> },
                { label: t('common:field.locale'), value: t(`users:value.locale.${user.locale}`) },
                { label: t('common:field.time_zone'), value: user.time_zone },
                { label: t('users:detail.invitedBy'), value: summary.invited_by },
                {
                  label: t('users:field.last_seen_at'),
                  value: user.last_seen_at ? <RelativeTime value={user.last_seen_at} /> : t('users:never'),
                },
                { label: t('common:field.created_at'), value: <Time value={user.created_at} /> },
                { label: t('common:field.updated_at'), value: <Time value={user.updated_at} /> },
                ...(user.deleted_at
                  ? [{ label: t('common:field.deleted_at'), value: <Time value={user.deleted_at} /> }]
                  : []),
              ]
            : []
        }
        below={
          summary ? (
            <Card title={t('users:detail.signIns')}>
              <SignIns signIns={summary.sign_ins} />
            </Card>
          ) : null
        }
        activity={{ subject: 'users', objectId: id, namespace: 'users' }}
      />
      {dialog}
    </>
  )
}

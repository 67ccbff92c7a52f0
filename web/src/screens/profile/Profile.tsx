import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { auth } from '@trunkline/contract/resources/auth'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { recordFacts } from '../../record/record-facts.tsx'
import { errorText } from '../../ui/error-text.ts'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { phoneLink } from '../../ui/phone-link.tsx'
import { useImpersonator, useOwnProfile } from './own-profile.tsx'
import { PreferencesTab } from './preferences-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { TokensTab } from './tokens-tab.tsx'

/** The e-mail address with its status; for an unconfirmed one the link can be resent. */
function Address({ email, verified }: { email: string; verified: boolean }) {
  const { t } = useTranslation()
  const resend = useCommand(auth.resendVerification)
  const locked = useImpersonator() !== null
  const sendAgain = () =>
    void resend.run().then(
      () => notify.success(t('profile:linkSent', { email })),
      (error: unknown) => notify.error(errorText(error, t)),
    )
  return (
    <>
      {email}{' '}
      <StatusBadge tone={verified ? 'good' : 'warning'}>
        {t(verified ? 'profile:verified' : 'profile:unverified')}
      </StatusBadge>
      {verified || locked ? null : (
        <Button variant="subtle" size="compact-sm" loading={resend.pending} onClick={sendAgain}>
          {t('profile:verifyAgain')}
        </Button>
      )}
    </>
  )
}

/** The signed-in user: facts, security, API tokens, preferences. */
export default function Profile() {
  const { t } = useTranslation()
  const can = useCan()
  const { data, error, isPending, refetch } = useOwnProfile()
  const user = data?.data
  const again = () => void refetch()
  const facts = user
    ? recordFacts(t, 'users', {
        name: user.name,
        email: <Address email={user.email} verified={user.email_verified_at !== null} />,
        telephone: phoneLink(user.telephone),
        role: t(`shell:userRole.${user.role}`),
        company_name: can({ action: 'view', subject: 'companies' }) ? (
          <TextLink to={paths.companyProfile.show}>{user.company_name}</TextLink>
        ) : (
          user.company_name
        ),
        company_type: t(`shell:companyType.${user.company_type}`),
        locale: t(`shell:language.${user.locale}`),
        time_zone: user.time_zone.replaceAll('_', ' '),
        two_factor: (
          <StatusBadge tone={user.two_factor ? 'good' : 'neutral'}>
            {t(user.two_factor ? 'profile:on' : 'profile:off')}
          </StatusBadge>
        ),
        created_at: <Time value={user.created_at} day />,
      })
    : []
  return (
    <DetailScreen
      title={user?.name ?? t('panel:title.profile')}
      subtitle={user ? `${t(`shell:userRole.${user.role}`)} · ${user.company_name}` : undefined}
      actions={
        <LinkButton
          to={paths.profile.update}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden="true" />}
        >
          {t('common:record.action.edit')}
        </LinkButton>
      }
      loading={isPending}
      error={error}
      retry={again}
      facts={facts}
      factsTitle={t('access:register.you')}
      tabs={
        user
          ? [
              {
                key: 'security',
                label: t('profile:tab.security'),
                content: () => <SecurityTab user={user} onChange={again} />,
              },
              { key: 'tokens', label: t('profile:tab.tokens'), content: () => <TokensTab name={user.name} /> },
              {
                key: 'preferences',
                label: t('profile:tab.preferences'),
                content: () => <PreferencesTab onChange={again} />,
              },
            ]
          : []
      }
    />
  )
}

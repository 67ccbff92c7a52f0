import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { auth } from '@trunkline/contract/resources/auth'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { errorText } from '../../ui/error-text.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { useImpersonator, useOwnProfile } from './own-profile.ts'
import { PreferencesTab } from './preferences-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { TokensTab } from './tokens-tab.tsx'

/** The address with what is known of it; an unconfirmed one can be sent its link again. */
function Address({ email, verified }: { email: string; verified: boolean }) {
  const { t } = useTranslation()
  const resend = useCommand(auth.resendVerification)
  const locked = useImpersonator() !== null
  const again = () =>
    void resend.run().then(
      () => notify.success(t('profile:verifySent', { email })),
      (error: unknown) => notify.error(errorText(error, t)),
    )
  return (
    <>
      {email}{' '}
      <StatusBadge tone={verified ? 'good' : 'warning'}>
        {t(verified ? 'profile:verified' : 'profile:unverified')}
      </StatusBadge>
      {verified || locked ? null : (
        <Button variant="subtle" size="compact-sm" loading={resend.pending} onClick={again}>
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
  const label = (field: string) => t(`profile:field.${field}`)
  const facts: Fact[] = user
    ? [
        { label: label('name'), value: user.name },
        { label: label('email'), value: <Address email={user.email} verified={user.email_verified_at !== null} /> },
        { label: label('telephone'), value: user.telephone },
        { label: label('role'), value: t(`shell:userRole.${user.role}`) },
        {
          label: label('company'),
          value: can({ action: 'view', subject: 'companies' }) ? (
            <TextLink to={paths.companyProfile.show}>{user.company_name}</TextLink>
          ) : (
            user.company_name
          ),
        },
        { label: label('company_type'), value: t(`shell:companyType.${user.company_type}`) },
        { label: label('locale'), value: t(`shell:language.${user.locale}`) },
        { label: label('time_zone'), value: user.time_zone.replaceAll('_', ' ') },
        {
          label: label('two_factor'),
          value: (
            <StatusBadge tone={user.two_factor ? 'good' : 'neutral'}>
              {t(user.two_factor ? 'profile:on' : 'profile:off')}
            </StatusBadge>
          ),
        },
        { label: label('created_at'), value: <Time value={user.created_at} day /> },
      ]
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
          {t('profile:edit')}
        </LinkButton>
      }
      loading={isPending}
      error={error}
      retry={again}
      facts={facts}
      factsTitle={t('profile:facts')}
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

import { useTranslation } from '../../i18n/use-translation.ts'
import { FactList, type Fact } from '../../ui/fact-list.tsx'
import { Time } from '../../ui/time.tsx'
import { PageIntro } from './access-layout.tsx'
import classes from './access.module.css'
import { createsCompany, type Invitation } from './register-values.ts'

/** Who invites to what, before anything is asked. */
export function InvitationNote({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('access')
  const { new_company: founds, expires_at } = invitation
  if (createsCompany(invitation))
    return <PageIntro title={t('register.founding')}>{t('register.foundingText')}</PageIntro>
  const to = founds?.name ?? invitation.company_name ?? ''
  const facts: Fact[] = [
    { label: t('register.role'), value: t(`shell:userRole.${invitation.role}`) },
    ...(founds ? [{ label: t('register.as'), value: t(`shell:companyType.${founds.type}`) }] : []),
    ...(founds?.billing_term
      ? [{ label: t('register.billing'), value: t(`register.billing_.${founds.billing_term}`) }]
      : []),
    { label: t('register.until'), value: <Time value={expires_at} /> },
  ]
  return (
    <>
      <PageIntro title={t('register.title')}>
        {t(founds ? 'register.found' : 'register.join', {
          inviter: invitation.inviter,
          company: invitation.inviter_company,
          to,
        })}
      </PageIntro>
      <div className={classes.invitation}>
        <FactList facts={facts} />
      </div>
    </>
  )
}

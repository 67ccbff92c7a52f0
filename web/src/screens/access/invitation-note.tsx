import { useTranslation } from '../../i18n/use-translation.ts'
import { FactList, type Fact } from '../../ui/fact-list.tsx'
import { Time } from '../../ui/time.tsx'
import { PageIntro } from './access-layout.tsx'
import classes from './access.module.css'
import { isSetup, type Invitation } from './register-values.ts'

/** Summary of an invitation, shown above the registration form. */
export function InvitationNote({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('access')
  const { new_company, expires_at } = invitation
  if (isSetup(invitation)) return <PageIntro title={t('register.setup')}>{t('register.setupText')}</PageIntro>
  const to = new_company?.name ?? invitation.company_name ?? ''
  const facts: Fact[] = [
    { label: t('register.role'), value: t(`shell:userRole.${invitation.role}`) },
    ...(new_company ? [{ label: t('register.as'), value: t(`shell:companyType.${new_company.type}`) }] : []),
    ...(new_company?.billing_term
      ? [{ label: t('register.billing'), value: t(`companies:value.billing_term.${new_company.billing_term}`) }]
      : []),
    { label: t('register.until'), value: <Time value={expires_at} /> },
  ]
  return (
    <>
      <PageIntro title={t('register.title')}>
        {t(new_company ? 'register.newCompany' : 'register.join', {
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

import type { CompanyType } from '@trunkline/contract/abilities'
import { useTranslation } from '../../i18n/use-translation.ts'
import classes from './invites.module.css'
import type { InviteValues } from './invite-values.ts'

/** Says in words what the person that is being invited will get, as the form stands. */
export function WhatNext({
  values,
  own,
}: {
  values: InviteValues
  own: { id: number; name: string; type: CompanyType }
}) {
  const { t, i18n } = useTranslation()
  const role = t(`shell:userRole.${values.role}`)
  const newCompany = values.mode === 'founding'
  const type = t(`shell:companyType.${values.company.type}`)
  const name = newCompany ? values.company.name.trim() : values.company_id === own.id ? own.name : ''
  const becomes = newCompany
    ? t(name ? 'invites:form.whatFounding' : 'invites:form.whatFoundingNameless', { company: name, type, role })
    : t(name ? 'invites:form.whatJoining' : 'invites:form.whatJoiningNameless', { company: name, role })
  const alone = newCompany ? values.company.type === 'client' : values.company_id === own.id && own.type === 'client'
  return (
    <section className={classes.next} aria-labelledby="invite-next">
      <h2 id="invite-next">{t('invites:form.whatTitle')}</h2>
      <ol>
        <li>
          {t('invites:form.whatMail', {
            language: new Intl.DisplayNames(i18n.language, { type: 'language' }).of(values.locale),
          })}
        </li>
        <li>{becomes}</li>
        <li>{t('invites:form.whatRole', { role, text: t(`users:roleText.${values.role}`) })}</li>
        <li>{t(alone ? 'invites:form.whatSeesOwn' : 'invites:form.whatSees')}</li>
      </ol>
    </section>
  )
}

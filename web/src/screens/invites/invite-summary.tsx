import { Paper, Text } from '@mantine/core'
import type { CompanyType } from '@trunkline/contract/abilities'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { InviteValues } from './invite-values.ts'

/** What an invitation with these values gives the person. */
export function InviteSummary({
  values,
  own,
}: {
  values: InviteValues
  own: { id: number; name: string; type: CompanyType }
}) {
  const { t, i18n } = useTranslation()
  const isNew = values.mode === 'new'
  const role = t(`shell:userRole.${values.role}`)
  const type = t(`shell:companyType.${values.company.type}`)
  const company = isNew ? values.company.name.trim() : values.company_id === own.id ? own.name : ''
  const seesOwnOnly = isNew ? values.company.type === 'client' : values.company_id === own.id && own.type === 'client'
  const language = new Intl.DisplayNames(i18n.language, { type: 'language' }).of(values.locale)
  return (
    <Paper component="section" p="md" bg="var(--tk-soft)" c="var(--tk-soft-text)" aria-labelledby="invite-summary">
      <Text component="h2" id="invite-summary" fw={600} m={0}>
        {t('invites:summary.title')}
      </Text>
      <Text component="ol" m={0} mt="xs">
        <li>{t('invites:summary.email', { language })}</li>
        <li>
          {t(`invites:summary.${isNew ? 'new' : 'joining'}${company ? '' : 'Nameless'}`, {
            company,
            type,
            role,
          })}
        </li>
        <li>{t('invites:summary.role', { role, text: t(`users:roleText.${values.role}`) })}</li>
        <li>{t(seesOwnOnly ? 'invites:summary.seesOwn' : 'invites:summary.sees')}</li>
      </Text>
    </Paper>
  )
}

import type { UserRole } from '@trunkline/contract/abilities'
import type { Reply } from '@trunkline/contract/endpoint'
import { locales } from '@trunkline/contract/fields'
import type { invites } from '@trunkline/contract/resources/invite'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, TextField } from '../../form/fields.tsx'
import { ParentFields } from '../companies/parent-fields.tsx'
import type { NewCompanyType } from '../companies/placement.ts'
import { rolesFor, type InviteValues } from './invite-values.ts'

/** The company that is created with an invitation. */
export function NewCompanyFields({
  form,
  types,
  terms,
  parent,
}: {
  form: UseFormReturnType<InviteValues>
  types: readonly NewCompanyType[]
  terms: Reply<typeof invites.billingTerms>['data']
  /** The company that the form was opened for. */
  parent: { id: number; name: string } | undefined
}) {
  const { t } = useTranslation()
  return (
    <>
      <TextField name="company.name" label={t('invites:field.new_company_name')} autoComplete="off" required whole />
      <SelectField
        name="company.type"
        label={t('companies:field.type')}
        required
        options={types.map((type) => ({ id: type, name: t(`shell:companyType.${type}`) }))}
      />
      <ParentFields
        form={form}
        type={form.values.company.type}
        at="company"
        selected={parent ? { id: parent.id, name: parent.name } : null}
      />
      <SelectField
        name="company.billing_term"
        label={t('companies:field.billing_term')}
        options={terms.map(({ id }) => ({ id, name: t(`companies:value.billing_term.${id}`) }))}
      />
    </>
  )
}

/** The invited person. */
export function PersonFields({
  values,
  roles,
  own,
}: {
  values: InviteValues
  roles: Reply<typeof invites.userRoles>['data']
  /** The role of the user who invites. */
  own: UserRole
}) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('invites:form.who')}>
      <TextField
        name="email"
        label={t('common:field.email')}
        help={t('invites:form.emailHelp')}
        type="email"
        autoComplete="off"
        required
        whole
      />
      <SelectField
        name="role"
        label={t('users:field.role')}
        required
        help={t(`users:roleText.${values.role}`)}
        options={rolesFor(roles, values.mode, own).map((role) => ({
          id: role.id,
          name: t(`shell:userRole.${role.id}`),
        }))}
      />
      <SelectField
        name="locale"
        label={t('invites:field.locale')}
        help={t('invites:form.localeHelp')}
        options={locales.map((id) => ({ id, name: t(`shell:language.${id}`) }))}
      />
    </FieldGroup>
  )
}

import { invites, inviteStore } from '@trunkline/contract/resources/invite'
import { companies } from '@trunkline/contract/resources/company'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import * as z from 'zod/mini'
import { useCan } from '../../access/can.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { useSession } from '../../access/session.ts'
import { useCall, useCommand } from '../../api/query.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { chosenParent, ParentFields } from '../companies/parent-fields.tsx'
import { mayStandBelow, selectableTypes } from '../companies/placement.ts'
import { inviteBody, rolesFor, usualRole, type InviteValues } from './invite-values.ts'
import { ModeField } from './mode-field.tsx'
import { WhatNext } from './what-next.tsx'

/** What is checked before sending; the company is, by way of inviting, in `validate`. */
const personSchema = z.pick(inviteStore, { email: true, role: true, locale: true })

const idOf = (value: unknown): number | undefined => (/^\d{1,15}$/.test(String(value)) ? Number(value) : undefined)

/** Invites somebody into a company, or to found one. `?into=5` begins with that company, as does the company context. */
export default function InviteForm() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const viewer = useSession()?.user
  const own = viewer?.company
  const context = useCompanyContext()
  const { into } = useSearch({ strict: false }) as { into?: string }
  const start = idOf(into) ?? context.id
  const target = useCall(
    companies.show,
    { params: { id: start ?? 0 } },
    { enabled: start !== undefined && start !== own?.id },
  )
  const roles = useCall(invites.userRoles, {}, { staleTime: 5 * 60_000 })
  const terms = useCall(invites.billingTerms, {}, { staleTime: 5 * 60_000 })
  const store = useCommand(invites.store)
  const returnTo = useReturn()

  const types = selectableTypes(can)
  const mayFound = types.length > 0 && can(companies.store)
  const place = target.data?.data
  const initial = useMemo((): InviteValues | undefined => {
    if (!own || (start !== undefined && start !== own.id && target.isPending)) return undefined
    const below = place && types.some((type) => mayStandBelow(type, place.type)) ? place : undefined
    const mode = mayFound && start === undefined ? 'founding' : 'existing'
    return {
      mode,
      email: '',
      role: usualRole(mode),
      locale: i18n.language === 'de' ? 'de' : 'en',
      company_id: place?.id ?? own.id,
      company: {
        name: '',
        type: types.find((type) => mayStandBelow(type, (below ?? own).type)) ?? 'client',
        parent_level: below?.type ?? own.type,
        parent_id: below?.id ?? null,
        billing_term: 'net-30',
      },
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the types follow from the session, which `own` stands for
  }, [own, start, place, target.isPending])

  const validate = (values: InviteValues): FieldErrors => {
    if (values.mode === 'existing')
      return values.company_id === null ? { company_id: t('invites:form.needsCompany') } : {}
    const errors: FieldErrors = {}
    if (!values.company.name.trim()) errors['company.name'] = t('invites:form.needsName')
    if (own && chosenParent(values.company, own) === null) errors['company.parent_id'] = t('companies:form.needsParent')
    return errors
  }

  const submit = async (values: InviteValues) => {
    if (!own) return
    await store.run({ body: inviteBody(values, own) })
    notify.success(t('invites:done.sent', { email: values.email }))
    await returnTo(paths.invites.list)
  }

  return (
    <FormScreen<InviteValues>
      title={t('invites:form.title')}
      subtitle={t('invites:form.subtitle')}
      crumbs={[{ label: t('invites:title'), to: paths.invites.list }, { label: t('invites:form.title') }]}
      loading={roles.isPending || terms.isPending || initial === undefined}
      error={roles.error ?? terms.error}
      retry={() => void Promise.all([roles.refetch(), terms.refetch()])}
      initial={initial}
      schema={personSchema}
      validate={validate}
      onSubmit={submit}
      submitLabel={t('invites:form.submit')}
      cancelTo={paths.invites.list}
    >
      {(form) =>
        viewer && own && roles.data && terms.data ? (
          <>
            <FieldGroup title={t('invites:form.where')}>
              {mayFound ? (
                <ModeField
                  onPick={(mode) => {
                    form.setFieldValue('role', usualRole(mode) as never)
                    form.setFieldValue('mode', mode as never)
                  }}
                />
              ) : null}
              {form.values.mode === 'existing' ? (
                <RemoteSelectField
                  name="company_id"
                  label={t('invites:form.company')}
                  help={t('invites:form.companyHelp')}
                  endpoint={companies.lookup}
                  required
                  whole
                  selected={
                    place && form.values.company_id === place.id
                      ? { id: place.id, name: place.name }
                      : { id: own.id, name: own.name }
                  }
                />
              ) : (
                <>
                  <TextField
                    name="company.name"
                    label={t('invites:form.newCompany')}
                    autoComplete="off"
                    required
                    whole
                  />
                  <SelectField
                    name="company.type"
                    label={t('invites:form.type')}
                    required
                    options={types.map((type) => ({ id: type, name: t(`shell:companyType.${type}`) }))}
                  />
                  <ParentFields
                    form={form}
                    type={form.values.company.type}
                    at="company"
                    selected={place ? { id: place.id, name: place.name } : null}
                  />
                  <SelectField
                    name="company.billing_term"
                    label={t('invites:form.billingTerm')}
                    options={terms.data.data.map(({ id }) => ({ id, name: t(`companies:value.billing_term.${id}`) }))}
                  />
                </>
              )}
            </FieldGroup>
            <FieldGroup title={t('invites:form.who')}>
              <TextField
                name="email"
                label={t('invites:form.email')}
                help={t('invites:form.emailHelp')}
                type="email"
                autoComplete="off"
                required
                whole
              />
              <SelectField
                name="role"
                label={t('invites:form.role')}
                required
                help={t(`users:roleText.${form.values.role}`)}
                options={rolesFor(roles.data.data, form.values.mode, viewer.user_role).map((role) => ({
                  id: role.id,
                  name: t(`shell:userRole.${role.id}`),
                }))}
              />
              <SelectField
                name="locale"
                label={t('invites:form.locale')}
                help={t('invites:form.localeHelp')}
                options={[
                  { id: 'en', name: 'English' },
                  { id: 'de', name: 'Deutsch' },
                ]}
              />
            </FieldGroup>
            <WhatNext values={form.values} own={own} />
          </>
        ) : null
      }
    </FormScreen>
  )
}

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
import { ChoiceField } from '../../form/choice-field.tsx'
import type { FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup } from '../../form/fields.tsx'
import { FormScreen, useOpener, useReturn } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { chosenParent } from '../companies/parent-fields.tsx'
import { canBeBelow, selectableTypes } from '../companies/placement.ts'
import { inviteBody, defaultRole, type InviteValues } from './invite-values.ts'
import { NewCompanyFields, PersonFields } from './invite-fields.tsx'
import { InviteSummary } from './invite-summary.tsx'

/** Checked before sending; the company is checked in `validate`. */
const personSchema = z.pick(inviteStore, { email: true, role: true, locale: true })

const named = ({ id, name }: { id: number; name: string }) => ({ id, name })

const idOf = (value: unknown): number | undefined => (/^\d{1,15}$/.test(String(value)) ? Number(value) : undefined)

/** Invites a person to an existing company or to create a new one. `?into=5` preselects a company, as does the company context. */
export default function InviteForm() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const viewer = useSession()?.user
  const own = viewer?.company
  const context = useCompanyContext()
  const { into } = useSearch({ strict: false }) as { into?: string }
  const start = idOf(into) ?? context.id
  const shown = useCall(
    companies.show,
    { params: { id: start ?? 0 } },
    { enabled: start !== undefined && start !== own?.id },
  )
  const roles = useCall(invites.userRoles, {}, { staleTime: 5 * 60_000 })
  const terms = useCall(invites.billingTerms, {}, { staleTime: 5 * 60_000 })
  const store = useCommand(invites.store)
  const returnTo = useReturn()
  const back = useOpener() ?? paths.invites.list

  const types = selectableTypes(can)
  const mayCreateCompany = types.length > 0 && can(companies.store)
  const target = shown.data?.data
  const initial = useMemo((): InviteValues | undefined => {
    if (!own || (start !== undefined && start !== own.id && shown.isPending)) return undefined
    const below = target && types.some((type) => canBeBelow(type, target.type)) ? target : undefined
    const mode = mayCreateCompany && start === undefined ? 'new' : 'existing'
    return {
      mode,
      email: '',
      role: defaultRole(mode),
      locale: i18n.language === 'de' ? 'de' : 'en',
      company_id: target?.id ?? own.id,
      company: {
        name: '',
        type: types.find((type) => canBeBelow(type, (below ?? own).type)) ?? 'client',
        parent_level: below?.type ?? own.type,
        parent_id: below?.id ?? null,
        billing_term: 'net-30',
      },
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the types depend on the session, as `own` does; the language is read at the start only
  }, [own, start, target, shown.isPending])

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
    notify.success(t('invites:created', { name: values.email }))
    await returnTo(back)
  }

  return (
    <FormScreen<InviteValues>
      title={t('invites:create')}
      subtitle={t('invites:form.subtitle')}
      crumbs={[{ label: t('invites:title'), to: paths.invites.list }, { label: t('invites:create') }]}
      loading={roles.isPending || terms.isPending || initial === undefined}
      error={roles.error ?? terms.error}
      retry={() => void Promise.all([roles.refetch(), terms.refetch()])}
      initial={initial}
      schema={personSchema}
      validate={validate}
      onSubmit={submit}
      submitLabel={t('invites:submit')}
      cancelTo={back}
    >
      {(form) =>
        viewer && own && roles.data && terms.data ? (
          <>
            <FieldGroup title={t('invites:form.where')}>
              {mayCreateCompany ? (
                <ChoiceField
                  name="mode"
                  label={t('invites:form.mode')}
                  options={(['existing', 'new'] as const).map((id) => ({
                    id,
                    name: t(`invites:form.${id}`),
                    text: t(`invites:form.${id}Text`),
                  }))}
                  onPick={(mode) => form.setFieldValue('role', defaultRole(mode) as never)}
                />
              ) : null}
              {form.values.mode === 'existing' ? (
                <RemoteSelectField
                  name="company_id"
                  label={t('invites:field.company_name')}
                  help={t('invites:form.companyHelp')}
                  endpoint={companies.lookup}
                  required
                  whole
                  selected={named(target && form.values.company_id === target.id ? target : own)}
                />
              ) : (
                <NewCompanyFields form={form} types={types} terms={terms.data.data} parent={target} />
              )}
            </FieldGroup>
            <PersonFields values={form.values} roles={roles.data.data} own={viewer.user_role} />
            <InviteSummary values={form.values} own={own} />
          </>
        ) : null
      }
    </FormScreen>
  )
}

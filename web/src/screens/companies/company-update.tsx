import { companies, companyUpdate, type Company } from '@trunkline/contract/resources/company'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { FieldGroup, SelectField, SwitchField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { ActiveBadge, CompanyTypeBadge } from './badges.tsx'
import { ContactFields, IdentityFields, NotesFields, RegionalFields } from './company-fields.tsx'
import { changedFields, detailsOf, type CompanyValues } from './company-values.ts'

interface UpdateValues extends CompanyValues {
  version: number
  [key: string]: unknown
}

const valuesOf = (company: Company): UpdateValues => ({
  ...detailsOf(company),
  billing_term: company.billing_term,
  is_active: company.is_active,
  version: company.version,
})

/** The form of an existing company. What its place forbids is shown and says why. */
export function CompanyUpdate({ id }: { id: number }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const own = useSession()?.user.company
  const returnTo = useReturn()
  const shown = useCall(companies.show, { params: { id } })
  const options = useCall(companies.options, {}, { staleTime: 5 * 60_000 })
  const update = useCommand(companies.update, { subjects: ['companies', 'users'] })

  const company = shown.data?.data
  const initial = useMemo(() => company && valuesOf(company), [company])
  const choices = options.data?.data
  const isOwn = id === own?.id
  const manages = canOn(companies.changeStatus, { id })
  const locked = (reason: string) => (isOwn ? reason : manages ? undefined : t('companies:why.role'))
  const statusReason = locked(t('companies:why.ownStatus'))
  const termsReason = locked(t('companies:why.ownTerms'))
  const provider = company?.type === 'simrush'

  const submit = async (values: UpdateValues) => {
    if (!company) return
    const { version, ...fields } = values
    const { version: _before, ...before } = valuesOf(company)
    const changed = changedFields(before, fields)
    if (Object.keys(changed).length > 0) await update.run({ params: { id }, body: { ...changed, version } as never })
    notify.success(t('companies:form.saved', { name: values.name }))
    await returnTo(paths.companies.list)
  }

  return (
    <FormScreen<UpdateValues>
      title={company ? t('companies:form.updateTitle', { name: company.name }) : t('panel:title.companyUpdate')}
      status={
        company ? (
          <>
            <CompanyTypeBadge type={company.type} /> <ActiveBadge of={company} />
          </>
        ) : null
      }
      crumbs={[
        { label: t('companies:title'), to: paths.companies.list },
        ...(company ? [{ label: company.name, to: paths.companies.summary(id) }] : []),
        { label: t('companies:action.edit') },
      ]}
      loading={shown.isPending || options.isPending}
      error={shown.error ?? options.error}
      retry={() => void Promise.all([shown.refetch(), options.refetch()])}
      initial={choices ? initial : undefined}
      schema={companyUpdate}
      onSubmit={submit}
      reload={async () => valuesOf((await call(companies.show, { params: { id } })).data)}
      cancelTo={paths.companies.list}
    >
      {(form) =>
        choices ? (
          <>
            <IdentityFields />
            <ContactFields choices={choices} country={form.values.countyIsoCode} />
            <FieldGroup title={t('companies:form.terms')} text={provider ? undefined : t('companies:form.placeFixed')}>
              {provider ? null : (
                <SelectField
                  name="billing_term"
                  label={t('companies:field.billing_term')}
                  disabled={termsReason !== undefined}
                  help={termsReason}
                  options={choices.billing_terms.map(({ id: term }) => ({
                    id: term,
                    name: t(`companies:value.billing_term.${term}`),
                  }))}
                />
              )}
              <RegionalFields choices={choices} />
              {provider ? null : (
                <SwitchField
                  name="is_active"
                  label={t('companies:form.active')}
                  disabled={statusReason !== undefined}
                  help={statusReason ?? t('companies:form.activeHelp')}
                  whole
                />
              )}
            </FieldGroup>
            <NotesFields />
          </>
        ) : null
      }
    </FormScreen>
  )
}

import { companies, companyUpdate, type Company } from '@trunkline/contract/resources/company'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { amendUser, useSession } from '../../access/session.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { FieldGroup } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { changedFields } from '../../record/changes.ts'
import { notify } from '../../ui/notify.ts'
import { ContactFields, IdentityFields, NotesFields, RegionalFields } from '../companies/company-fields.tsx'
import { detailsOf, type DetailValues } from '../companies/company-values.ts'
import { useOwnCompany } from './own-company.ts'

interface Values extends DetailValues {
  version: number
  [key: string]: unknown
}

const valuesOf = (company: Company): Values => ({ ...detailsOf(company), version: company.version })

/** The form of the user's own company: what it tells about itself. Its place and terms are for those above. */
export default function CompanyProfileUpdate() {
  const { t } = useTranslation()
  const session = useSession()
  const returnTo = useReturn()
  const shown = useOwnCompany()
  const options = useCall(companies.options, {}, { staleTime: 5 * 60_000 })
  const update = useCommand(companies.update, { subjects: ['companies', 'users'] })
  const company = shown.data?.data
  const choices = options.data?.data
  const initial = useMemo(() => company && valuesOf(company), [company])

  const submit = async ({ version, ...values }: Values) => {
    if (!initial || !company || !session) return
    const { version: _before, ...before } = initial
    const changed = changedFields(before, values)
    if (Object.keys(changed).length > 0) {
      const { data: saved } = await update.run({ params: { id: company.id }, body: { ...changed, version } as never })
      amendUser({ company: { ...session.user.company, name: saved.name, logo: saved.logo } })
    }
    notify.success(t('profile:company.saved'))
    await returnTo(paths.companyProfile.show)
  }
  return (
    <FormScreen<Values>
      title={t('profile:company.title')}
      subtitle={company?.name}
      crumbs={[{ label: t('panel:title.companyProfile'), to: paths.companyProfile.show }, { label: t('profile:edit') }]}
      loading={shown.isPending || options.isPending}
      error={shown.error ?? options.error}
      retry={() => void Promise.all([shown.refetch(), options.refetch()])}
      initial={choices ? initial : undefined}
      schema={companyUpdate}
      onSubmit={submit}
      reload={async () => valuesOf((await call(companies.show, { params: { id: company?.id ?? 0 } })).data)}
      cancelTo={paths.companyProfile.show}
    >
      {(form) =>
        choices ? (
          <>
            <IdentityFields />
            <ContactFields choices={choices} country={form.values.countyIsoCode} />
            <FieldGroup title={t('profile:company.terms')}>
              <RegionalFields choices={choices} />
            </FieldGroup>
            <NotesFields />
          </>
        ) : null
      }
    </FormScreen>
  )
}

import { companies, companyUpdate, type Company } from '@trunkline/contract/resources/company'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { FieldGroup, SelectField, SwitchField } from '../../form/fields.tsx'
import { paths } from '../../paths.ts'
import { sentFields } from '../../record/changes.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { ActiveBadge, CompanyTypeBadge } from './badges.tsx'
import { ContactFields, IdentityFields, NotesFields, RegionalFields } from './company-fields.tsx'
import { detailsOf } from './company-values.ts'

const valuesOf = (company: Company) => ({
  ...detailsOf(company),
  billing_term: company.billing_term,
  is_active: company.is_active,
  version: company.version,
})

/** The form of an existing company. Fields that can't be changed are shown disabled with the reason. */
export function CompanyUpdate() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const own = useSession()?.user.company
  const company = useRecordForm({
    calls: { show: companies.show, update: companies.update },
    options: companies.options,
    subjects: ['companies', 'users'],
    texts: 'companies',
    labels: 'company',
    list: paths.companies.list,
    page: paths.companies.summary,
    values: valuesOf,
    body: sentFields,
  })
  const { id = 0, record } = company
  const isOwn = id === own?.id
  const manages = canOn(companies.changeStatus, { id })
  const locked = (reason: string) => (isOwn ? reason : manages ? undefined : t('companies:why.role'))
  const statusReason = locked(t('companies:why.ownStatus'))
  const termsReason = locked(t('companies:why.ownTerms'))
  const provider = record?.type === 'simrush'

  return (
    <RecordForm
      of={company}
      status={
        record ? (
          <>
            <CompanyTypeBadge type={record.type} /> <ActiveBadge of={record} />
          </>
        ) : null
      }
      schema={companyUpdate}
    >
      {({ values, choices }) => (
        <>
          <IdentityFields />
          <ContactFields choices={choices} country={values.countyIsoCode} />
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
      )}
    </RecordForm>
  )
}

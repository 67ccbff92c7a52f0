import { companies, companyUpdate, type Company } from '@trunkline/contract/resources/company'
import { useTranslation } from '../../i18n/use-translation.ts'
import { amendUser, useSession } from '../../access/session.ts'
import { FieldGroup } from '../../form/fields.tsx'
import { paths } from '../../paths.ts'
import { sentFields } from '../../record/changes.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { ContactFields, IdentityFields, NotesFields, RegionalFields } from '../companies/company-fields.tsx'
import { detailsOf } from '../companies/company-values.ts'

/** The details of the user's own company. Its type, parent and billing term are changed by the companies above. */
export default function CompanyProfileUpdate() {
  const { t } = useTranslation()
  const own = useSession()?.user.company
  const company = useRecordForm({
    calls: { show: companies.show, update: companies.update },
    id: own?.id,
    options: companies.options,
    subjects: ['companies', 'users'],
    texts: 'profile:company',
    list: paths.companyProfile.show,
    values: (record: Company) => ({ ...detailsOf(record), version: record.version }),
    body: sentFields,
    onSaved: ({ name, logo }) => own && amendUser({ company: { ...own, name, logo } }),
  })
  return (
    <RecordForm of={company} subtitle={company.record?.name} schema={companyUpdate}>
      {({ values, choices }) => (
        <>
          <IdentityFields />
          <ContactFields choices={choices} country={values.countyIsoCode} />
          <FieldGroup title={t('companies:form.terms')}>
            <RegionalFields choices={choices} />
          </FieldGroup>
          <NotesFields />
        </>
      )}
    </RecordForm>
  )
}

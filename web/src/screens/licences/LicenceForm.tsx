import { licences } from '@trunkline/contract/resources/licence'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useNewRecordCompany } from '../../access/company-context.ts'
import { paths } from '../../paths.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { LicenceBadge } from './badges.tsx'
import { LicenceFields } from './licence-fields.tsx'
import { licenceBody, licenceChanges, licenceErrors, licenceValues, newLicence } from './licence-values.ts'
import { today } from './today.ts'

/** A new licence, or with an id in the path an existing one. */
export default function LicenceForm() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const { company: chosen, pending } = useNewRecordCompany()
  const licence = useRecordForm({
    calls: licences,
    texts: 'licences',
    list: paths.licences.list,
    page: paths.licences.details,
    back: (id) => (id === undefined ? paths.licences.list : paths.licences.details(id)),
    nameOf: (record) => record.key,
    start: () => (pending ? undefined : newLicence(today(), chosen?.id ?? null)),
    values: licenceValues,
    body: (values) => licenceBody(values, false),
    changes: licenceChanges,
  })
  const { record, isNew } = licence

  const cancelled = record?.status === 'cancelled'
  if (record && (record.deleted_at !== null || cancelled || !canOn(licences.update, record)))
    return (
      <ClosedRecord
        of={licence}
        title={t('licences:notYours.title')}
        text={t(
          record.deleted_at !== null
            ? 'licences:notYours.trash'
            : cancelled
              ? 'licences:why.cancelled'
              : 'licences:notYours.text',
        )}
      />
    )
  return (
    <RecordForm
      of={licence}
      status={record ? <LicenceBadge of={record} /> : null}
      validate={(values) =>
        Object.fromEntries(
          Object.entries(licenceErrors(values, false)).map(([field, key]) => [field, t(`licences:error.${key}`)]),
        )
      }
    >
      {({ form }) => (
        <LicenceFields
          form={form}
          company={record ? { id: record.company_id, name: record.company_name } : chosen}
          isNew={isNew}
        />
      )}
    </RecordForm>
  )
}

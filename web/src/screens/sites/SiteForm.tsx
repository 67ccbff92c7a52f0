import { sites } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useNewRecordCompany } from '../../access/company-context.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { PhoneField } from '../../form/phone-field.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { PositionFields } from './position-fields.tsx'
import { SiteBadge } from './site-status.tsx'
import { siteBody, siteChanges, siteErrors, siteLimits, siteValues } from './site-values.ts'

/** The form of a new site, or with an id in the path of an existing one. */
export default function SiteForm() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const { company: selected, pending } = useNewRecordCompany()
  const client = selected?.type === 'client' ? selected : undefined
  const site = useRecordForm({
    calls: sites,
    options: sites.options,
    // Hardware and services show the name of their site.
    subjects: ['sites', 'hardware', 'services'],
    texts: 'sites',
    labels: 'site',
    list: paths.sites.list,
    page: paths.sites.summary,
    back: (id) => (id === undefined ? paths.sites.list : paths.sites.summary(id)),
    start: () => (pending ? undefined : siteValues(client && { company_id: client.id })),
    values: siteValues,
    body: siteBody,
    changes: siteChanges,
  })
  const { record, isNew } = site

  if (record && (record.deleted_at !== null || !canOn(sites.update, record)))
    return (
      <ClosedRecord
        of={site}
        title={t('sites:closed.title')}
        text={t(record.deleted_at === null ? 'sites:closed.text' : 'sites:closed.trash')}
      />
    )
  return (
    <RecordForm
      of={site}
      subtitle={record?.path.map((step) => step.name).join(' / ')}
      status={record ? <SiteBadge of={record} /> : null}
      validate={(values) => ({
        ...schemaErrors(sites.store.body, siteBody(values)),
        ...Object.fromEntries(
          Object.entries(siteErrors(values, isNew)).map(([field, error]) => [field, t(`sites:error.${error}`)]),
        ),
      })}
    >
      {({ form, values, choices }) => (
        <>
          <FieldGroup title={t('sites:form.site')}>
            <TextField name="name" label={t('common:field.name')} {...siteLimits.name} autoComplete="off" required />
            {isNew ? (
              <RemoteSelectField
                name="company_id"
                label={t('sites:form.client')}
                help={t('sites:form.clientHelp')}
                endpoint={sites.companies}
                selected={client}
                required
              />
            ) : null}
          </FieldGroup>
          <FieldGroup title={t('sites:form.contact')}>
            <TextField
              name="contact_name"
              label={t('sites:field.contact_name')}
              {...siteLimits.contact_name}
              autoComplete="off"
            />
            <PhoneField
              name="telephone"
              label={t('common:field.telephone')}
              defaultCountry={values.countyIsoCode || choices.default_iso}
            />
            <TextField name="contact_email" label={t('sites:field.contact_email')} type="email" autoComplete="off" />
          </FieldGroup>
          <FieldGroup title={t('sites:form.address')}>
            <TextField
              name="address_line_1"
              label={t('common:field.address_line_1')}
              {...siteLimits.address_line_1}
              whole
            />
            <TextField
              name="address_line_2"
              label={t('sites:field.address_line_2')}
              {...siteLimits.address_line_2}
              whole
            />
            <TextField name="postcode" label={t('sites:field.postcode')} {...siteLimits.postcode} />
            <TextField name="city" label={t('sites:field.city')} {...siteLimits.city} />
            <TextField name="region" label={t('sites:field.region')} {...siteLimits.region} />
            <SelectField
              name="countyIsoCode"
              label={t('common:field.countyIsoCode')}
              options={choices.countries}
              clearable
            />
            <SelectField
              name="time_zone"
              label={t('common:field.time_zone')}
              options={choices.time_zones}
              {...(isNew ? { help: t('sites:form.zoneHelp'), clearable: true } : {})}
            />
          </FieldGroup>
          <PositionFields form={form} />
          <FieldGroup>
            <TextArea name="notes" label={t('common:field.notes')} help={t('sites:form.notesHelp')} rows={3} whole />
          </FieldGroup>
        </>
      )}
    </RecordForm>
  )
}

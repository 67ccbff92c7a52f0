import { changeKinds, type ChangeItem } from '@trunkline/contract/resources/change-item'
import { companies } from '@trunkline/contract/resources/company'
import { deviceTemplates, type DeviceTemplate } from '@trunkline/contract/resources/device-template'
import { hardwareTypes } from '@trunkline/contract/resources/hardware-type'
import type { TagLabel } from '@trunkline/contract/labels'
import { useCan } from '../../access/can.ts'
import { ApiError } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { FormScreen } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { ClosedRecord } from '../../record/record-form.tsx'
import { TagsField } from '../../record/tags-field.tsx'
import { useRecordForm, type RecordValues } from '../../record/use-record-form.ts'
import { ItemFields } from '../rollouts/change-item-fields.tsx'
import { formPaths, itemsOf, startItems, valuesOfItems, type ItemValues } from '../rollouts/change-values.ts'

interface Values extends RecordValues, ItemValues {
  name: string
  description: string
  company_id: number | null
  types: string[]
  tags: TagLabel[]
  at_first_contact: boolean
  checks_drift: boolean
  /** Items of which the form shows another of the same kind. They stay as they are. */
  others: ChangeItem[]
}

const start = (): Values => ({
  version: 0,
  name: '',
  description: '',
  company_id: null,
  types: [],
  tags: [],
  at_first_contact: false,
  checks_drift: true,
  others: [],
  ...startItems,
})

const valuesOf = (of: DeviceTemplate): Values => {
  const { values, others } = valuesOfItems(of.items)
  return {
    ...start(),
    ...values,
    others,
    version: of.version,
    name: of.name,
    description: of.description ?? '',
    types: of.types.map(({ id }) => String(id)),
    tags: of.tags.map(({ id, name }) => ({ id: Number(id), name, colour: 'grey' })),
    at_first_contact: of.at_first_contact,
    checks_drift: of.checks_drift,
  }
}

const bodyOf = (values: Values) => ({
  name: values.name,
  description: values.description.trim() || null,
  items: [...itemsOf(values), ...values.others],
  type_ids: values.types.map(Number),
  tag_ids: values.tags.map(({ id }) => id),
  at_first_contact: values.at_first_contact,
  checks_drift: values.checks_drift,
})
const storeBody = (values: Values) => ({
  ...bodyOf(values),
  ...(values.company_id !== null && { company_id: values.company_id }),
})

/** A new template, or with an id in the path an existing one. */
export default function DeviceTemplateForm() {
  const { t } = useTranslation()
  const can = useCan()
  const types = useCall(hardwareTypes.index, { query: { perPage: 200 } }, { enabled: can(hardwareTypes.index) })
  const template = useRecordForm({
    calls: deviceTemplates,
    texts: 'device-templates',
    list: paths.deviceTemplates.list,
    page: paths.deviceTemplates.details,
    start,
    values: valuesOf,
    body: storeBody,
    changes: (_, after: Values) => ({ ...bodyOf(after), version: after.version }),
  })
  if (template.record && template.record.company_name === null)
    return (
      <ClosedRecord of={template} title={t('device-templates:closed.title')} text={t('device-templates:closed.text')} />
    )
  const { onSubmit } = template.props
  return (
    <FormScreen<Values>
      {...template.props}
      validate={(values) => ({
        ...formPaths(schemaErrors(deviceTemplates.store.body, storeBody(values)), values),
        ...(values.kinds.length + values.others.length === 0 ? { kinds: t('rollouts:change.items.noKind') } : {}),
      })}
      onSubmit={async (values, ...rest) => {
        try {
          return await onSubmit(values, ...rest)
        } catch (error) {
          if (error instanceof ApiError && error.fields)
            Object.assign(error, { fields: formPaths(error.fields, values) })
          throw error
        }
      }}
    >
      {({ values }) => (
        <>
          <FieldGroup>
            <TextField name="name" label={t('common:field.name')} maxLength={191} autoComplete="off" required />
            {template.isNew && can(companies.lookup) ? (
              <RemoteSelectField
                name="company_id"
                label={t('device-templates:field.company_id')}
                help={t('device-templates:help.company_id')}
                endpoint={companies.lookup}
                clearable
              />
            ) : null}
            <TextArea
              name="description"
              label={t('device-templates:field.description')}
              rows={2}
              maxLength={1000}
              whole
            />
          </FieldGroup>
          <FieldGroup title={t('device-templates:form.scope')} text={t('device-templates:form.scopeText')}>
            {types.data ? (
              <ChecksField
                name="types"
                label={t('device-templates:field.types')}
                options={types.data.data.map(({ id, name }) => ({ id: String(id), name }))}
                whole
              />
            ) : null}
            <TagsField
              name="tags"
              label={t('device-templates:field.tags')}
              company={template.record?.company_id ?? values.company_id ?? undefined}
              whole
            />
            <SwitchField
              name="at_first_contact"
              label={t('device-templates:field.at_first_contact')}
              help={t('device-templates:help.at_first_contact')}
            />
            <SwitchField
              name="checks_drift"
              label={t('device-templates:field.checks_drift')}
              help={t('device-templates:help.checks_drift')}
            />
          </FieldGroup>
          <FieldGroup title={t('rollouts:change.items.title')} text={t('device-templates:form.itemsText')}>
            <ChecksField
              name="kinds"
              label={t('rollouts:change.items.kinds')}
              options={changeKinds.map((id) => ({ id, name: t(`rollouts:change.items.kind.${id}`) }))}
              required
              whole
            />
          </FieldGroup>
          {changeKinds
            .filter((kind) => values.kinds.includes(kind))
            .map((kind) => (
              <ItemFields key={kind} kind={kind} values={values} ofTemplate />
            ))}
          {values.others.length > 0 ? (
            <p>{t('device-templates:form.others', { count: values.others.length })}</p>
          ) : null}
        </>
      )}
    </FormScreen>
  )
}

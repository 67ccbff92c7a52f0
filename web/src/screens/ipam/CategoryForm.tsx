import { companies } from '@trunkline/contract/resources/company'
import { categoryColours, subnetCategories } from '@trunkline/contract/resources/subnet-category'
import { allocationPolicies } from '@trunkline/contract/resources/subnet-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ColourField } from '../../form/colour-field.tsx'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { fieldLabel } from '../../ui/field-label.ts'
import { CategoryBadge, ColourDot } from './badges.tsx'
import { categoryBody, categoryChanges, categoryValues, isInherited, limits, ptrExample } from './category-values.ts'
import classes from './forms.module.css'

/** A new subnet category, or with an id in the path an existing one. */
export default function CategoryForm() {
  const { t } = useTranslation()
  const can = useCan()
  const category = useRecordForm({
    calls: subnetCategories,
    // Rows of subnets carry the name and colour of their category.
    subjects: ['subnet-categories', 'subnets'],
    texts: 'ipam:categories',
    list: paths.ipam.categories.list,
    start: () => categoryValues(),
    values: categoryValues,
    body: categoryBody,
    changes: categoryChanges,
  })
  const field = <N extends keyof typeof limits>(name: N) => ({
    name,
    label: fieldLabel(t, 'ipam:categories', name),
    ...limits[name],
  })

  if (category.record && isInherited(category.record))
    return <ClosedRecord of={category} title={t('ipam:categories.shared')} text={t('ipam:categories.sharedText')} />
  return (
    <RecordForm of={category} validate={(values) => schemaErrors(subnetCategories.store.body, categoryBody(values))}>
      {({ values, isNew }) => (
        <>
          <FieldGroup title={t('ipam:categories.identity')}>
            <TextField {...field('name')} required />
            {isNew && can(companies.lookup) ? (
              <RemoteSelectField
                name="company_id"
                label={t('ipam:categories.field.company_name')}
                help={t('ipam:categories.ownerHelp')}
                endpoint={companies.lookup}
                clearable
              />
            ) : null}
            <ColourField
              {...field('colour')}
              colours={categoryColours}
              show={(colour) => (
                <span className={classes.colourName}>
                  <ColourDot colour={colour} />
                  {t(`ipam:categories.value.colour.${colour}`)}
                </span>
              )}
            />
            <div>
              {t('ipam:categories.preview')}{' '}
              <CategoryBadge name={values.name.trim() || t('ipam:categories.example')} colour={values.colour} />
            </div>
            <TextArea {...field('description')} rows={2} whole />
          </FieldGroup>
          <FieldGroup title={t('ipam:categories.defaults')} text={t('ipam:categories.defaultsText')}>
            <SelectField
              {...field('default_policy')}
              help={t(
                values.default_policy ? `ipam:form.policyText.${values.default_policy}` : 'ipam:categories.noPolicy',
              )}
              clearable
              options={allocationPolicies.map((id) => ({ id, name: t(`ipam:value.policy.${id}`) }))}
            />
            <NumberField {...field('cool_down_days')} help={t('ipam:categories.quarantineHelp')} />
            <NumberField {...field('default_unit_v4')} />
            <NumberField {...field('default_unit_v6')} />
          </FieldGroup>
          <FieldGroup title={t('ipam:categories.template')} text={t('ipam:categories.templateText')}>
            <SelectField
              {...field('gateway')}
              clearable
              options={(['first', 'last'] as const).map((id) => ({
                id,
                name: t(`ipam:categories.value.gateway.${id}`),
              }))}
            />
            <NumberField {...field('reserve_first')} help={t('ipam:categories.reserveHelp')} />
            <TextField
              {...field('ptr_template')}
              placeholder="{ip}.cust.example.net"
              help={
                values.ptr_template.trim()
                  ? t('ipam:categories.ptrExample', { example: ptrExample(values.ptr_template) })
                  : t('ipam:categories.ptrHelp', { ip: '{ip}', name: '{name}' })
              }
              whole
            />
          </FieldGroup>
        </>
      )}
    </RecordForm>
  )
}

import { subnetCategories } from '@trunkline/contract/resources/subnet-category'
import { allocationPolicies } from '@trunkline/contract/resources/subnet-enums'
import { companies } from '@trunkline/contract/resources/company'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { CategoryBadge } from './badges.tsx'
import {
  categoryBody,
  categoryChanges,
  categoryValues,
  isFromAbove,
  ptrExample,
  type CategoryValues,
} from './category-values.ts'
import { ColourField } from './colour-field.tsx'

/** A new category of subnets, or with an id in the path a known one. */
export default function CategoryForm() {
  const { t } = useTranslation()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  const can = useCan()
  const returnTo = useReturn()
  const shown = useCall(subnetCategories.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const store = useCommand(subnetCategories.store)
  // What a subnet is called in its row comes from here.
  const update = useCommand(subnetCategories.update, { subjects: ['subnet-categories', 'subnets'] })
  const category = shown.data?.data
  const initial = useMemo(
    () => (id === undefined ? categoryValues() : category && categoryValues(category)),
    [id, category],
  )

  const submit = async (values: CategoryValues) => {
    if (id === undefined) await store.run({ body: categoryBody(values) })
    else if (category) {
      const body = categoryChanges(categoryValues(category), values)
      if (body) await update.run({ params: { id }, body })
    }
    notify.success(t(id === undefined ? 'ipam:categories.created' : 'ipam:categories.saved', { name: values.name }))
    await returnTo(paths.ipam.categories.list)
  }

  if (category && isFromAbove(category))
    return (
      <EmptyState title={category.name} text={t('ipam:categories.notYours')}>
        <LinkButton variant="default" to={paths.ipam.categories.list}>
          {t('ipam:categories.title')}
        </LinkButton>
      </EmptyState>
    )
  return (
    <FormScreen<CategoryValues>
      title={
        id === undefined
          ? t('ipam:categories.create')
          : category
            ? t('ipam:categories.updateTitle', { name: category.name })
            : t('ipam:action.edit')
      }
      crumbs={[
        { label: t('ipam:categories.title'), to: paths.ipam.categories.list },
        { label: id === undefined ? t('ipam:categories.create') : (category?.name ?? '…') },
      ]}
      loading={id !== undefined && shown.isPending}
      error={shown.error}
      retry={() => void shown.refetch()}
      initial={initial}
      validate={(values) => schemaErrors(subnetCategories.store.body, categoryBody(values))}
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t('ipam:categories.create') }
        : { reload: async () => categoryValues((await call(subnetCategories.show, { params: { id } })).data) })}
      cancelTo={paths.ipam.categories.list}
    >
      {(form) => (
        <>
          <FieldGroup title={t('ipam:categories.what')}>
            <TextField name="name" label={t('ipam:categories.field.name')} maxLength={191} required />
            {id === undefined && can(companies.lookup) ? (
              <RemoteSelectField
                name="company_id"
                label={t('ipam:categories.field.company_name')}
                help={t('ipam:categories.ownerHelp')}
                endpoint={companies.lookup}
                clearable
              />
            ) : null}
            <ColourField name="colour" label={t('ipam:categories.field.colour')} />
            <div>
              {t('ipam:categories.looks')}{' '}
              <CategoryBadge
                name={form.values.name.trim() || t('ipam:categories.example')}
                colour={form.values.colour}
              />
            </div>
            <TextArea name="description" label={t('ipam:categories.field.description')} rows={2} whole />
          </FieldGroup>
          <FieldGroup title={t('ipam:categories.defaults')} text={t('ipam:categories.defaultsText')}>
            <SelectField
              name="default_policy"
              label={t('ipam:categories.field.default_policy')}
              help={t(
                form.values.default_policy
                  ? `ipam:form.policyText.${form.values.default_policy}`
                  : 'ipam:categories.noPolicy',
              )}
              clearable
              options={allocationPolicies.map((policy) => ({ id: policy, name: t(`ipam:value.policy.${policy}`) }))}
            />
            <NumberField
              name="cool_down_days"
              label={t('ipam:categories.field.cool_down_days')}
              help={t('ipam:categories.coolDownHelp')}
              min={0}
              max={3650}
            />
            <NumberField name="default_unit_v4" label={t('ipam:categories.field.default_unit_v4')} min={0} max={32} />
            <NumberField name="default_unit_v6" label={t('ipam:categories.field.default_unit_v6')} min={0} max={128} />
          </FieldGroup>
          <FieldGroup title={t('ipam:categories.template')} text={t('ipam:categories.templateText')}>
            <SelectField
              name="gateway"
              label={t('ipam:field.gateway')}
              clearable
              options={(['first', 'last'] as const).map((place) => ({
                id: place,
                name: t(`ipam:categories.gateway.${place}`),
              }))}
            />
            <NumberField
              name="reserve_first"
              label={t('ipam:categories.field.reserve_first')}
              help={t('ipam:categories.reserveHelp')}
              min={0}
              max={1024}
            />
            <TextField
              name="ptr_template"
              label={t('ipam:categories.field.ptr_template')}
              placeholder="{ip}.cust.example.net"
              maxLength={191}
              help={
                form.values.ptr_template.trim()
                  ? t('ipam:categories.ptrExample', { example: ptrExample(form.values.ptr_template) })
                  : t('ipam:categories.ptrHelp', { ip: '{ip}', name: '{name}' })
              }
              whole
            />
          </FieldGroup>
        </>
      )}
    </FormScreen>
  )
}

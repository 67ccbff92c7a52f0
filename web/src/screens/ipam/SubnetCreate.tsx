import { message } from '@trunkline/contract/errors'
import type { Reply } from '@trunkline/contract/endpoint'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf } from '../../i18n/messages.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKey, useCall, useCommand } from '../../api/query.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { AllocationFields, IdentityFields, SharingFields } from './attribute-fields.tsx'
import { useIpVersion } from './ip-version.ts'
import { prefixError } from './prefix-field.tsx'
import { SourceFields } from './source-fields.tsx'
import { checkPrefix, createValues, storeBody, type CreateValues } from './subnet-values.ts'

/** Seconds. */
const holdChoices = [3600, 4 * 3600, 86_400, 7 * 86_400, 30 * 86_400] as const

const positive = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
const shown = (id: number) => ({ params: { id } })

/** The form of a new subnet. `?parent=`, `?net=` and `?prefix=` fill it in. */
export default function SubnetCreate() {
  const { t } = useTranslation()
  const version = useIpVersion()
  const search = useSearch({ strict: false }) as { parent?: string; net?: string; prefix?: string; from?: string }
  const returnTo = useReturn()
  const store = useCommand(subnets.store)
  const parentId = positive(search.parent)
  const list = paths.ipam.list(version)
  // A form opened from the page of the parent returns there.
  const back = search.from === 'detail' && parentId !== undefined ? paths.ipam.detail(version, parentId) : list
  const prefix = positive(search.prefix)
  const initial = useMemo(
    () => createValues({ parent: parentId, net: search.net, prefix }),
    [parentId, search.net, prefix],
  )
  const first = useCall(subnets.show, shown(parentId ?? 0), { enabled: parentId !== undefined })

  const sourceErrors = ({ parent_id, source, prefix: length, net }: CreateValues): FieldErrors => {
    const parent =
      parent_id === null
        ? undefined
        : queryClient.getQueryData<Reply<typeof subnets.show>>(queryKey(subnets.show, shown(parent_id)))?.data
    if (parent?.hosts) return { parent_id: t('ipam:form.parentHasAddresses', { net: parent.net }) }
    if (source === 'auto') return parent_id === null && length === null ? { prefix: t('ipam:form.needsLength') } : {}
    if (net.trim() === '') return { net: textOf(message('field.required')) }
    const error = prefixError(checkPrefix(net, version, parent?.net), version, parent?.net, t)
    return error ? { net: error } : {}
  }

  const submit = async (values: CreateValues) => {
    const { data } = await store.run({ body: storeBody(values, version) })
    notify.success(t('ipam:form.created', { count: data.nets.length, net: data.nets[0] ?? '' }))
    await returnTo(back)
  }

  return (
    <FormScreen<CreateValues>
      title={t('ipam:create')}
      crumbs={[
        { label: t(`ipam:titles.${version}`), to: list },
        ...(first.data?.data.path ?? []).map((step) => ({
          label: step.net,
          to: paths.ipam.detail(version, step.id),
        })),
        { label: t('ipam:create') },
      ]}
      loading={first.isPending && parentId !== undefined}
      error={parentId === undefined ? null : first.error}
      retry={() => void first.refetch()}
      initial={initial}
      validate={(values) => ({
        ...schemaErrors(subnets.store.body, storeBody(values, version)),
        ...sourceErrors(values),
      })}
      onSubmit={submit}
      submitLabel={t('ipam:form.submit')}
      cancelTo={back}
    >
      {({ values }) => <CreateFields values={values} />}
    </FormScreen>
  )
}

function CreateFields({ values }: { values: CreateValues }) {
  const { t } = useTranslation()
  const version = useIpVersion()
  const { parent_id, source, count } = values
  const chosen = useCall(subnets.show, shown(parent_id ?? 0), { enabled: parent_id !== null })
  const parent = parent_id === null ? undefined : chosen.data?.data
  return (
    <>
      <SourceFields values={values} version={version} parent={parent} />
      <IdentityFields values={values} />
      <AllocationFields values={values} version={version} several={source === 'auto' && (count ?? 1) > 1} isNew />
      <FieldGroup title={t('ipam:field.company_name')}>
        <RemoteSelectField
          name="company_id"
          label={t('ipam:field.company_name')}
          help={parent ? t('ipam:form.ownerOf', { name: parent.company_name }) : t('ipam:form.ownerHelp')}
          endpoint={subnets.companies}
          clearable
        />
        <SelectField
          name="hold_seconds"
          label={t('ipam:form.hold')}
          help={t('ipam:form.holdHelp')}
          clearable
          options={holdChoices.map((id) => ({ id, name: t(`ipam:form.holdFor.${id}`) }))}
        />
        <SharingFields />
      </FieldGroup>
    </>
  )
}

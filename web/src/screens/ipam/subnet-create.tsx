import { message } from '@trunkline/contract/errors'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import type { UseFormReturnType } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf } from '../../i18n/messages.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { HandingOutFields, IdentityFields, SharingFields } from './attribute-fields.tsx'
import { netFault } from './net-field.tsx'
import { PlaceFields } from './place-fields.tsx'
import { checkNet, createValues, storeBody, type CreateValues } from './subnet-values.ts'
import { useIpVersion } from './use-version.ts'

const holdChoices = [3600, 4 * 3600, 86_400, 7 * 86_400, 30 * 86_400] as const

const idOf = (value: unknown): number | undefined => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The form of a new subnet: from the next free space, or exactly as it is given. `?parent=`, `?net=` and `?prefix=` fill it in. */
export function SubnetCreate() {
  const { t } = useTranslation()
  const version = useIpVersion()
  const search = useSearch({ strict: false }) as { parent?: string; net?: string; prefix?: string; from?: string }
  const returnTo = useReturn()
  const store = useCommand(subnets.store)
  const start = idOf(search.parent)
  const list = paths.ipam.list(version)
  // Who came from the page of the parent goes back to it.
  const back = search.from === 'detail' && start !== undefined ? paths.ipam.detail(version, start) : list
  const length = idOf(search.prefix)
  const initial = useMemo(
    () => createValues({ parent: start, net: search.net, prefix: length }),
    [start, search.net, length],
  )
  const first = useCall(subnets.show, { params: { id: start ?? 0 } }, { enabled: start !== undefined })

  const known = first.data?.data
  const chosen = useRef<Subnet | undefined>(undefined)
  const placeErrors = (values: CreateValues): FieldErrors => {
    const parent = chosen.current?.id === values.parent_id ? chosen.current : undefined
    if (parent?.hosts) return { parent_id: t('ipam:form.parentHosts', { net: parent.net }) }
    if (values.where === 'auto')
      return values.parent_id === null && values.prefix === null ? { prefix: t('ipam:form.needsLength') } : {}
    if (values.net.trim() === '') return { net: textOf(message('field.required')) }
    const error = netFault(checkNet(values.net, version, parent?.net), version, parent?.net, t)
    return error ? { net: error } : {}
  }

  const submit = async (values: CreateValues) => {
    const { data } = await store.run({ body: storeBody(values, version) })
    notify.success(t('ipam:form.created', { count: data.nets.length, net: data.nets[0] ?? '' }))
    await returnTo(back)
  }

  return (
    <FormScreen<CreateValues>
      title={t('ipam:form.createTitle')}
      crumbs={[
        { label: t(version === 'ipv4' ? 'ipam:titleIpv4' : 'ipam:titleIpv6'), to: list },
        ...(known ? known.path.map((step) => ({ label: step.net, to: paths.ipam.detail(version, step.id) })) : []),
        { label: t('ipam:form.createTitle') },
      ]}
      loading={first.isPending && start !== undefined}
      error={start === undefined ? null : first.error}
      retry={() => void first.refetch()}
      initial={initial}
      validate={(values) => ({
        ...schemaErrors(subnets.store.body, storeBody(values, version)),
        ...placeErrors(values),
      })}
      onSubmit={submit}
      submitLabel={t('ipam:form.createSubmit')}
      cancelTo={back}
    >
      {(form) => <CreateFields form={form} onParent={(parent) => void (chosen.current = parent)} />}
    </FormScreen>
  )
}

function CreateFields({
  form,
  onParent,
}: {
  form: UseFormReturnType<CreateValues>
  /** Told the chosen parent once it is known: the check before sending looks at it. */
  onParent: (parent: Subnet | undefined) => void
}) {
  const { t } = useTranslation()
  const version = useIpVersion()
  const { parent_id, where, count } = form.values
  const shown = useCall(subnets.show, { params: { id: parent_id ?? 0 } }, { enabled: parent_id !== null })
  const parent = parent_id === null ? undefined : shown.data?.data
  useEffect(() => {
    onParent(parent)
  })
  return (
    <>
      <PlaceFields form={form} version={version} parent={parent} />
      <IdentityFields form={form} />
      <HandingOutFields form={form} version={version} several={where === 'auto' && (count ?? 1) > 1} />
      <FieldGroup title={t('ipam:form.who')}>
        <RemoteSelectField
          name="company_id"
          label={t('ipam:field.company_name')}
          help={parent ? t('ipam:form.holderOf', { name: parent.company_name }) : t('ipam:form.holderHelp')}
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

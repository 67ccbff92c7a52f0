import { message } from '@trunkline/contract/errors'
import { tryPrefix } from '@trunkline/contract/net'
import type { Reply } from '@trunkline/contract/endpoint'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf } from '../../i18n/messages.ts'
import { useNewRecordCompany } from '../../access/company-context.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKey, useCall, useCommand } from '../../api/query.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField } from '../../form/fields.tsx'
import { FormScreen, useOpener, useReturn } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { labelBody, labelValues, withoutLabels } from '../../record/label-values.ts'
import { LabelFields } from '../../record/record-form.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
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

/** The body with tags and custom fields. */
const bodyOf = (values: CreateValues, version: IpVersion) => ({
  ...storeBody(withoutLabels(values), version),
  ...labelBody(values),
})

/** The form of a new subnet. `?parent=`, `?net=` and `?prefix=` fill it in. */
export default function SubnetCreate() {
  const { t } = useTranslation()
  const version = useIpVersion()
  const search = useSearch({ strict: false }) as {
    parent?: string
    net?: string
    prefix?: string
    from?: string
    into?: string
  }
  const returnTo = useReturn()
  const opener = useOpener()
  const { company: context, pending } = useNewRecordCompany()
  // Only the page of a company names the owner: in a company context, new subnets stay the caller's own.
  const owner = search.into === undefined ? undefined : context
  const ownerId = owner?.id
  const store = useCommand(subnets.store)
  const question = useWholeSpaceQuestion()
  const parentId = positive(search.parent)
  const list = paths.ipam.list(version)
  // A form opened from the page of the parent returns there.
  const back =
    opener ?? (search.from === 'detail' && parentId !== undefined ? paths.ipam.detail(version, parentId) : list)
  const prefix = positive(search.prefix)
  const initial = useMemo(
    () =>
      pending
        ? undefined
        : {
            ...createValues({ parent: parentId, net: search.net, prefix, company: ownerId }),
            ...labelValues(undefined),
          },
    [parentId, search.net, prefix, ownerId, pending],
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
    const body = bodyOf(values, version)
    const whole = body.net !== 'auto' && tryPrefix(body.net)?.length === 0
    if (whole && !(await question.confirm(body.net))) return
    const { data } = await store.run({ body: { ...body, ...(whole && { confirm_whole_space: true }) } })
    notify.success(t('ipam:form.created', { count: data.nets.length, net: data.nets[0] ?? '' }))
    await returnTo(back)
  }

  return (
    <>
      {question.dialog}
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
          ...schemaErrors(subnets.store.body, bodyOf(values, version)),
          ...sourceErrors(values),
        })}
        onSubmit={submit}
        submitLabel={t('ipam:form.submit')}
        cancelTo={back}
      >
        {({ values }) => <CreateFields values={values} owner={owner} />}
      </FormScreen>
    </>
  )
}

/** Asks before a subnet is created that contains every address. */
function useWholeSpaceQuestion() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ net: string; answer: (yes: boolean) => void }>()
  const answer = (yes: boolean) => {
    open?.answer(yes)
    setOpen(undefined)
  }
  return {
    confirm: (net: string) => new Promise<boolean>((resolve) => setOpen({ net, answer: resolve })),
    dialog: (
      <ConfirmDialog
        opened={open !== undefined}
        onClose={() => answer(false)}
        onConfirm={() => answer(true)}
        title={t('ipam:form.wholeTitle', { net: open?.net ?? '' })}
        confirmLabel={t('ipam:form.submit')}
      >
        {t('ipam:form.whole')}
      </ConfirmDialog>
    ),
  }
}

function CreateFields({ values, owner }: { values: CreateValues; owner: { id: number; name: string } | undefined }) {
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
          selected={owner}
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
      <Suspense fallback={null}>
        {/* Without an owner, the subnet belongs to that of its parent. */}
        <LabelFields
          kind="subnet"
          record={undefined}
          values={{ ...values, company_id: values.company_id ?? parent?.company_id }}
        />
      </Suspense>
    </>
  )
}

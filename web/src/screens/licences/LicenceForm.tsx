import { licences } from '@trunkline/contract/resources/licence'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowCan } from '../../access/can.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { LicenceBadge } from './badges.tsx'
import { LicenceFields } from './licence-fields.tsx'
import {
  licenceBody,
  licenceChanges,
  licenceFaults,
  licenceValues,
  newLicence,
  type LicenceValues,
} from './licence-values.ts'
import './refusals.ts'
import { today } from './today.ts'

/** A new licence, or with an id in the path a known one. */
export default function LicenceForm() {
  const { t } = useTranslation()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  const canOn = useRowCan()
  const returnTo = useReturn()
  const context = useCompanyContext()
  const shown = useCall(licences.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const store = useCommand(licences.store)
  const update = useCommand(licences.update)
  const record = shown.data?.data
  const chosen = context.id === undefined ? undefined : context.path.at(-1)
  const chosenId = chosen?.id
  const initial = useMemo(
    () => (id === undefined ? newLicence(today(), chosenId ?? null) : record && licenceValues(record)),
    [id, record, chosenId],
  )

  const submit = async (values: LicenceValues) => {
    if (id === undefined) {
      const { data } = await store.run({ body: licenceBody(values, false) })
      notify.success(t('licences:done.created'))
      return returnTo(paths.licences.details(data.id))
    }
    const body = record && licenceChanges(licenceValues(record), values)
    if (body) await update.run({ params: { id }, body })
    notify.success(t('licences:done.saved', { name: record?.key }))
    return returnTo(paths.licences.details(id))
  }
  const crumbs = [
    { label: t('licences:title'), to: paths.licences.list },
    ...(id === undefined
      ? [{ label: t('licences:create') }]
      : [{ label: record?.key ?? '…', to: paths.licences.details(id) }, { label: t('licences:action.edit') }]),
  ]

  const cancelled = record?.status === 'cancelled'
  if (record && (record.deleted_at !== null || cancelled || !canOn(licences.update, record)))
    return (
      <>
        <PageHeader title={record.key} crumbs={crumbs} />
        <EmptyState
          title={t('licences:notYours.title')}
          text={t(
            record.deleted_at !== null
              ? 'licences:notYours.trash'
              : cancelled
                ? 'licences:why.cancelled'
                : 'licences:notYours.text',
          )}
        >
          <LinkButton variant="default" to={paths.licences.details(record.id)}>
            {t('licences:action.open')}
          </LinkButton>
        </EmptyState>
      </>
    )
  return (
    <FormScreen<LicenceValues>
      title={
        id === undefined
          ? t('licences:create')
          : record
            ? t('licences:updateTitle', { name: record.key })
            : t('panel:title.licenceUpdate')
      }
      status={record ? <LicenceBadge of={record} /> : null}
      crumbs={crumbs}
      loading={id !== undefined && shown.isPending}
      error={shown.error}
      retry={() => void shown.refetch()}
      initial={initial}
      validate={(values) =>
        Object.fromEntries(
          Object.entries(licenceFaults(values, false)).map(([field, key]) => [field, t(`licences:fault.${key}`)]),
        )
      }
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t('licences:submit') }
        : { reload: async () => licenceValues((await call(licences.show, { params: { id } })).data) })}
      cancelTo={id === undefined ? paths.licences.list : paths.licences.details(id)}
    >
      {(form) => (
        <LicenceFields
          form={form}
          company={record ? { id: record.company_id, name: record.company_name } : chosen}
          isNew={id === undefined}
        />
      )}
    </FormScreen>
  )
}

import { useParams, useSearch } from '@tanstack/react-router'
import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import { sites } from '@trunkline/contract/resources/site'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, SwitchField, TextField } from '../../form/fields.tsx'
import { schemaErrors } from '../../form/field-errors.ts'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { accessPaths, listBefore, type EntryStart } from './access-paths.ts'
import { AllowFields } from './allow-fields.tsx'
import { emptyEntry, entryBody, entryChange, entryValues, type EntryValues } from './entry-values.ts'
import { MacField } from './mac-field.tsx'
import { atSwitch } from './refusal-text.ts'
import { ScheduleFields } from './schedule-field.tsx'
import { unableOf, useControllers } from './use-controllers.ts'
import { followWrites } from './writes.ts'

/** The one row of a site's list with this id. */
const oneOf = (siteId: number, id: number) => ({
  params: { id: siteId },
  query: { search: `id:${id}`, searchFields: 'id:=' },
})

/** Whether a known entry has nothing to say to this page: it is not there, or another reader's. */
function Missing({ back }: { back: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('wifi-access:form.missing')} />
      <Card>
        <EmptyState title={t('wifi-access:form.missing')} text={t('wifi-access:form.missingText')}>
          <LinkButton to={back} variant="default">
            {t('wifi-access:form.toList')}
          </LinkButton>
        </EmptyState>
      </Card>
    </>
  )
}

/** A new entry of a site's access control, or with an id a known one. */
export function EntryPage({
  id,
  blocked,
}: {
  id: number | undefined
  /** A page for blocking alone: it does not ask whether. */
  blocked: boolean
}) {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const returnTo = useReturn()
  const siteId = Number((useParams({ strict: false }) as { id?: string }).id)
  const start = useSearch({ strict: false }) as EntryStart
  const site = useCall(sites.show, { params: { id: siteId } }, { enabled: can(sites.show) })
  const shown = useCall(accessControl.index, oneOf(siteId, id ?? 0), { enabled: id !== undefined })
  const controllers = useControllers(siteId)
  const store = useCommand(accessControl.store, { subjects: ['access-control', 'wifi'] })
  const update = useCommand(accessControl.update, { subjects: ['access-control', 'wifi'] })
  const entry: AccessEntry | undefined = id === undefined ? undefined : shown.data?.data[0]
  const { mac, name, action } = start
  const initial = useMemo(() => {
    if (id !== undefined) return entry && entryValues(entry)
    const requested = action === 'allow' || action === 'block' ? action : 'block'
    return emptyEntry({ ...(mac ? { mac } : {}), ...(name ? { name } : {}), action: blocked ? 'block' : requested })
  }, [id, entry, mac, name, action, blocked])
  const back = listBefore(siteId, paths.accessControl)
  if (id !== undefined && shown.data && !entry) return <Missing back={back} />

  const submit = async (values: EntryValues) => {
    const body = entry && entryChange(entry, values)
    if (id === undefined) {
      const { data } = await store.run({ params: { id: siteId }, body: entryBody(values) })
      followWrites(siteId, data.commands)
    } else if (body) {
      const { data } = await update.run({ params: { id: siteId }, body })
      followWrites(siteId, data.commands)
    }
    notify.success(t(id === undefined ? 'wifi-access:form.created' : 'wifi-access:form.saved', { name: values.name }))
    await returnTo(back)
  }
  // A blocked device that is opened on the page for blocking stays blocked; an allowed one may become either.
  const asksAction = !blocked || entry?.action === 'allow'
  const title =
    id === undefined
      ? t(
          blocked || start.action === 'block'
            ? 'wifi-access:block'
            : start.action === 'allow'
              ? 'wifi-access:allow'
              : 'wifi-access:add',
        )
      : t('wifi-access:form.update', { name: entry?.name ?? '…' })
  const noDays = controllers ? unableOf(controllers, 'can_days') : []
  const placed = site.data?.data
  const may =
    placed === undefined ||
    canOn(id === undefined ? accessControl.store : accessControl.update, { id: siteId, company_id: placed.company_id })

  return (
    <FormScreen<EntryValues>
      title={title}
      subtitle={placed?.name ?? entry?.site_name ?? ' '}
      crumbs={[
        ...(placed ? [{ label: placed.name, to: paths.sites.summary(siteId) }] : []),
        { label: t('wifi-access:title'), to: accessPaths.list(siteId) },
        { label: title },
      ]}
      loading={id !== undefined && shown.isPending}
      error={shown.error ?? (may ? null : new Error(t('wifi-access:form.notYours')))}
      retry={may ? () => void shown.refetch() : undefined}
      initial={initial}
      validate={(values) => ({
        ...schemaErrors(accessControl.store.body, entryBody(values)),
        ...(values.mac.trim() === '' ? { mac: t('wifi-access:fault.mac') } : {}),
        ...(values.name.trim() === '' ? { name: t('wifi-access:fault.name') } : {}),
        ...(Number.isNaN(values.rate_down_kbps) ? { rate_down_kbps: t('wifi-access:fault.rate') } : {}),
        ...(Number.isNaN(values.rate_up_kbps) ? { rate_up_kbps: t('wifi-access:fault.rate') } : {}),
      })}
      onSubmit={(values) =>
        submit(values).catch((error: unknown) => {
          throw atSwitch(error)
        })
      }
      {...(id === undefined
        ? { submitLabel: title }
        : {
            reload: async () => {
              const { data } = await call(accessControl.index, oneOf(siteId, id))
              return data[0] ? entryValues(data[0]) : (initial as EntryValues)
            },
          })}
      cancelTo={back}
    >
      {(form) => (
        <>
          <FieldGroup title={t('wifi-access:form.device')}>
            <MacField
              name="mac"
              label={t('wifi-access:field.mac')}
              help={t('wifi-access:form.macHelp')}
              required
              siteId={siteId}
              onPick={(device) => {
                const unnamed = form.getValues().name.trim() === ''
                if (unnamed && device.name) form.setFieldValue('name', device.name as never)
              }}
            />
            <TextField
              name="name"
              label={t('wifi-access:field.name')}
              help={t('wifi-access:form.nameHelp')}
              required
              maxLength={100}
            />
            {asksAction ? (
              <ChoiceField
                name="action"
                label={t('wifi-access:field.action')}
                required
                options={(['block', 'allow'] as const).map((one) => ({
                  id: one,
                  name: t(`wifi-access:value.action.${one}`),
                  text: t(`wifi-access:form.${one}Text`),
                }))}
              />
            ) : null}
            <SwitchField
              name="is_enabled"
              label={t('wifi-access:field.is_enabled')}
              help={t('wifi-access:form.enabledHelp')}
            />
          </FieldGroup>
          <FieldGroup title={t('wifi-access:form.hours')} text={t('wifi-access:form.hoursText')}>
            <SwitchField name="scheduled" label={t('wifi-access:field.scheduled')} whole />
            {form.getValues().scheduled ? <ScheduleFields value={form.getValues().schedule} /> : null}
            {form.getValues().scheduled && noDays.length > 0 ? (
              <p>{t('wifi-access:form.noDays', { names: noDays.join(', ') })}</p>
            ) : null}
          </FieldGroup>
          {form.getValues().action === 'allow' ? (
            <AllowFields controllers={controllers} hasPassphrase={entry?.has_passphrase ?? false} />
          ) : null}
          <FieldGroup>
            <TextField name="note" label={t('wifi-access:field.note')} maxLength={255} whole />
          </FieldGroup>
          {controllers?.length === 0 ? <p role="status">{t('wifi-access:noController')}</p> : null}
        </>
      )}
    </FormScreen>
  )
}

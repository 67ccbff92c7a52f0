import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { ClosedForm } from '../wifi/closed-form.tsx'
import { moveFieldErrors } from '../wifi/move-field-errors.ts'
import { useSite } from '../wifi/use-site-wifi.ts'
import { accessPaths, lastListOf, type EntryStart } from './access-paths.ts'
import { EntryFields } from './entry-fields.tsx'
import { entryBody, entryChanges, entryValues, type EntryValues } from './entry-values.ts'
import { useControllers } from './use-controllers.ts'
import { followWrites } from './writes.ts'

const changed = { subjects: ['access-control', 'wifi'] } as const

/** The list of a site, narrowed to one entry. */
const queryOf = (siteId: number, id: number) => ({
  params: { id: siteId },
  query: { search: `id:${id}`, searchFields: 'id:=' },
})

/**
 * A new entry of a site's access list, or with an id in the path a known one. On the pages for blocked devices the
 * action is fixed.
 */
export default function EntryForm() {
  const { t } = useTranslation()
  const returnTo = useReturn()
  const { siteId, site, may, crumbs } = useSite()
  const params = useParams({ strict: false }) as { entryId?: string; blockedWifiId?: string }
  const onlyBlocks = useLocation().pathname.includes('/blocked-wifi/')
  const isNew = (params.entryId ?? params.blockedWifiId) === undefined
  const id = Number(params.entryId ?? params.blockedWifiId ?? 0)
  const start = useSearch({ strict: false }) as EntryStart
  const shown = useCall(accessControl.index, queryOf(siteId, id), { enabled: !isNew })
  const controllers = useControllers(siteId)
  const store = useCommand(accessControl.store, changed)
  const update = useCommand(accessControl.update, changed)
  const entry = isNew ? undefined : shown.data?.data[0]
  const { mac = '', name = '' } = start
  const action = !onlyBlocks && start.action === 'allow' ? 'allow' : 'block'
  const initial = useMemo(
    () => (isNew ? entryValues({ mac, name, action }) : entry && entryValues(entry)),
    [isNew, entry, mac, name, action],
  )
  const back = lastListOf(siteId, paths.accessControl)
  const task = onlyBlocks ? 'block' : (start.action ?? 'add')
  const title = isNew ? t(`wifi-access:${task}`) : t('common:record.updateTitle', { name: entry?.name ?? '…' })
  const path = [...crumbs, { label: t('wifi-access:title'), to: accessPaths.list(siteId) }, { label: title }]

  const reason =
    !isNew && shown.data && !entry
      ? 'missing'
      : site && !may(isNew ? accessControl.store : accessControl.update)
        ? 'readOnly'
        : undefined
  if (reason)
    return (
      <ClosedForm
        title={title}
        crumbs={path}
        reason={t(`wifi-access:form.${reason}`)}
        text={t(`wifi-access:form.${reason}Text`)}
        back={{ to: back, label: t('wifi-access:form.toList') }}
      />
    )

  const validate = (values: EntryValues): FieldErrors => ({
    ...schemaErrors(accessControl.store.body, entryBody(values)),
    ...(values.mac.trim() === '' ? { mac: t('wifi-access:error.mac') } : {}),
    ...(values.name.trim() === '' ? { name: t('wifi-access:error.name') } : {}),
    ...(Number.isNaN(values.rate_down_kbps) ? { rate_down_kbps: t('wifi-access:error.rate') } : {}),
    ...(Number.isNaN(values.rate_up_kbps) ? { rate_up_kbps: t('wifi-access:error.rate') } : {}),
  })
  const submit = async (values: EntryValues) => {
    const body = entry && entryChanges(entry, values)
    const reply = isNew
      ? store.run({ params: { id: siteId }, body: entryBody(values) })
      : body && update.run({ params: { id: siteId }, body })
    const sent = await reply?.catch((error: unknown) => {
      // Errors about the schedule as a whole are shown at its switch.
      throw moveFieldErrors(error, { schedule: 'scheduled' })
    })
    if (sent) followWrites(siteId, sent.data.commands)
    notify.success(t(isNew ? `wifi:access.${values.action}Done` : 'common:record.saved', { name: values.name }))
    await returnTo(back)
  }

  return (
    <FormScreen<EntryValues>
      title={title}
      subtitle={site?.name ?? entry?.site_name ?? ' '}
      crumbs={path}
      loading={!initial}
      error={shown.error}
      retry={() => void shown.refetch()}
      initial={initial}
      validate={validate}
      onSubmit={submit}
      {...(isNew
        ? { submitLabel: title }
        : {
            reload: async () => {
              const { data } = await call(accessControl.index, queryOf(siteId, id))
              return data[0] ? entryValues(data[0]) : (initial as EntryValues)
            },
          })}
      cancelTo={back}
    >
      {(form) => (
        <EntryFields form={form} siteId={siteId} entry={entry} onlyBlocks={onlyBlocks} controllers={controllers} />
      )}
    </FormScreen>
  )
}

import { Button } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import layout from '../../ui/layout.module.css'
import { notify } from '../../ui/notify.ts'
import { followCommand } from '../devices/follow.ts'
import { ClosedForm } from './closed-form.tsx'
import { moveFieldErrors } from './move-field-errors.ts'
import { NetworkFields } from './network-fields.tsx'
import {
  emptyValues,
  networkErrors,
  networkValues,
  storeBody,
  updateBody,
  type NetworkValues,
} from './network-values.ts'
import { useSiteWifi } from './use-site-wifi.ts'
import { systemKey, wifiPaths } from './wifi-paths.ts'

/** Where the form shows errors about fields that it does not have. */
const shownAt = { hardware_id: 'system', stack: 'system', adopt: 'system', schedule: 'schedule.until' }

/** The network of the page: that of the id in the path, the one that `adopt` names, or a new one. */
function useWifiNetwork() {
  const page = useSiteWifi()
  const { siteId, networks } = page
  const { wifiId } = useParams({ strict: false }) as { wifiId?: string }
  const isNew = wifiId === undefined
  const search = useSearch({ strict: false }) as { system?: string; adopt?: string }
  const params = { id: siteId, settingId: Number(wifiId ?? 0) }
  const shown = useCall(wifi.setting, { params }, { enabled: !isNew, row: isNew ? undefined : params.settingId })
  const setting = shown.data?.data
  const found = networks?.found.find((one) => systemKey(one) === search.system && one.profile === search.adopt)
  const controllers = networks?.controllers ?? []
  const controllerOf = (system: string) => controllers.find((one) => systemKey(one) === system)
  const first = controllerOf(search.system ?? '') ?? (controllers.length === 1 ? controllers[0] : undefined)
  const ready = networks !== undefined && (isNew || setting !== undefined)
  const initial = useMemo<NetworkValues | undefined>(() => {
    if (!ready) return undefined
    if (setting) return networkValues(setting, setting.encryption_options)
    const options = first?.encryption_options ?? []
    return found ? networkValues(found, options) : emptyValues(first ? systemKey(first) : '', options)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- new readings must not reset a form that is being filled in
  }, [ready, setting, search.adopt])

  return {
    page,
    isNew,
    adopts: search.adopt !== undefined,
    params,
    shown,
    setting,
    /** The network of a device that is adopted. */
    found,
    controllers,
    controllerOf,
    initial,
  }
}

/** A new network of a site, one that a device has and the panel adopts, or with an id in the path a managed one. */
export default function NetworkForm() {
  const { t } = useTranslation()
  const returnTo = useReturn()
  const record = useWifiNetwork()
  const { page, isNew, params, shown, setting, found, controllers, controllerOf, initial } = record
  const { siteId, site, networks } = page
  const store = useCommand(wifi.store)
  const update = useCommand(wifi.update)
  /** Which button was pressed: whether the settings are applied to the device. */
  const applies = useRef(true)

  const list = wifiPaths.networks(siteId)
  const title = t(isNew ? (found ? 'wifi:form.adopt' : 'wifi:form.create') : 'wifi:form.update')
  const crumbs = [...page.crumbs, { label: t('wifi:title'), to: list }, { label: title }]
  const hasPassphrase = setting?.has_passphrase ?? found?.has_passphrase ?? false
  const optionsOf = ({ system }: NetworkValues) =>
    setting?.encryption_options ?? controllerOf(system)?.encryption_options ?? []

  const reason = !site
    ? undefined
    : !page.may(isNew ? wifi.store : wifi.update)
      ? 'readOnly'
      : networks && isNew && controllers.length === 0
        ? 'noSystem'
        : networks && isNew && record.adopts && !found
          ? 'gone'
          : undefined
  if (reason)
    return (
      <ClosedForm
        title={title}
        crumbs={crumbs}
        reason={t(`wifi:form.${reason}`)}
        text={t(`wifi:form.${reason}Text`)}
        back={{ to: list, label: t('wifi:form.back') }}
      />
    )

  const validate = (values: NetworkValues) => ({
    ...(isNew
      ? schemaErrors(wifi.store.body, storeBody({ ...values, system: values.system || '1/caps-man' }, { push: true }))
      : schemaErrors(wifi.update.body, updateBody(emptyValues('', []), values, true))),
    ...networkErrors(values, hasPassphrase),
  })
  const submit = async (values: NetworkValues) => {
    const push = applies.current
    const reply = setting
      ? update.run({ params, body: updateBody(networkValues(setting, []), values, push) })
      : store.run({ params: { id: siteId }, body: storeBody(values, { adopt: found?.profile, push }) })
    const { data } = await reply.catch((error: unknown) => {
      throw moveFieldErrors(error, shownAt)
    })
    notify.success(t(data.command ? 'wifi:form.savedSent' : 'wifi:form.saved', { name: values.ssid }))
    if (data.command) followCommand(data.command.id, Number(values.system.split('/')[0]))
    await returnTo(list)
  }

  return (
    <div
      // Both buttons submit the form; the event names the one that was pressed.
      onSubmitCapture={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent
        applies.current = submitter?.getAttribute('value') !== 'save'
      }}
    >
      <FormScreen<NetworkValues>
        title={title}
        subtitle={setting ? `${setting.ssid} · ${setting.hardware_name}` : (found?.hardware_name ?? ' ')}
        crumbs={crumbs}
        loading={!initial}
        error={page.error ?? shown.error}
        retry={() => {
          page.retry()
          void shown.refetch()
        }}
        initial={initial}
        validate={validate}
        onSubmit={submit}
        {...(isNew
          ? {}
          : {
              reload: async () => {
                const { data } = await call(wifi.setting, { params })
                return networkValues(data, data.encryption_options)
              },
            })}
        submitLabel={t('wifi:form.saveAndApply')}
        buttons={
          <Button type="submit" variant="default" name="after" value="save">
            {t('wifi:form.saveOnly')}
          </Button>
        }
        cancelTo={list}
      >
        {({ values, setFieldValue }) => (
          <>
            {isNew && !found ? (
              <EncryptionOfSystem
                system={values.system}
                onChange={() => setFieldValue('encryption', emptyValues('', optionsOf(values)).encryption)}
              />
            ) : null}
            {isNew ? <SystemFields controllers={controllers} fixed={found !== undefined} /> : null}
            {isNew && values.system === '' ? (
              <p className={layout.smallNote}>{t('wifi:form.chooseSystem')}</p>
            ) : (
              <NetworkFields
                values={values}
                system={controllerOf(values.system)}
                options={optionsOf(values)}
                hasPassphrase={hasPassphrase}
              />
            )}
          </>
        )}
      </FormScreen>
    </div>
  )
}

/** The Wi-Fi system of a new network; `fixed` where it is the one of an adopted network. */
function SystemFields({ controllers, fixed }: { controllers: readonly WifiController[]; fixed: boolean }) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('wifi:form.where')}>
      <SelectField
        name="system"
        label={t('wifi:field.stack')}
        help={t('wifi:form.systemHelp')}
        required
        disabled={fixed}
        options={controllers.map((one) => ({
          id: systemKey(one),
          name: `${one.hardware_name} · ${t(`wifi:stack.${one.stack}`)}`,
        }))}
      />
    </FieldGroup>
  )
}

/** When another system is selected for a new network, its encryption becomes the best of that system. */
function EncryptionOfSystem({ system, onChange }: { system: string; onChange: () => void }) {
  const last = useRef(system)
  useEffect(() => {
    if (system === last.current) return
    last.current = system
    onChange()
  }, [system, onChange])
  return null
}

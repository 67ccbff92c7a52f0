import { Button } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { sites } from '@trunkline/contract/resources/site'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { Encryption } from '@trunkline/contract/resources/wifi-enums'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ApiError, call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { followCommand } from '../devices/follow.ts'
import { NetworkFields } from './network-fields.tsx'
import {
  emptyValues,
  laidFaults,
  networkErrors,
  networkValues,
  storeBody,
  updateBody,
  type NetworkValues,
} from './network-values.ts'
import { useSiteWifi } from './use-site-wifi.ts'
import { systemKey, wifiPaths } from './wifi-paths.ts'
import classes from './wifi.module.css'

/** A new network of a site, one that a device has and the panel takes over, or with an id in the path a known one. */
export default function WifiForm() {
  const { t } = useTranslation()
  const can = useCan()
  const navigate = useNavigate()
  const page = useSiteWifi()
  const { siteId, site, networks } = page
  const given = (useParams({ strict: false }) as { wifiId?: string }).wifiId
  const settingId = given === undefined ? undefined : Number(given)
  const search = useSearch({ strict: false }) as { system?: string; adopt?: string }
  const ids = { id: siteId, settingId: settingId ?? 0 }
  const shown = useCall(wifi.setting, { params: ids }, { enabled: settingId !== undefined, row: settingId })
  const store = useCommand(wifi.store)
  const update = useCommand(wifi.update)
  /** Which of the two buttons was pressed: whether the device is written to at once. */
  const writes = useRef(true)

  const setting = shown.data?.data
  const found =
    search.adopt === undefined
      ? undefined
      : networks?.found.find((one) => systemKey(one) === search.system && one.profile === search.adopt)
  const controllers = networks?.controllers ?? []
  const systemOf = (key: string) => controllers.find((one) => systemKey(one) === key)
  const first = systemOf(search.system ?? '') ?? (controllers.length === 1 ? controllers[0] : undefined)
  const ready = settingId === undefined ? networks !== undefined : setting !== undefined && networks !== undefined
  const initial = useMemo<NetworkValues | undefined>(() => {
    if (!ready) return undefined
    if (setting) return networkValues(setting, setting.encryption_options)
    const options = first?.encryption_options ?? []
    return found ? networkValues(found, options) : emptyValues(first ? systemKey(first) : '', options)
    // A new network keeps what was typed while readings come in.
  }, [ready, setting, search.adopt]) // oxlint-disable-line react-hooks/exhaustive-deps

  const back = wifiPaths.networks(siteId)
  const title = t(settingId !== undefined ? 'wifi:form.update' : found ? 'wifi:form.adopt' : 'wifi:add')
  const hasPassphrase = setting?.has_passphrase ?? found?.has_passphrase ?? false
  const optionsOf = (values: NetworkValues) =>
    setting?.encryption_options ?? systemOf(values.system)?.encryption_options ?? []

  const validate = (values: NetworkValues) => ({
    ...(settingId === undefined
      ? schemaErrors(
          wifi.store.body,
          storeBody({ ...values, system: values.system || '1/wifi-capsman' }, { push: true }),
        )
      : schemaErrors(wifi.update.body, updateBody(emptyValues('', []), values, true))),
    ...networkErrors(values, hasPassphrase),
  })
  const submit = async (values: NetworkValues) => {
    const push = writes.current
    const send = () =>
      settingId === undefined
        ? store.run({ params: { id: siteId }, body: storeBody(values, { adopt: found?.profile, push }) })
        : update.run({
            params: ids,
            body: updateBody(networkValues(setting as NonNullable<typeof setting>, []), values, push),
          })
    const { data } = await send().catch((error: unknown) => {
      throw error instanceof ApiError && error.fields
        ? new ApiError({ ...error, message: error.message, fields: laidFaults(error.fields) })
        : error
    })
    notify.success(t(data.command ? 'wifi:form.savedSent' : 'wifi:form.saved', { name: values.ssid }))
    if (data.command) followCommand(data.command.id, Number(values.system.split('/')[0]))
    return navigate({ to: back as never })
  }

  const may = page.may(settingId === undefined ? wifi.store : wifi.update)
  const gone = search.adopt !== undefined && networks !== undefined && !found && settingId === undefined
  const rejection = !site
    ? undefined
    : !may
      ? 'closed'
      : ready && settingId === undefined && controllers.length === 0
        ? 'noSystem'
        : gone
          ? 'gone'
          : undefined
  const error = page.error ?? shown.error
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        subtitle={setting ? `${setting.ssid} · ${setting.hardware_name}` : (found?.hardware_name ?? ' ')}
        crumbs={[
          ...(can(sites.index) ? [{ label: t('panel:title.sites'), to: paths.sites.list }] : []),
          { label: site?.name ?? '…', ...(can(sites.show) ? { to: paths.sites.summary(siteId) } : {}) },
          { label: t('wifi:title'), to: back },
          { label: title },
        ]}
      />
      {error ? (
        <ErrorNotice
          error={error}
          retry={() => {
            page.retry()
            void shown.refetch()
          }}
        />
      ) : rejection ? (
        <Card>
          <EmptyState title={t(`wifi:form.${rejection}`)} text={t(`wifi:form.${rejection}Text`)}>
            <LinkButton variant="default" to={back}>
              {t('wifi:form.back')}
            </LinkButton>
          </EmptyState>
        </Card>
      ) : !initial ? (
        <FormSkeleton />
      ) : (
        <div
          // The form has one way to be sent; which button it was is told by the button itself.
          onSubmitCapture={(event) => {
            const { submitter } = event.nativeEvent as SubmitEvent
            writes.current = submitter?.getAttribute('value') !== 'save'
          }}
        >
          <Form<NetworkValues>
            initial={initial}
            validate={validate}
            onSubmit={submit}
            {...(settingId === undefined
              ? {}
              : {
                  reload: async () => {
                    const { data } = await call(wifi.setting, { params: ids })
                    return networkValues(data, data.encryption_options)
                  },
                })}
            submitLabel={t('wifi:form.saveAndWrite')}
            secondary={
              <>
                <LinkButton variant="default" to={back}>
                  {t('ui:cancel')}
                </LinkButton>
                <Button type="submit" variant="default" name="after" value="save">
                  {t('wifi:form.saveOnly')}
                </Button>
              </>
            }
          >
            {({ values, setFieldValue }) => (
              <>
                {settingId === undefined && !found ? (
                  <BestEncryption
                    system={values.system}
                    options={optionsOf(values)}
                    onSet={(best) => setFieldValue('encryption', best)}
                  />
                ) : null}
                {settingId === undefined ? (
                  <FieldGroup title={t('wifi:form.where')}>
                    <SelectField
                      name="system"
                      label={t('wifi:field.system')}
                      help={t('wifi:form.systemHelp')}
                      required
                      disabled={found !== undefined}
                      options={controllers.map((one) => ({
                        id: systemKey(one),
                        name: `${one.hardware_name} · ${t(`wifi:stack.${one.stack}`)}`,
                      }))}
                    />
                  </FieldGroup>
                ) : null}
                {settingId === undefined && values.system === '' ? (
                  <p className={classes.plain}>{t('wifi:form.chooseSystem')}</p>
                ) : (
                  <NetworkFields
                    values={values}
                    system={systemOf(values.system)}
                    options={optionsOf(values)}
                    hasPassphrase={hasPassphrase}
                  />
                )}
              </>
            )}
          </Form>
        </div>
      )}
    </div>
  )
}

/** A new network has the best that the chosen system can do. */
function BestEncryption({
  system,
  options,
  onSet,
}: {
  system: string
  options: readonly Encryption[]
  onSet: (best: Encryption) => void
}) {
  const [seen, setSeen] = useState(system)
  useEffect(() => {
    if (system === seen) return
    setSeen(system)
    onSet(emptyValues(system, options).encryption)
  }, [system, seen, options, onSet])
  return null
}

import { useSearch } from '@tanstack/react-router'
import { deviceSetups } from '@trunkline/contract/resources/device-setup'
import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { sites } from '@trunkline/contract/resources/site'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { useMemo, useRef } from 'react'
import { useCan } from '../../access/can.ts'
import { useNewRecordCompany } from '../../access/company-context.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { FormScreen } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import layout from '../../ui/layout.module.css'
import { useGo } from '../../ui/navigation.ts'
import { limits } from '../hardware/hardware-values.ts'
import { ScanButton } from './scan-button.tsx'

interface Values extends Record<string, unknown> {
  serial_number: string
  mac: string
  name: string
  model: number | null
  company_id: number | null
  site_id: number | null
  vpn_dialup_id: number | null
  tunnel: 'l2tp' | 'sstp' | 'ovpn' | 'ikev2'
  days: number | null
}

const tunnels = ['l2tp', 'sstp', 'ovpn', 'ikev2'] as const

const deviceOf = ({ serial_number, mac, name, model, company_id, site_id }: Values) => ({
  serial_number: serial_number.trim() || null,
  mac: mac.trim() || null,
  name: name.trim() || serial_number.trim(),
  model: model as number,
  ...(site_id !== null ? { site_id } : company_id === null ? {} : { company_id }),
})

const setupOf = ({ vpn_dialup_id, tunnel, days }: Values, hardware_id: number) => ({
  hardware_id,
  ...(vpn_dialup_id === null ? {} : { vpn_dialup_id, tunnel }),
  days: days as number,
})

/** Registers a new router with its serial number, or takes the device of `?device=`, and waits for its call. */
export default function DeviceSetupForm() {
  const { t } = useTranslation()
  const can = useCan()
  const go = useGo()
  const search = useSearch({ strict: false }) as { device?: unknown; serial?: unknown; mac?: unknown }
  const { company, pending } = useNewRecordCompany()
  const given = Number(search.device)
  const isGiven = Number.isSafeInteger(given) && given > 0
  const shown = useCall(hardware.show, { params: { id: given } }, { enabled: isGiven, row: given })
  const device = shown.data?.data
  const createDevice = useCommand(hardware.store, { subjects: ['hardware', 'sites'] })
  const create = useCommand(deviceSetups.store, { subjects: ['device-setups'] })
  // A device that was created stays if the second call is rejected: the next attempt takes it.
  const created = useRef<number | undefined>(undefined)
  const initial = useMemo(
    (): Values => ({
      serial_number:
        typeof search.serial === 'string' || typeof search.serial === 'number' ? String(search.serial) : '',
      mac: typeof search.mac === 'string' ? search.mac : '',
      name: '',
      model: null,
      company_id: company?.id ?? null,
      site_id: null,
      vpn_dialup_id: null,
      tunnel: 'l2tp',
      days: 14,
    }),
    [search.serial, search.mac, company?.id],
  )
  const validate = (values: Values): FieldErrors => ({
    ...(isGiven ? {} : schemaErrors(hardware.store.body, deviceOf(values))),
    ...(!isGiven && values.model === null ? { model: t('device-setups:form.needsModel') } : {}),
    ...(!isGiven && values.serial_number.trim() === '' ? { serial_number: t('form:required') } : {}),
    ...schemaErrors(deviceSetups.store.body, setupOf(values, isGiven ? given : 1)),
  })
  return (
    <FormScreen<Values>
      title={t('device-setups:create')}
      subtitle={t('device-setups:form.intro')}
      crumbs={[{ label: t('device-setups:title'), to: paths.deviceSetups.list }, { label: t('device-setups:create') }]}
      loading={(isGiven && shown.isPending) || pending}
      error={isGiven ? shown.error : null}
      retry={() => void shown.refetch()}
      initial={initial}
      cancelTo={paths.deviceSetups.list}
      submitLabel={t('device-setups:submit')}
      validate={validate}
      onSubmit={async (values) => {
        if (!isGiven) created.current ??= (await createDevice.run({ body: deviceOf(values) })).data.id
        const { data } = await create.run({ body: setupOf(values, isGiven ? given : (created.current as number)) })
        await go(paths.deviceSetups.details(data.id))
      }}
    >
      {(form) => (
        <>
          {isGiven ? (
            <p className={layout.note}>
              {t(device?.serial_number ? 'device-setups:form.known' : 'device-setups:form.noSerial', {
                name: device?.name ?? '',
                serial: device?.serial_number ?? '',
              })}
            </p>
          ) : (
            <>
              <FieldGroup title={t('device-setups:form.device')}>
                <TextField
                  name="serial_number"
                  label={t('hardware:field.serial_number')}
                  {...limits.serial_number}
                  autoComplete="off"
                  required
                />
                <TextField
                  name="mac"
                  label={t('hardware:field.mac')}
                  help={t('hardware:form.macHelp')}
                  format="mac"
                  {...limits.mac}
                  autoComplete="off"
                />
                <ScanButton
                  onFound={(found) => {
                    if (found.mac !== undefined) form.setFieldValue('mac', found.mac)
                    if (found.serial !== undefined) form.setFieldValue('serial_number', found.serial)
                  }}
                />
                <RemoteSelectField
                  name="model"
                  label={t('hardware:field.model_name')}
                  endpoint={hardwareModels.lookup}
                  required
                />
                <TextField name="name" label={t('common:field.name')} {...limits.name} autoComplete="off" />
              </FieldGroup>
              <FieldGroup title={t('device-setups:form.place')}>
                <RemoteSelectField
                  name="company_id"
                  label={t('hardware:field.company_name')}
                  endpoint={hardware.companies}
                  selected={company}
                  clearable
                />
                {can(sites.lookup) ? (
                  <RemoteSelectField
                    name="site_id"
                    label={t('hardware:field.site_name')}
                    endpoint={sites.lookup}
                    {...(form.values.company_id === null ? {} : { query: { company_id: form.values.company_id } })}
                    clearable
                  />
                ) : null}
              </FieldGroup>
            </>
          )}
          <FieldGroup title={t('device-setups:form.connection')} text={t('device-setups:form.connectionText')}>
            {can(vpnDialups.lookup) ? (
              <RemoteSelectField
                name="vpn_dialup_id"
                label={t('hardware:field.vpn_dialup_name')}
                endpoint={vpnDialups.lookup}
                clearable
              />
            ) : null}
            {form.values.vpn_dialup_id === null ? null : (
              <SelectField
                name="tunnel"
                label={t('device-setups:field.tunnel')}
                options={tunnels.map((id) => ({ id, name: t(`device-setups:value.tunnel.${id}`) }))}
                required
              />
            )}
            <NumberField name="days" label={t('device-setups:field.days')} min={1} max={90} step={1} required />
          </FieldGroup>
        </>
      )}
    </FormScreen>
  )
}

import type { UseFormReturnType } from '@mantine/form'
import { ipv4Methods } from '@trunkline/contract/resources/radius-enums'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, NumberField, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { isStatic, type DialValues, type PickedNames } from './dial-values.ts'

export interface AddressProps {
  form: UseFormReturnType<DialValues>
  record: Service | undefined
  /** Told the name of what is picked. */
  onPick: (key: keyof PickedNames) => (row: { name: string } | null) => void
}

/** Sets other fields after the one that is picked has been set. */
export const after = (run: () => void) => queueMicrotask(run)

/** The choice that a picker starts with, where it is the saved one. */
export const chosen = (id: number | null | undefined, net: string | null | undefined, hidden: string) =>
  id === null || id === undefined ? null : { id, name: net ?? hidden }

/** How it gets its IPv4 address, and where from: the pickers follow the method. */
export function AddressFields({ form, record, onPick, noPools }: AddressProps & { noPools: boolean }) {
  const { t } = useTranslation()
  const { ipv4_method: method, subnet_id, network_subnet_id } = form.values
  const hidden = t('services:hidden')
  return (
    <FieldGroup title={t('services:form.ipv4')}>
      <ChoiceField
        name="ipv4_method"
        label={t('services:field.ipv4_method')}
        options={ipv4Methods.map((id) => ({
          id,
          name: t(`services:value.ipv4_method.${id}`),
          text: t(`services:form.method.${id}`),
        }))}
        onPick={(next) => {
          // A pool is no place for a fixed address, and the other way round.
          if (isStatic(next) === isStatic(method)) return
          after(() => form.setValues({ subnet_id: null, ip: '' }))
          onPick('subnet')(null)
        }}
      />
      {method === 'pool' ? (
        <RemoteSelectField
          key="pool"
          name="subnet_id"
          label={t('services:form.pool')}
          help={t(noPools ? 'services:form.noPools' : 'services:form.poolHelp')}
          required={noPools}
          endpoint={subnets.lookup}
          query={{ type: 'pool', ip_version: 'ipv4', hosts: 'true' }}
          selected={chosen(record?.subnet_id, record?.subnet_net, hidden)}
          clearable
          onPick={onPick('subnet')}
        />
      ) : null}
      {isStatic(method) ? (
        <>
          <RemoteSelectField
            key="static"
            name="subnet_id"
            label={t('services:form.addressFrom')}
            help={t('services:form.addressFromHelp')}
            endpoint={subnets.lookup}
            query={{ ip_version: 'ipv4', hosts: 'true' }}
            selected={chosen(record?.subnet_id, record?.subnet_net, hidden)}
            required
            onPick={(row) => {
              if (row?.id !== subnet_id) after(() => form.setValues({ ip: '' }))
              onPick('subnet')(row)
            }}
          />
          <AddressText subnet={subnet_id} typed={form.values.ip} />
        </>
      ) : null}
      {method === 'static-network' ? (
        <>
          <RemoteSelectField
            name="network_subnet_id"
            label={t('services:form.networkFrom')}
            help={t('services:form.networkFromHelp')}
            endpoint={subnets.lookup}
            query={{ ip_version: 'ipv4', hosts: 'false' }}
            selected={chosen(record?.network_subnet_id, record?.network_subnet_net, hidden)}
            required
            onPick={(row) => {
              if (row?.id !== network_subnet_id) after(() => form.setValues({ network: '' }))
              onPick('network_subnet')(row)
            }}
          />
          <NetworkText
            subnet={network_subnet_id}
            fields={{ net: 'network', length: 'network_prefix' }}
            values={form.values}
            bits={32}
          />
        </>
      ) : null}
    </FieldGroup>
  )
}

/** A fixed address, or nothing for the next free one, which is named. */
export function AddressText({
  subnet,
  name = 'ip',
  typed,
}: {
  subnet: number | null
  name?: 'ip' | 'framed_ipv6'
  typed: string
}) {
  const { t } = useTranslation()
  const can = useCan()
  const free = useCall(
    subnets.unassignedAddress,
    { params: { id: subnet ?? 0 } },
    { enabled: subnet !== null && typed === '' && can(subnets.unassignedAddress) },
  )
  const next = typed === '' ? free.data?.data.next : undefined
  return (
    <TextField
      name={name}
      label={t('services:form.ip')}
      help={next ? t('services:form.nextFree', { next }) : t('services:form.auto')}
      placeholder={next ?? t('services:form.automatic')}
      maxLength={64}
      autoComplete="off"
    />
  )
}

interface NetworkNames {
  net: 'network' | 'ipv6_network' | 'framed_ipv6'
  length: 'network_prefix' | 'ipv6_prefix' | 'framed_ipv6_prefix'
}

/** A network, or nothing for the next free one of a length. */
export function NetworkText({
  subnet,
  fields,
  values,
  bits,
}: {
  subnet: number | null
  fields: NetworkNames
  values: DialValues
  bits: 32 | 128
}) {
  const { t } = useTranslation()
  const can = useCan()
  const typed = values[fields.net].trim()
  const length = values[fields.length]
  const asks = length === null || (Number.isInteger(length) && length >= 1 && length <= bits)
  const free = useCall(
    subnets.unassignedNetwork,
    { params: { id: subnet ?? 0 }, query: length === null ? {} : { prefix: length } },
    { enabled: subnet !== null && typed === '' && asks && can(subnets.unassignedNetwork) },
  )
  const next = typed === '' && !free.isError ? free.data?.data.next : undefined
  return (
    <>
      <TextField
        name={fields.net}
        label={t(`services:form.${fields.net}`)}
        help={next ? t('services:form.nextFree', { next }) : t('services:form.auto')}
        placeholder={next ?? t('services:form.automatic')}
        maxLength={64}
        autoComplete="off"
      />
      {typed === '' ? (
        <NumberField
          name={fields.length}
          label={t('services:form.length')}
          help={t('services:form.lengthHelp')}
          min={1}
          max={bits}
          step={1}
        />
      ) : null}
    </>
  )
}

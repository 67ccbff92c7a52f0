import type { UseFormReturnType } from '@mantine/form'
import { delegatedIpv6Methods, framedIpv6Methods, ipv4Methods } from '@trunkline/contract/resources/radius-enums'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, NumberField, TextField, type FieldProps } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useRecordFields } from '../../record/use-record-fields.ts'
import type { ReferenceNames } from './service-summary.ts'
import { isStatic, isStaticFramed, serviceLimits, type ServiceValues } from './service-values.ts'

interface AddressProps {
  form: UseFormReturnType<ServiceValues>
  record: Service | undefined
  /** Called with the subnet that is picked, for its name. */
  onPick: (key: keyof ReferenceNames) => (row: { name: string } | null) => void
}

type SubnetKey = 'subnet' | 'network_subnet' | 'ipv6_subnet' | 'framed_ipv6_subnet'
type AllocatedField = 'ip' | 'network' | 'ipv6_network' | 'framed_ipv6'

/** Sets other fields after the one that is picked has been set. */
const after = (run: () => void) => queueMicrotask(run)

/** Where an address or prefix comes from. Another subnet clears what was allocated from the one before. */
function SubnetField({
  of: { form, record, onPick },
  subnet,
  source,
  query,
  allocated,
  ...field
}: {
  of: AddressProps
  subnet: SubnetKey
  /** The label and help, of `services:source`. */
  source: 'pool' | 'ipv6Pool' | 'address' | 'network'
  query: Record<string, string>
  allocated?: AllocatedField
  clearable?: boolean
} & Partial<FieldProps>) {
  const { t } = useTranslation()
  const name = `${subnet}_id` as const
  const id = record?.[name]
  return (
    <RemoteSelectField
      key={source}
      name={name}
      label={t(`services:source.${source}`)}
      help={t(`services:source.${source}Help`)}
      required
      {...field}
      endpoint={subnets.lookup}
      query={query}
      selected={id ? { id, name: record[`${subnet}_net`] ?? t('services:hidden') } : null}
      onPick={(row) => {
        if (allocated && row?.id !== form.values[name]) after(() => form.setValues({ [allocated]: '' }))
        onPick(subnet)(row)
      }}
    />
  )
}

/** Clears the subnet and what was allocated from it, after another method is picked. */
const clearSubnet = ({ form, onPick }: AddressProps, subnet: SubnetKey, allocated: AllocatedField) => {
  after(() => form.setValues({ [`${subnet}_id`]: null, [allocated]: '' }))
  onPick(subnet)(null)
}

/** How the service gets its IPv4 address, and where from. */
export function Ipv4Fields({ noPools, ...of }: AddressProps & { noPools: boolean }) {
  const { t } = useTranslation()
  const { choice } = useRecordFields('services')
  const { ipv4_method: method } = of.form.values
  return (
    <FieldGroup title={t('services:form.ipv4')}>
      <ChoiceField
        {...choice('ipv4_method', ipv4Methods)}
        // A pool has no static addresses, and other subnets have no dynamic ones.
        onPick={(next) => (isStatic(next) === isStatic(method) ? undefined : clearSubnet(of, 'subnet', 'ip'))}
      />
      {method === 'pool' ? (
        <SubnetField
          of={of}
          subnet="subnet"
          source="pool"
          query={{ type: 'pool', ip_version: 'ipv4', hosts: 'true' }}
          required={noPools}
          clearable
          {...(noPools && { help: t('services:source.noPools') })}
        />
      ) : null}
      {isStatic(method) ? (
        <>
          <SubnetField
            of={of}
            subnet="subnet"
            source="address"
            query={{ ip_version: 'ipv4', hosts: 'true' }}
            allocated="ip"
          />
          <AddressField values={of.form.values} subnet="subnet" name="ip" />
        </>
      ) : null}
      {method === 'static-network' ? (
        <>
          <SubnetField
            of={of}
            subnet="network_subnet"
            source="network"
            query={{ ip_version: 'ipv4', hosts: 'false' }}
            allocated="network"
          />
          <PrefixField values={of.form.values} subnet="network_subnet" name="network" length="network_prefix" />
        </>
      ) : null}
    </FieldGroup>
  )
}

/** The prefix or address of the customer's router itself (RFC 3162, RFC 6911). */
export function FramedIpv6Fields(of: AddressProps) {
  const { t } = useTranslation()
  const { choice } = useRecordFields('services')
  const { values } = of.form
  const method = values.framed_ipv6_method
  const subnet = 'framed_ipv6_subnet'
  const hosts = method === 'static-address'
  return (
    <FieldGroup title={t('services:form.framedIpv6')} text={t('services:form.framedIpv6Text')}>
      <ChoiceField
        {...choice('framed_ipv6_method', framedIpv6Methods)}
        onPick={(next) => (next === method ? undefined : clearSubnet(of, subnet, 'framed_ipv6'))}
      />
      {isStaticFramed(method) ? (
        <SubnetField
          key={method}
          of={of}
          subnet={subnet}
          source={hosts ? 'address' : 'network'}
          query={{ ip_version: 'ipv6', hosts: String(hosts) }}
          allocated="framed_ipv6"
        />
      ) : null}
      {hosts ? <AddressField values={values} subnet={subnet} name="framed_ipv6" /> : null}
      {method === 'static-prefix' ? (
        <PrefixField values={values} subnet={subnet} name="framed_ipv6" length="framed_ipv6_prefix" />
      ) : null}
      <Ipv6PoolFields of={of} method={method} subnet={subnet} unit={64} pool="framed_ipv6_pool" />
    </FieldGroup>
  )
}

/** The prefix that is delegated to the customer's router, for the networks behind it (RFC 4818). */
export function DelegatedIpv6Fields(of: AddressProps) {
  const { t } = useTranslation()
  const { choice } = useRecordFields('services')
  const { values } = of.form
  const method = values.delegated_ipv6_method
  const subnet = 'ipv6_subnet'
  return (
    <FieldGroup title={t('services:form.delegatedIpv6')} text={t('services:form.delegatedIpv6Text')}>
      <ChoiceField
        {...choice('delegated_ipv6_method', delegatedIpv6Methods)}
        onPick={(next) => (next === method ? undefined : clearSubnet(of, subnet, 'ipv6_network'))}
      />
      {method === 'static' ? (
        <>
          <SubnetField
            of={of}
            subnet={subnet}
            source="network"
            query={{ ip_version: 'ipv6', hosts: 'false' }}
            allocated="ipv6_network"
          />
          <PrefixField values={values} subnet={subnet} name="ipv6_network" length="ipv6_prefix" />
        </>
      ) : null}
      <Ipv6PoolFields of={of} method={method} subnet={subnet} unit={56} pool="delegated_ipv6_pool" />
    </FieldGroup>
  )
}

/** A pool that RADIUS leases prefixes from, or the name of one that the NAS has. */
function Ipv6PoolFields({
  of,
  method,
  subnet,
  unit,
  pool,
}: {
  of: AddressProps
  method: string
  subnet: SubnetKey
  /** Length of a prefix where the pool consists of addresses. */
  unit: number
  pool: 'framed_ipv6_pool' | 'delegated_ipv6_pool'
}) {
  const { t } = useTranslation()
  if (method === 'pool')
    return (
      <SubnetField
        of={of}
        subnet={subnet}
        source="ipv6Pool"
        help={t('services:source.ipv6PoolHelp', { unit })}
        query={{ type: 'pool', ip_version: 'ipv6' }}
      />
    )
  if (method !== 'nas-pool') return null
  return (
    <TextField
      name={pool}
      label={t('services:source.nasPool')}
      help={t('services:source.nasPoolHelp')}
      maxLength={63}
      autoComplete="off"
      required
    />
  )
}

interface NetFieldProps {
  values: ServiceValues
  subnet: SubnetKey
  name: AllocatedField
}

function NetField({ name, next }: { name: AllocatedField; next: string | null | undefined }) {
  const { t } = useTranslation()
  const { input } = useRecordFields('services', serviceLimits)
  return (
    <TextField
      {...input(name)}
      help={next ? t('services:form.nextFree', { next }) : t('services:form.anyFree')}
      placeholder={next ?? t('services:form.automatic')}
      maxLength={64}
      autoComplete="off"
    />
  )
}

/** A static address, or nothing for the next free one, which is shown. */
function AddressField({ values, subnet, name }: NetFieldProps) {
  const can = useCan()
  const id = values[`${subnet}_id`]
  const isEmpty = values[name].trim() === ''
  const free = useCall(
    subnets.unassignedAddress,
    { params: { id: id ?? 0 } },
    { enabled: id !== null && isEmpty && can(subnets.unassignedAddress) },
  )
  return <NetField name={name} next={isEmpty ? free.data?.data.next : undefined} />
}

/** A network, or nothing for the next free one of a length. */
function PrefixField({
  values,
  subnet,
  name,
  length: lengthName,
}: NetFieldProps & { length: 'network_prefix' | 'ipv6_prefix' | 'framed_ipv6_prefix' }) {
  const { number } = useRecordFields('services', serviceLimits)
  const can = useCan()
  const id = values[`${subnet}_id`]
  const isEmpty = values[name].trim() === ''
  const length = values[lengthName]
  const { min = 1, max = 128, ...field } = number(lengthName)
  const isValid = length === null || (Number.isInteger(length) && length >= min && length <= max)
  const free = useCall(
    subnets.unassignedNetwork,
    { params: { id: id ?? 0 }, query: length === null ? {} : { prefix: length } },
    { enabled: id !== null && isEmpty && isValid && can(subnets.unassignedNetwork) },
  )
  return (
    <>
      <NetField name={name} next={isEmpty && !free.isError ? free.data?.data.next : undefined} />
      {isEmpty ? <NumberField {...field} min={min} max={max} /> : null}
    </>
  )
}

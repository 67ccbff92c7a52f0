import { delegatedIpv6Methods, framedIpv6Methods } from '@trunkline/contract/resources/radius-enums'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { after, AddressText, chosen, NetworkText, type AddressProps } from './address-fields.tsx'
import { isStaticFramed } from './dial-values.ts'

const isStatic = { 'static-prefix': 'prefix', 'static-address': 'address' } as const

/** The prefix or address of the customer's router itself (RFC 3162, RFC 6911). */
export function FramedIpv6Fields({ form, record, onPick }: AddressProps) {
  const { t } = useTranslation()
  const { framed_ipv6_method: method, framed_ipv6_subnet_id: subnet } = form.values
  const picked = chosen(record?.framed_ipv6_subnet_id, record?.framed_ipv6_subnet_net, t('services:hidden'))
  return (
    <FieldGroup title={t('services:form.framedIpv6')} text={t('services:form.framedIpv6Text')}>
      <ChoiceField
        name="framed_ipv6_method"
        label={t('services:form.assignment')}
        options={framedIpv6Methods.map((id) => ({
          id,
          name: t(`services:value.framed_ipv6_method.${id}`),
          text: t(`services:form.framedMethod.${id}`),
        }))}
        onPick={(next) => {
          if (next === method) return
          after(() => form.setValues({ framed_ipv6_subnet_id: null, framed_ipv6: '' }))
          onPick('framed_ipv6_subnet')(null)
        }}
      />
      {isStaticFramed(method) ? (
        <>
          <RemoteSelectField
            key={method}
            name="framed_ipv6_subnet_id"
            label={t(`services:form.framedFrom.${isStatic[method as keyof typeof isStatic]}`)}
            help={t(`services:form.framedFromHelp.${isStatic[method as keyof typeof isStatic]}`)}
            endpoint={subnets.lookup}
            query={{ ip_version: 'ipv6', hosts: method === 'static-address' ? 'true' : 'false' }}
            selected={picked}
            required
            onPick={(row) => {
              if (row?.id !== subnet) after(() => form.setValues({ framed_ipv6: '' }))
              onPick('framed_ipv6_subnet')(row)
            }}
          />
          {method === 'static-address' ? (
            <AddressText subnet={subnet} name="framed_ipv6" typed={form.values.framed_ipv6} />
          ) : (
            <NetworkText
              subnet={subnet}
              fields={{ net: 'framed_ipv6', length: 'framed_ipv6_prefix' }}
              values={form.values}
              bits={128}
            />
          )}
        </>
      ) : null}
      {method === 'pool' ? (
        <PoolField name="framed_ipv6_subnet_id" selected={picked} onPick={onPick('framed_ipv6_subnet')} unit={64} />
      ) : null}
      {method === 'nas-pool' ? <NasPoolField name="framed_ipv6_pool" /> : null}
    </FieldGroup>
  )
}

/** The prefix that is delegated to the customer's router, for the networks behind it (RFC 4818). */
export function DelegatedIpv6Fields({ form, record, onPick }: AddressProps) {
  const { t } = useTranslation()
  const { delegated_ipv6_method: method, ipv6_subnet_id: subnet } = form.values
  const picked = chosen(record?.ipv6_subnet_id, record?.ipv6_subnet_net, t('services:hidden'))
  return (
    <FieldGroup title={t('services:form.delegatedIpv6')} text={t('services:form.delegatedIpv6Text')}>
      <ChoiceField
        name="delegated_ipv6_method"
        label={t('services:form.assignment')}
        options={delegatedIpv6Methods.map((id) => ({
          id,
          name: t(`services:value.delegated_ipv6_method.${id}`),
          text: t(`services:form.delegatedMethod.${id}`),
        }))}
        onPick={(next) => {
          if (next === method) return
          after(() => form.setValues({ ipv6_subnet_id: null, ipv6_network: '' }))
          onPick('ipv6_subnet')(null)
        }}
      />
      {method === 'static' ? (
        <>
          <RemoteSelectField
            key="static"
            name="ipv6_subnet_id"
            label={t('services:form.ipv6From')}
            help={t('services:form.ipv6FromHelp')}
            endpoint={subnets.lookup}
            query={{ ip_version: 'ipv6', hosts: 'false' }}
            selected={picked}
            required
            onPick={(row) => {
              if (row?.id !== subnet) after(() => form.setValues({ ipv6_network: '' }))
              onPick('ipv6_subnet')(row)
            }}
          />
          <NetworkText
            subnet={subnet}
            fields={{ net: 'ipv6_network', length: 'ipv6_prefix' }}
            values={form.values}
            bits={128}
          />
        </>
      ) : null}
      {method === 'pool' ? (
        <PoolField name="ipv6_subnet_id" selected={picked} onPick={onPick('ipv6_subnet')} unit={56} />
      ) : null}
      {method === 'nas-pool' ? <NasPoolField name="delegated_ipv6_pool" /> : null}
    </FieldGroup>
  )
}

/** An IPv6 pool that RADIUS leases prefixes from. `unit`: their length where the pool gives addresses. */
function PoolField({
  name,
  selected,
  onPick,
  unit,
}: {
  name: string
  selected: { id: number; name: string } | null
  onPick: (row: { name: string } | null) => void
  unit: number
}) {
  const { t } = useTranslation()
  return (
    <RemoteSelectField
      key="pool"
      name={name}
      label={t('services:form.pool')}
      help={t('services:form.ipv6PoolHelp', { unit })}
      endpoint={subnets.lookup}
      query={{ type: 'pool', ip_version: 'ipv6' }}
      selected={selected}
      required
      onPick={onPick}
    />
  )
}

/** The name of a pool that the NAS has. */
function NasPoolField({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      name={name}
      label={t('services:form.nasPool')}
      help={t('services:form.nasPoolHelp')}
      maxLength={63}
      autoComplete="off"
      required
    />
  )
}

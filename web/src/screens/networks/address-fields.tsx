import { Button, Switch } from '@mantine/core'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { FieldGroup, NumberField, TextField } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { ListField } from '../lan/list-field.tsx'
import { TimeField } from '../lan/time-field.tsx'
import { suggestRange, type DhcpValues } from './network-shape.ts'

/** The address of a network: entered, or allocated from a subnet of IPAM. */
export function AddressFields({
  help,
  fromBlock,
  onFromBlock,
}: {
  help: ReactNode
  fromBlock: boolean
  onFromBlock: (fromBlock: boolean) => void
}) {
  const { t } = useTranslation()
  const can = useCan()
  const address = useField<string | null>('address', t('networks:field.address'))
  const subnet = useField<number | null>('subnet_id', t('networks:field.subnet_id'))
  const prefix = useField<number | null>('prefix', t('networks:field.prefix'))
  return (
    <FieldGroup title={t('networks:form.address')}>
      {can(subnets.lookup) ? (
        <Switch
          label={t('networks:form.fromBlock')}
          description={t('networks:form.fromBlockHelp')}
          checked={fromBlock}
          onChange={(event) => {
            const from = event.currentTarget.checked
            onFromBlock(from)
            if (from) address.change(null)
            else {
              subnet.change(null)
              prefix.change(null)
            }
          }}
        />
      ) : null}
      {fromBlock ? (
        <>
          <RemoteSelectField
            name="subnet_id"
            label={t('networks:field.subnet_id')}
            help={t('networks:form.subnetHelp')}
            endpoint={subnets.lookup}
            query={{ ip_version: 'ipv4', hosts: 'false' }}
            required
          />
          <NumberField
            name="prefix"
            label={t('networks:field.prefix')}
            help={t('networks:form.prefixHelp')}
            min={8}
            max={30}
          />
        </>
      ) : (
        <TextField name="address" label={t('networks:field.address')} help={help} required maxLength={18} />
      )}
    </FieldGroup>
  )
}

/** DHCP of a network: on or off, range and options. */
export function DhcpFields({ address, fromBlock }: { address: string | null; fromBlock: boolean }) {
  const { t } = useTranslation()
  const dhcp = useField<DhcpValues | null>('dhcp', t('networks:form.dhcp'))
  const suggested = fromBlock ? undefined : suggestRange(address)
  return (
    <FieldGroup title={t('networks:form.dhcp')}>
      <Switch
        label={t('networks:form.hasDhcp')}
        checked={dhcp.value !== null && dhcp.value !== undefined}
        onChange={(event) =>
          dhcp.change(event.currentTarget.checked ? { start: null, end: null, dns: [], lease_seconds: null } : null)
        }
      />
      {dhcp.value ? (
        <>
          <TextField
            name="dhcp.start"
            label={t('networks:field.start')}
            help={t('networks:form.rangeHelp')}
            maxLength={15}
          />
          <TextField name="dhcp.end" label={t('networks:field.end')} maxLength={15} />
          {suggested ? (
            <div>
              <Button
                variant="default"
                size="compact-md"
                onClick={() => dhcp.value && dhcp.change({ ...dhcp.value, ...suggested })}
              >
                {t('networks:form.suggest', suggested)}
              </Button>
            </div>
          ) : null}
          <ListField name="dhcp.dns" label={t('networks:field.dns')} help={t('networks:form.dnsHelp')} />
          <TimeField name="dhcp.lease_seconds" label={t('networks:field.lease_seconds')} />
        </>
      ) : null}
    </FieldGroup>
  )
}

import { control } from '@trunkline/contract/resources/control'
import type { DhcpNetwork } from '@trunkline/contract/resources/control-shapes'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, NumberField, TextField } from '../../form/fields.tsx'
import { ListField } from './list-field.tsx'
import { RowsCard } from './rows-card.tsx'
import { networkShape, type NetworkValues } from './row-shape.ts'
import { Value } from './value.tsx'

/** What a router's DHCP tells clients of each network. */
export function NetworksCard({
  hardwareId,
  rows,
  may,
}: {
  hardwareId: number
  rows: readonly DhcpNetwork[] | undefined
  may: (endpoint: Endpoint) => boolean
}) {
  const { t } = useTranslation()
  const column = (key: keyof DhcpNetwork) => ({
    key,
    label: t(`lan:field.${key}`),
    render: (row: DhcpNetwork) => <Value of={row[key]} />,
  })
  return (
    <RowsCard<DhcpNetwork, NetworkValues>
      hardwareId={hardwareId}
      title={t('lan:networks.title')}
      text={t('lan:networks.text')}
      rows={rows}
      nameOf={(row) => row.address}
      shape={networkShape}
      calls={{ add: control.addNetwork, set: control.setNetwork, remove: control.removeNetwork }}
      may={may}
      words={{
        add: t('lan:networks.add'),
        empty: t('lan:networks.empty'),
        remove: (name) => t('lan:networks.remove', { name }),
        removeText: t('lan:networks.removeText'),
      }}
      locked={(row) => (row.dynamic ? t('lan:dynamic') : undefined)}
      columns={[
        { ...column('address'), render: (row) => row.address },
        column('gateway'),
        column('dns_server'),
        column('ntp_server'),
        column('domain'),
        column('comment'),
      ]}
      fields={(beside) => (
        <FieldGroup>
          <TextField
            name="address"
            label={t('lan:field.address')}
            help={beside('address', t('lan:networks.help'))}
            required
          />
          <TextField name="gateway" label={t('lan:field.gateway')} help={beside('gateway')} maxLength={15} />
          <ListField
            name="dns_server"
            label={t('lan:field.dns_server')}
            help={beside('dns_server', t('lan:networks.dnsHelp'))}
          />
          <ListField name="ntp_server" label={t('lan:field.ntp_server')} help={beside('ntp_server')} />
          <TextField name="domain" label={t('lan:field.domain')} help={beside('domain')} maxLength={128} />
          <NumberField
            name="netmask"
            label={t('lan:field.netmask')}
            help={beside('netmask', t('lan:networks.netmaskHelp'))}
            min={0}
            max={32}
          />
          <TextField name="comment" label={t('lan:field.comment')} help={beside('comment')} maxLength={255} />
        </FieldGroup>
      )}
    />
  )
}

import { control } from '@trunkline/contract/resources/control'
import type { DhcpNetwork } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, NumberField, TextField } from '../../form/fields.tsx'
import { ListField } from './list-field.tsx'
import { RowsCard } from './rows-card.tsx'
import { networkShape, type NetworkValues } from './row-shape.ts'
import type { MenuCardProps } from './use-device-reading.ts'

/** DHCP options that a router sends to the clients of each network. */
export function NetworksCard(card: MenuCardProps<DhcpNetwork>) {
  const { t } = useTranslation()
  return (
    <RowsCard<DhcpNetwork, NetworkValues>
      {...card}
      texts="lan:networks"
      text={t('lan:networks.text')}
      nameOf={({ address }) => address}
      set={control.setNetwork}
      remove={control.removeNetwork}
      locked={(row) => (row.dynamic ? t('lan:dynamic') : undefined)}
      columns={['address', 'gateway', 'dns_server', 'ntp_server', 'domain', 'comment']}
      editor={{
        shape: networkShape,
        add: control.addNetwork,
        fields: (field) => (
          <FieldGroup>
            <TextField {...field('address', t('lan:networks.help'))} required />
            <TextField {...field('gateway')} maxLength={15} />
            <ListField {...field('dns_server', t('lan:networks.dnsHelp'))} />
            <ListField {...field('ntp_server')} />
            <TextField {...field('domain')} maxLength={128} />
            <NumberField {...field('netmask', t('lan:networks.netmaskHelp'))} min={0} max={32} />
            <TextField {...field('comment')} maxLength={255} />
          </FieldGroup>
        ),
      }}
    />
  )
}

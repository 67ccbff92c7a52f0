import { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import lan from '../lan/lan.module.css'
import { RollbackNote } from '../lan/management.tsx'
import { RowPage, useRowPage } from '../lan/row-page.tsx'
import { nameOptions } from '../lan/value.tsx'
import { AddressFields, DhcpFields } from './address-fields.tsx'
import { networkPaths } from './network-paths.ts'
import { networkShape, rowOf, type DhcpValues, type NetworkRow, type NetworkValues } from './network-shape.ts'
import { PortsField } from './ports-field.tsx'

/** The form of a network of a router: VLAN, address, DHCP, isolation and ports. */
export default function NetworkForm() {
  const { t } = useTranslation()
  const page = useRowPage({
    menu: siteNetworksControl.networks,
    add: siteNetworksControl.addNetwork,
    set: siteNetworksControl.setNetwork,
    param: 'networkId',
    list: networkPaths.list,
    interval: 15_000,
  })
  const [fromBlock, setFromBlock] = useState(false)
  const bridges = page.reading.rows?.bridges ?? []
  const rows = page.reading.rows?.networks.map(rowOf)
  const row = rows?.find(({ id }) => id === page.id)
  return (
    <RowPage<NetworkValues>
      page={page}
      title={t(page.id === undefined ? 'panel:title.networkCreate' : 'panel:title.networkUpdate')}
      missing={t('networks:form.missing')}
      feature="networks"
      listTitle={t('panel:title.deviceNetworks')}
      rows={rows}
      shape={networkShape}
      loading={!page.reading.rows}
      start={{ ...networkShape.empty, bridge: bridges.length === 1 ? (bridges[0]?.name ?? '') : '' }}
      locked={(one) => {
        const { locked } = one as unknown as NetworkRow
        return locked ? t(`networks:locked.${locked}`) : undefined
      }}
      format={(field, value) => {
        if (field !== 'dhcp' || value === null || typeof value !== 'object') return undefined
        const { start, end } = value as DhcpValues
        return `${start ?? ''} – ${end ?? ''}`
      }}
      warning={() => (
        <RollbackNote>{t(row?.is_management ? 'networks:guard.management' : 'networks:guard.network')}</RollbackNote>
      )}
    >
      {(field, draft) => {
        const bridge = bridges.find((one) => one.name === draft.bridge)
        return (
          <>
            <FieldGroup>
              <TextField {...field('name', t('networks:form.nameHelp'))} required maxLength={32} />
              {row && row.vlan_id === null ? null : (
                <NumberField {...field('vlan_id', t('networks:form.vlanHelp'))} required min={1} max={4094} />
              )}
              <SelectField
                {...field('bridge', t(row ? 'networks:form.bridgeFixed' : 'networks:form.bridgeHelp'))}
                required
                disabled={row !== undefined}
                options={nameOptions(
                  bridges.map(({ name }) => name),
                  draft.bridge,
                )}
              />
              <TextField {...field('comment')} maxLength={255} />
              {row && !row.is_management ? <SwitchField {...field('disabled')} /> : null}
            </FieldGroup>
            <AddressFields
              help={field('address', t('networks:form.addressHelp')).help}
              fromBlock={fromBlock}
              onFromBlock={setFromBlock}
            />
            <DhcpFields address={draft.address} fromBlock={fromBlock} />
            <FieldGroup title={t('networks:form.isolation')}>
              <SwitchField {...field('isolated', t('networks:form.isolatedHelp'))} whole />
            </FieldGroup>
            {bridge?.vlan_filtering ? (
              <PortsField ports={bridge.ports} />
            ) : bridge ? (
              <p className={lan.note}>{t('networks:form.noFiltering', { name: bridge.name })}</p>
            ) : null}
          </>
        )
      }}
    </RowPage>
  )
}

import { useNavigate, useParams } from '@tanstack/react-router'
import type { BodyInput } from '@trunkline/contract/endpoint'
import { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import type { Command } from '@trunkline/contract/resources/device-command'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { useChosenDevice } from '../lan/chosen-device.ts'
import { DevicePage } from '../lan/device-page.tsx'
import type { Fields } from '../lan/draft.ts'
import lan from '../lan/lan.module.css'
import { RouterPicker } from '../lan/router-picker.tsx'
import { RowPage } from '../lan/row-page.tsx'
import { Value } from '../lan/value.tsx'
import { AddressFields, DhcpFields } from './address-fields.tsx'
import { networkPaths } from './network-paths.ts'
import { networkShape, rowOf, type DhcpValues, type NetworkRow, type NetworkValues } from './network-shape.ts'
import { PortsField } from './ports-field.tsx'

/** Milliseconds between two readings while the page is open. */
const lookEvery = 15_000

/** A network of a router as one form: name, VLAN, range, DHCP, what it is kept from, and the ports that carry it. */
export default function NetworkForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { networkId: rowId } = useParams({ strict: false }) as { networkId?: string }
  const { siteId, of, chosen } = useChosenDevice()
  const { hardwareId } = of
  const requested = { params: { id: hardwareId } }
  const every = useWatch(of.ready ? hardwareId : undefined)
  const reading = useReading(siteNetworksControl.networks, requested, { enabled: of.ready, every: every && lookEvery })
  const back = networkPaths.list(siteId, hardwareId)
  const onEnd = (command: Command) => command.state === 'done' && void navigate({ to: back as never })
  const add = useDeviceCommand(siteNetworksControl.addNetwork, { onEnd, hardwareId })
  const set = useDeviceCommand(siteNetworksControl.setNetwork, { onEnd, hardwareId })
  const [fromBlock, setFromBlock] = useState(false)
  const title = t(rowId === undefined ? 'networks:add' : 'networks:change')

  if (!chosen)
    return (
      <>
        <PageHeader title={title} />
        <RouterPicker siteId={siteId} />
      </>
    )
  // A new one starts from the bridges that it may stand on.
  if (rowId === undefined && !reading.rows && !reading.error)
    return (
      <DevicePage of={of} title={title} crumbs={[{ label: t('networks:title.list'), to: back }]}>
        {() =>
          reading.readingError ? (
            <Card>
              <EmptyState title={t('lan:neverRead')} text={reading.readingError.message} />
            </Card>
          ) : (
            <FormSkeleton />
          )
        }
      </DevicePage>
    )
  const bridges = reading.rows?.bridges ?? []
  const rows = reading.rows?.networks.map(rowOf)
  const row = rows?.find((one) => one.id === rowId)
  const words = (field: keyof NetworkValues, value: unknown) =>
    field === 'dhcp' && value !== null && typeof value === 'object' ? (
      `${(value as DhcpValues).start ?? ''} – ${(value as DhcpValues).end ?? ''}`
    ) : (
      <Value of={value} />
    )
  return (
    <RowPage<NetworkValues>
      of={of}
      title={title}
      crumb={{ label: t('networks:title.list'), to: back }}
      back={{ to: back }}
      reading={{ ...reading, rows }}
      rowId={rowId}
      missing={t('networks:missing')}
      shape={networkShape}
      start={{ ...networkShape.empty, bridge: bridges.length === 1 ? (bridges[0]?.name ?? '') : '' }}
      calls={{ add: siteNetworksControl.addNetwork, set: siteNetworksControl.setNetwork }}
      locked={(one: Fields) => {
        const { locked } = one as unknown as NetworkRow
        return locked ? t(`networks:locked.${locked}`) : undefined
      }}
      onSend={(body) =>
        rowId === undefined
          ? add.ask({ ...requested, body: body as BodyInput<typeof siteNetworksControl.addNetwork> })
          : set.ask({ ...requested, body: body as BodyInput<typeof siteNetworksControl.setNetwork> })
      }
      last={rowId === undefined ? add : set}
      words={words}
      warning={() => (
        <p className={lan.guard}>
          <IconShieldCheck size={20} aria-hidden="true" />
          <span>{t(row?.is_management ? 'networks:guard.management' : 'networks:guard.network')}</span>
        </p>
      )}
    >
      {(beside, draft) => {
        const bridge = bridges.find((one) => one.name === draft.bridge)
        return (
          <>
            <FieldGroup>
              <TextField
                name="name"
                label={t('networks:field.name')}
                help={beside('name', t('networks:form.nameHelp'))}
                required
                maxLength={32}
              />
              {row && row.vlan_id === null ? null : (
                <NumberField
                  name="vlan_id"
                  label={t('networks:field.vlan_id')}
                  help={beside('vlan_id', t('networks:form.vlanHelp'))}
                  required
                  min={1}
                  max={4094}
                />
              )}
              <SelectField
                name="bridge"
                label={t('networks:field.bridge')}
                help={t(row ? 'networks:form.bridgeFixed' : 'networks:form.bridgeHelp')}
                required
                disabled={row !== undefined}
                options={bridgeChoices(
                  bridges.map(({ name }) => name),
                  draft.bridge,
                )}
              />
              <TextField name="comment" label={t('lan:field.comment')} help={beside('comment')} maxLength={255} />
              {row && !row.is_management ? (
                <SwitchField name="disabled" label={t('lan:field.disabled')} help={beside('disabled')} />
              ) : null}
            </FieldGroup>
            <AddressFields
              help={beside('address', t('networks:form.addressHelp'))}
              fromBlock={fromBlock}
              onFromBlock={setFromBlock}
            />
            <DhcpFields address={draft.address} fromBlock={fromBlock} />
            <FieldGroup title={t('networks:form.apart')}>
              <SwitchField
                name="isolated"
                label={t('networks:field.isolated')}
                help={beside('isolated', t('networks:form.isolatedHelp'))}
                whole
              />
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

/** Bridges to choose from, the present one among them. */
function bridgeChoices(names: readonly string[], present: string) {
  const all = present && !names.includes(present) ? [present, ...names] : names
  return all.map((name) => ({ id: name, name }))
}

import { control } from '@trunkline/contract/resources/control'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { devicePaths } from './device-paths.ts'
import { InterfaceField } from './interface-field.tsx'
import { RowPage, useRowPage } from './row-page.tsx'
import { serverShape, type ServerValues } from './row-shape.ts'
import { TimeField } from './time-field.tsx'
import { useDeviceReading } from './use-device-reading.ts'
import { nameOptions } from './value.tsx'

/** Value of the pool of a server that assigns reservations only. */
const STATIC_ONLY = 'static-only'

/** The form of a DHCP server, new or known. */
export default function DhcpForm() {
  const { t } = useTranslation()
  const page = useRowPage({
    menu: control.servers,
    add: control.addServer,
    set: control.setServer,
    param: 'dhcpId',
    list: devicePaths.dhcp,
  })
  const pools = useDeviceReading(page.of, control.pools)
  const interfaces = useDeviceReading(page.of, control.statistics)
  return (
    <RowPage<ServerValues>
      page={page}
      title={t(page.id === undefined ? 'panel:title.dhcpCreate' : 'panel:title.dhcpUpdate')}
      missing={t('lan:servers.missing')}
      listTitle={t('panel:title.deviceDhcp')}
      shape={serverShape}
      locked={(row) => (row['dynamic'] === true ? t('lan:dynamic') : undefined)}
    >
      {(field, { address_pool: pool }) => (
        <FieldGroup>
          <TextField {...field('name')} required maxLength={64} />
          <InterfaceField
            {...field('interface', t('lan:servers.interfaceHelp'))}
            interfaces={interfaces.rows?.interfaces ?? []}
          />
          <SelectField
            {...field('address_pool', t('lan:servers.poolHelp'))}
            required
            options={[
              ...nameOptions(
                (pools.rows ?? []).map(({ name }) => name),
                pool === STATIC_ONLY ? null : pool,
              ),
              { id: STATIC_ONLY, name: t('lan:servers.staticOnly') },
            ]}
          />
          <TimeField {...field('lease_time_seconds')} />
          <TextField {...field('comment')} maxLength={255} />
          <SwitchField {...field('disabled')} />
        </FieldGroup>
      )}
    </RowPage>
  )
}

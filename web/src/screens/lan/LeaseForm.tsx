import { control } from '@trunkline/contract/resources/control'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { devicePaths } from './device-paths.ts'
import { RowPage, useRowPage } from './row-page.tsx'
import { leaseShape, type LeaseValues } from './row-shape.ts'
import { TimeField } from './time-field.tsx'
import { useDeviceReading } from './use-device-reading.ts'
import { nameOptions } from './value.tsx'

/** The form of a DHCP reservation: a new one, one made from a lease, or a known one. */
export default function LeaseForm() {
  const { t } = useTranslation()
  const page = useRowPage({
    menu: control.leases,
    add: control.addLease,
    set: control.setLease,
    param: 'leaseId',
    list: devicePaths.leases,
  })
  const servers = useDeviceReading(page.of, control.servers)
  // The router makes a dynamic lease a reservation before it changes it.
  const isLease = page.reading.rows?.find(({ id }) => id === page.id)?.dynamic ?? false
  return (
    <RowPage<LeaseValues>
      page={page}
      missing={t('lan:leases.missing')}
      title={t(`panel:title.${page.id === undefined ? 'leaseCreate' : isLease ? 'leaseReserve' : 'leaseUpdate'}`)}
      submitLabel={isLease ? t('lan:leases.action.reserve') : undefined}
      listTitle={t('panel:title.leases')}
      shape={leaseShape}
      always={isLease}
    >
      {(field, draft) => (
        <FieldGroup {...(isLease ? { text: t('lan:leases.reserveText') } : {})}>
          <TextField
            {...field('address', t('lan:leases.addressHelp'))}
            label={t('lan:field.ip')}
            required
            maxLength={15}
          />
          <TextField {...field('mac')} required maxLength={24} />
          <SelectField
            {...field('server', t('lan:leases.serverHelp'))}
            clearable
            options={nameOptions(
              (servers.rows ?? []).map(({ name }) => name),
              draft.server,
            )}
          />
          <TimeField {...field('lease_time_seconds', t('lan:leases.timeHelp'))} />
          <TextField {...field('rate_limit', t('lan:leases.rateHelp'))} maxLength={64} />
          <TextField {...field('comment')} maxLength={255} />
          <SwitchField {...field('blocked', t('lan:leases.blockedHelp'))} />
          <SwitchField {...field('disabled')} />
        </FieldGroup>
      )}
    </RowPage>
  )
}

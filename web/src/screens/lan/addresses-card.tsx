import { control } from '@trunkline/contract/resources/control'
import type { DeviceInterface, LanAddress } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SwitchField, TextField } from '../../form/fields.tsx'
import { InterfaceField } from './interface-field.tsx'
import { ManagementBadge, RollbackNote } from './management.tsx'
import classes from './lan.module.css'
import { RowsCard } from './rows-card.tsx'
import { addressShape, type AddressValues } from './row-shape.ts'
import type { MenuCardProps } from './use-device-reading.ts'
import { RowState } from './value.tsx'

/** Addresses of a router. The management address is marked, and changed with a rollback armed on the router. */
export function AddressesCard({
  interfaces,
  rows,
  ...card
}: MenuCardProps<LanAddress> & { interfaces: readonly DeviceInterface[] }) {
  const { t } = useTranslation()
  const management = new Set((rows ?? []).filter((row) => row.is_management).map((row) => row.interface))
  return (
    <RowsCard<LanAddress, AddressValues>
      {...card}
      rows={rows}
      texts="lan:addresses"
      nameOf={({ address }) => address}
      set={control.setAddress}
      remove={control.removeAddress}
      locked={(row) => (row.dynamic ? t('lan:dynamic') : undefined)}
      required={(row) => (row.is_management ? t('lan:guard.required') : undefined)}
      columns={[
        {
          key: 'address',
          render: (row) => (
            <span className={classes.named}>
              {row.address}
              {row.is_management ? <ManagementBadge /> : null}
            </span>
          ),
        },
        'network',
        'interface',
        { key: 'state', render: (row) => <RowState of={row} /> },
        'comment',
      ]}
      editor={{
        shape: addressShape,
        add: control.addAddress,
        warning: (row, draft) =>
          row?.is_management || management.has(draft.interface) ? (
            <RollbackNote>{t(row?.is_management ? 'lan:guard.address' : 'lan:guard.interface')}</RollbackNote>
          ) : null,
        fields: (field) => (
          <FieldGroup>
            <TextField {...field('address', t('lan:addresses.help'))} required />
            <InterfaceField {...field('interface')} interfaces={interfaces} />
            <TextField {...field('comment')} maxLength={255} />
            <SwitchField {...field('disabled')} />
          </FieldGroup>
        ),
      }}
    />
  )
}

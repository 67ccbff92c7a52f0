import { control } from '@trunkline/contract/resources/control'
import type { DeviceInterface, LanAddress } from '@trunkline/contract/resources/control-shapes'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SwitchField, TextField } from '../../form/fields.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { InterfaceField } from './interface-field.tsx'
import classes from './lan.module.css'
import { RowsCard } from './rows-card.tsx'
import { addressShape, type AddressValues } from './row-shape.ts'
import { Value } from './value.tsx'

/** Addresses of a router. The one that the panel comes in by is marked, and changed with a way back. */
export function AddressesCard({
  hardwareId,
  rows,
  interfaces,
  may,
}: {
  hardwareId: number
  rows: readonly LanAddress[] | undefined
  interfaces: readonly DeviceInterface[]
  may: (endpoint: Endpoint) => boolean
}) {
  const { t } = useTranslation()
  const ways = new Set((rows ?? []).filter((row) => row.is_management).map((row) => row.interface))
  const guarded = (row: LanAddress | undefined, draft: AddressValues) =>
    row?.is_management || ways.has(draft.interface) ? (
      <p className={classes.guard}>
        <IconShieldCheck size={20} aria-hidden="true" />
        <span>{t(row?.is_management ? 'lan:guard.address' : 'lan:guard.interface')}</span>
      </p>
    ) : null
  return (
    <RowsCard<LanAddress, AddressValues>
      hardwareId={hardwareId}
      title={t('lan:addresses.title')}
      rows={rows}
      nameOf={(row) => row.address}
      shape={addressShape}
      calls={{ add: control.addAddress, set: control.setAddress, remove: control.removeAddress }}
      may={may}
      words={{
        add: t('lan:addresses.add'),
        empty: t('lan:addresses.empty'),
        remove: (name) => t('lan:addresses.remove', { name }),
        removeText: t('lan:addresses.removeText'),
      }}
      locked={(row) => (row.dynamic ? t('lan:dynamic') : undefined)}
      kept={(row) => (row.is_management ? t('lan:guard.kept') : undefined)}
      warning={guarded}
      columns={[
        {
          key: 'address',
          label: t('lan:field.address'),
          render: (row) => (
            <span className={classes.named}>
              {row.address}
              {row.is_management ? <StatusBadge tone="info">{t('lan:guard.mark')}</StatusBadge> : null}
            </span>
          ),
        },
        { key: 'network', label: t('lan:field.network'), render: (row) => <Value of={row.network} /> },
        { key: 'interface', label: t('lan:field.interface'), render: (row) => row.interface },
        {
          key: 'state',
          label: t('lan:field.state'),
          render: (row) => (
            <StatusBadge tone={row.invalid ? 'bad' : row.disabled ? 'neutral' : 'good'}>
              {t(`lan:state.${row.invalid ? 'invalid' : row.disabled ? 'disabled' : 'active'}`)}
            </StatusBadge>
          ),
        },
        { key: 'comment', label: t('lan:field.comment'), render: (row) => <Value of={row.comment} /> },
      ]}
      fields={(beside) => (
        <FieldGroup>
          <TextField
            name="address"
            label={t('lan:field.address')}
            help={beside('address', t('lan:addresses.help'))}
            required
          />
          <InterfaceField
            name="interface"
            label={t('lan:field.interface')}
            help={beside('interface')}
            interfaces={interfaces}
          />
          <TextField name="comment" label={t('lan:field.comment')} help={beside('comment')} maxLength={255} />
          <SwitchField name="disabled" label={t('lan:field.disabled')} help={beside('disabled')} />
        </FieldGroup>
      )}
    />
  )
}

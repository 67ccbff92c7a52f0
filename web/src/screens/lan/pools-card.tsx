import { control } from '@trunkline/contract/resources/control'
import type { LanPool } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, TextField } from '../../form/fields.tsx'
import { regional } from '../../ui/zone.ts'
import { RowsCard } from './rows-card.tsx'
import { poolShape, type PoolValues } from './row-shape.ts'
import type { MenuCardProps } from './use-device-reading.ts'
import { nameOptions, Value } from './value.tsx'

/** Address pools of a router. */
export function PoolsCard(card: MenuCardProps<LanPool>) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  const usage = ({ used, total }: LanPool) =>
    used === null || total === null
      ? used && number(used)
      : t('lan:pools.usedOf', { used: number(used), total: number(total) })
  return (
    <RowsCard<LanPool, PoolValues>
      {...card}
      texts="lan:pools"
      nameOf={({ name }) => name}
      set={control.setPool}
      remove={control.removePool}
      locked={(row) => (row.address_start === null ? t('lan:pools.several') : undefined)}
      columns={[
        'name',
        'ranges',
        'next_pool',
        { key: 'used', align: 'end', render: (row) => <Value of={usage(row)} /> },
        'comment',
      ]}
      editor={{
        shape: poolShape,
        add: control.addPool,
        fields: (field, { name, next_pool: next }) => (
          <FieldGroup>
            <TextField {...field('name')} required maxLength={64} />
            <TextField {...field('address_start')} required maxLength={15} />
            <TextField {...field('address_end')} required maxLength={15} />
            <SelectField
              {...field('next_pool', t('lan:pools.nextHelp'))}
              clearable
              options={nameOptions(
                (card.rows ?? []).map((row) => row.name).filter((one) => one !== name),
                next,
              )}
            />
            <TextField {...field('comment')} maxLength={255} />
          </FieldGroup>
        ),
      }}
    />
  )
}

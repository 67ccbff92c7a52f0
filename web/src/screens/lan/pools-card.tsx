import { control } from '@trunkline/contract/resources/control'
import type { LanPool } from '@trunkline/contract/resources/control-shapes'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, TextField } from '../../form/fields.tsx'
import { regional } from '../../ui/zone.ts'
import { RowsCard } from './rows-card.tsx'
import { poolShape, type PoolValues } from './row-shape.ts'
import { Value } from './value.tsx'

/** Where a router takes the addresses from that it hands out. */
export function PoolsCard({
  hardwareId,
  rows,
  may,
}: {
  hardwareId: number
  rows: readonly LanPool[] | undefined
  may: (endpoint: Endpoint) => boolean
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  return (
    <RowsCard<LanPool, PoolValues>
      hardwareId={hardwareId}
      title={t('lan:pools.title')}
      rows={rows}
      nameOf={(row) => row.name}
      shape={poolShape}
      calls={{ add: control.addPool, set: control.setPool, remove: control.removePool }}
      may={may}
      words={{
        add: t('lan:pools.add'),
        empty: t('lan:pools.empty'),
        remove: (name) => t('lan:pools.remove', { name }),
        removeText: t('lan:pools.removeText'),
      }}
      locked={(row) => (row.address_start === null ? t('lan:pools.several') : undefined)}
      columns={[
        { key: 'name', label: t('lan:field.name'), render: (row) => row.name },
        { key: 'ranges', label: t('lan:field.ranges'), render: (row) => <Value of={row.ranges} /> },
        { key: 'next_pool', label: t('lan:field.next_pool'), render: (row) => <Value of={row.next_pool} /> },
        {
          key: 'used',
          label: t('lan:field.used'),
          align: 'end',
          render: (row) =>
            row.used === null ? (
              <Value of={null} />
            ) : row.total === null ? (
              row.used.toLocaleString(language)
            ) : (
              t('lan:pools.usedOf', {
                used: row.used.toLocaleString(language),
                total: row.total.toLocaleString(language),
              })
            ),
        },
        { key: 'comment', label: t('lan:field.comment'), render: (row) => <Value of={row.comment} /> },
      ]}
      fields={(beside, draft) => (
        <FieldGroup>
          <TextField name="name" label={t('lan:field.name')} help={beside('name')} required maxLength={64} />
          <TextField
            name="address_start"
            label={t('lan:field.address_start')}
            help={beside('address_start')}
            required
            maxLength={15}
          />
          <TextField
            name="address_end"
            label={t('lan:field.address_end')}
            help={beside('address_end')}
            required
            maxLength={15}
          />
          <SelectField
            name="next_pool"
            label={t('lan:field.next_pool')}
            help={beside('next_pool', t('lan:pools.nextHelp'))}
            clearable
            options={(rows ?? [])
              .filter((row) => row.name !== draft.name)
              .map((row) => ({ id: row.name, name: row.name }))}
          />
          <TextField name="comment" label={t('lan:field.comment')} help={beside('comment')} maxLength={255} />
        </FieldGroup>
      )}
    />
  )
}

import type { CellInfo } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './lan.module.css'
import { RowTable } from './row-table.tsx'
import { Value } from './value.tsx'

/** The aggregated carriers of a modem, the primary one first. */
export function CellBands({ of }: { of: CellInfo }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const rows = of.bands.map((band, index) => ({ ...band, index }))
  return (
    <Card title={t('lan:cells.bands')}>
      <RowTable
        label={t('lan:cells.bands')}
        rows={rows}
        idOf={({ index }) => String(index)}
        columns={[
          {
            key: 'band',
            render: ({ band, index }) => (
              <span className={classes.named}>
                {band}
                {index === 0 && rows.length > 1 ? (
                  <StatusBadge tone="info">{t('lan:cells.primary')}</StatusBadge>
                ) : null}
              </span>
            ),
          },
          {
            key: 'width_mhz',
            align: 'end',
            render: ({ width_mhz: width }) => (
              <Value of={width === null ? null : `${width.toLocaleString(language)} MHz`} />
            ),
          },
          { key: 'channel', align: 'end' },
          { key: 'cell', label: t('lan:field.physical_cell_id'), align: 'end' },
        ]}
      />
    </Card>
  )
}

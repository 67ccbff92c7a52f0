import type { CellInfo } from '@trunkline/contract/resources/control-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './lan.module.css'
import { RowTable } from './row-table.tsx'
import { Value } from './value.tsx'

/** The carriers that a modem uses together, the main one first. */
export function CellBands({ of }: { of: CellInfo }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const rows = of.bands.map((band, index) => ({ ...band, index }))
  return (
    <Card title={t('lan:cells.bands')}>
      <RowTable
        label={t('lan:cells.bands')}
        rows={rows}
        idOf={(row) => String(row.index)}
        columns={[
          {
            key: 'band',
            label: t('lan:field.band'),
            render: (row) => (
              <span className={classes.named}>
                {row.band}
                {row.index === 0 && rows.length > 1 ? (
                  <StatusBadge tone="info">{t('lan:cells.main')}</StatusBadge>
                ) : null}
              </span>
            ),
          },
          {
            key: 'width',
            label: t('lan:field.width_mhz'),
            align: 'end',
            render: (row) => (
              <Value of={row.width_mhz === null ? null : `${row.width_mhz.toLocaleString(language)} MHz`} />
            ),
          },
          {
            key: 'channel',
            label: t('lan:field.channel'),
            align: 'end',
            render: (row) => <Value of={row.channel} />,
          },
          {
            key: 'cell',
            label: t('lan:field.physical_cell_id'),
            align: 'end',
            render: (row) => <Value of={row.cell} />,
          },
        ]}
      />
    </Card>
  )
}

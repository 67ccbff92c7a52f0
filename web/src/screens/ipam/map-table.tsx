import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import layout from '../../ui/layout.module.css'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { regional } from '../../ui/zone.ts'
import type { MapProps, MapRun } from './map-cells.ts'
import { shareText } from './utilisation-format.ts'

/** The map as a table: a row for each run of equal cells. */
export function MapTable({ map, label, actionOf, run }: MapProps) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const cells: Record<string, (cell: MapRun) => ReactNode> = {
    net: (cell) => cell.net,
    count: (cell) => cell.run.toLocaleString(language),
    state: (cell) => [t(`ipam:map.state.${cell.state}`), cell.subnet_net, cell.label].filter(Boolean).join(' · '),
    share: (cell) => shareText(cell.share, language),
    action: (cell) => {
      const action = actionOf(cell)
      return action ? (
        <Button variant="subtle" size="compact-xs" onClick={() => run(action)}>
          {action.label}
        </Button>
      ) : null
    },
  }
  return (
    <SimpleTable
      label={label}
      tableClassName={layout.nowrap}
      rows={map.cells}
      rowKey={(cell) => cell.net}
      columns={Object.entries(cells).map(([key, cell]) => ({ key, header: t(`ipam:map.column.${key}`), cell }))}
    />
  )
}

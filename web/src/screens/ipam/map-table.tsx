import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { regional } from '../../ui/zone.ts'
import detail from './detail.module.css'
import type { CellWay, MapReply, MapRun } from './map-cells.ts'
import { shareText } from './utilisation.ts'

/** The map as a table: a row for each run of like cells. */
export function MapTable({
  reply,
  label,
  wayOf,
  go,
}: {
  reply: MapReply
  label: string
  wayOf: (cell: MapRun) => CellWay | undefined
  go: (way: CellWay) => void
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  return (
    <div className={detail.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={detail.table} aria-label={label}>
        <thead>
          <tr>
            {(['net', 'count', 'state', 'share', 'action'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`ipam:map.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reply.cells.map((cell) => {
            const way = wayOf(cell)
            return (
              <tr key={cell.net}>
                <th scope="row">{cell.net}</th>
                <td>{cell.run.toLocaleString(language)}</td>
                <td>{[t(`ipam:map.state.${cell.state}`), cell.subnet_net, cell.label].filter(Boolean).join(' · ')}</td>
                <td>{shareText(cell.share, language)}</td>
                <td>
                  {way ? (
                    <Button variant="subtle" size="compact-xs" onClick={() => go(way)}>
                      {way.label}
                    </Button>
                  ) : null}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

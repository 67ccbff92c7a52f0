import clsx from 'clsx'
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import layout from '../../ui/layout.module.css'
import { regional } from '../../ui/zone.ts'
import classes from './map.module.css'
import { cellsOf, columnsOf, type MapCell, type MapProps } from './map-cells.ts'
import { shareText } from './utilisation-format.ts'

const states = ['free', 'mixed', 'subnet', 'address', 'range'] as const

/** The neighbours before a cell that belong to the same subnet: the gap to them is filled. */
function joinedTo(cells: readonly MapCell[], at: number, columns: number): string | undefined {
  const same = (other: MapCell | undefined) => other?.state === 'subnet' && other.subnet_id === cells[at]?.subnet_id
  if (cells[at]?.state !== 'subnet') return undefined
  const before = at % columns > 0 && same(cells[at - 1])
  const above = same(cells[at - columns])
  return [before && 'before', above && 'above'].filter(Boolean).join(' ') || undefined
}

/** The map as a grid: arrow keys move between cells, Enter or a click runs the action of a cell. Each state has its own pattern. */
export function MapGrid({ map, label, actionOf, run }: MapProps) {
  const { t, i18n } = useTranslation()
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [hovered, setHovered] = useState<number | null>(null)
  const cells = cellsOf(map)
  const columns = columnsOf(cells.length)
  const present = new Set(map.cells.map((cell) => cell.state))

  const description = (cell: MapCell): string => {
    const state = t(`ipam:map.state.${cell.state}`)
    const text =
      cell.share > 0 && cell.share < 1
        ? t('ipam:map.cellShare', { net: cell.net, state, share: shareText(cell.share, regional(i18n.language)) })
        : t('ipam:map.cell', { net: cell.net, state })
    return [text, cell.subnet_net, cell.label].filter(Boolean).join(' · ')
  }
  const move = (event: KeyboardEvent) => {
    const row = Math.floor(active / columns) * columns
    const to: Record<string, number> = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      ArrowDown: active + columns,
      ArrowUp: active - columns,
      Home: event.ctrlKey ? 0 : row,
      End: event.ctrlKey ? cells.length - 1 : row + columns - 1,
    }
    const next = to[event.key]
    if (next === undefined) return
    event.preventDefault()
    if (next < 0 || next >= cells.length) return
    setActive(next)
    grid.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus()
  }

  const shown = cells[hovered ?? active]
  const action = shown ? actionOf(shown) : undefined
  return (
    <div className={classes.map}>
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        className={classes.grid}
        style={{ '--columns': columns, '--cell-max': columns > 16 ? '27px' : '41px' } as CSSProperties}
        onKeyDown={move}
        onMouseLeave={() => setHovered(null)}
      >
        {Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => (
          <div key={row} role="row" className={classes.row}>
            {cells.slice(row * columns, (row + 1) * columns).map((cell, column) => {
              const at = row * columns + column
              return (
                <button
                  key={cell.net}
                  type="button"
                  role="gridcell"
                  data-at={at}
                  data-state={cell.state}
                  data-shade={cell.shade}
                  data-joined={joinedTo(cells, at, columns)}
                  className={classes.cell}
                  style={
                    cell.state === 'mixed'
                      ? ({ '--share': `${Math.max(12, Math.round(cell.share * 100))}%` } as CSSProperties)
                      : undefined
                  }
                  aria-label={description(cell)}
                  aria-disabled={actionOf(cell) === undefined || undefined}
                  tabIndex={at === active ? 0 : -1}
                  onFocus={() => {
                    setActive(at)
                    setHovered(null)
                  }}
                  onMouseEnter={() => setHovered(at)}
                  onClick={() => {
                    const clicked = actionOf(cell)
                    if (clicked) run(clicked)
                  }}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p className={classes.status}>
        {shown ? description(shown) : null}
        {action ? <span className={layout.quiet}>{action.label}</span> : null}
      </p>
      <ul className={clsx(layout.list, classes.legend)} aria-label={t('ipam:map.legend')}>
        {states
          .filter((state) => present.has(state))
          .map((state) => (
            <li key={state}>
              <span className={classes.cell} data-state={state} data-shade="0" aria-hidden="true" />
              {t(`ipam:map.state.${state}`)}
            </li>
          ))}
      </ul>
    </div>
  )
}

import { bitsOf, formatPrefix, networkOf, parsePrefix, type Prefix } from '@trunkline/contract/net'
import type { Reply } from '@trunkline/contract/endpoint'
import type { subnets } from '@trunkline/contract/resources/subnet'

export type SpaceMapData = Reply<typeof subnets.map>['data']
/** Equal cells in a row. */
export type MapRun = SpaceMapData['cells'][number]

/** One cell of a map, alone. */
export interface MapCell extends Omit<MapRun, 'run'> {
  /** Neighbouring subnets have different shades. */
  shade: 0 | 1
}

/** What a click on a cell does: open a path, or zoom into a part of the map. */
export interface CellAction {
  label: string
  to?: { path: string; search: Record<string, string> }
  within?: string
}

export interface MapProps {
  map: SpaceMapData
  label: string
  /** Undefined for a cell without an action. */
  actionOf: (cell: Pick<MapRun, 'net' | 'state' | 'subnet_id' | 'subnet_net'>) => CellAction | undefined
  run: (action: CellAction) => void
}

/** The cells one by one, in order of address. */
export function cellsOf({ cells, cell_length }: SpaceMapData): MapCell[] {
  let shade: 0 | 1 = 0
  let before: number | null = null
  return cells.flatMap(({ run, ...cell }) => {
    if (cell.subnet_id !== before) shade = shade === 0 ? 1 : 0
    before = cell.subnet_id
    const { family, value } = parsePrefix(cell.net)
    const size = 1n << BigInt(bitsOf(family) - cell_length)
    return Array.from({ length: run }, (_, at) => ({
      ...cell,
      shade,
      net: formatPrefix({ family, value: value + BigInt(at) * size, length: cell_length }),
    }))
  })
}

/** Cells in a row of the grid: it is square, or twice as wide as high. */
export const columnsOf = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(count, 1)) / 2)

/** The number of cells that fit a width in pixels: 24 pixels each (WCAG 2.2, 2.5.8) and a gap of one. */
export const cellsFor = (width: number): '64' | '256' | '1024' =>
  width >= 32 * 25 ? '1024' : width >= 16 * 25 ? '256' : '64'

/** The zoom levels from a subnet to `within`, outermost first, both ends included. */
export function zoomPath(net: string, within: string, step: number): string[] {
  const outer = parsePrefix(net)
  const inner = parsePrefix(within)
  const parts: Prefix[] = []
  for (let { length } = outer; length < inner.length; length += Math.max(step, 1)) parts.push(networkOf(inner, length))
  return [...parts, inner].map(formatPrefix)
}

import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import type { Tone } from '../../ui/tone.ts'

export type PortShape = 'copper' | 'combo' | 'cage'

export const shapeOf = ({ kind }: Pick<EthernetPort, 'kind'>): PortShape =>
  kind === 'ethernet' ? 'copper' : kind === 'combo' ? 'combo' : 'cage'

/** Adjacent ports of the front panel. */
export interface PortBlock<P extends EthernetPort = EthernetPort> {
  shape: PortShape
  /** Two rows have odd numbers on top, as on switches. */
  rows: 1 | 2
  ports: P[]
}

/** More ports are in two rows. */
const MAX_IN_ROW = 10
/** Ports in a block of two rows. */
const BLOCK_SIZE = 12

/**
 * The front panel of a device: copper ports in one row, or in blocks of two rows if there are many, then combo ports and
 * SFP cages. Ports are in the order of their numbers.
 */
export function portBlocks<P extends EthernetPort>(ports: readonly P[]): PortBlock<P>[] {
  const sorted = [...ports].sort((one, other) => one.position - other.position)
  const copper = sorted.filter((port) => shapeOf(port) === 'copper')
  const modules = sorted.filter((port) => shapeOf(port) !== 'copper')
  const blocks: PortBlock<P>[] = []
  if (copper.length > MAX_IN_ROW)
    for (let at = 0; at < copper.length; at += BLOCK_SIZE)
      blocks.push({ shape: 'copper', rows: 2, ports: copper.slice(at, at + BLOCK_SIZE) })
  else if (copper.length > 0) blocks.push({ shape: 'copper', rows: 1, ports: copper })
  for (const shape of ['combo', 'cage'] as const) {
    const group = modules.filter((port) => shapeOf(port) === shape)
    if (group.length > 0) blocks.push({ shape, rows: group.length > MAX_IN_ROW ? 2 : 1, ports: group })
  }
  return blocks
}

export type PortState = 'up' | 'down' | 'disabled' | 'error'

/** State of a port's LED. */
export function stateOf(port: Pick<EthernetPort, 'disabled' | 'running' | 'status'>): PortState {
  if (port.disabled) return 'disabled'
  if (port.status === 'auto-init-failed') return 'error'
  return port.running || port.status === 'link-ok' ? 'up' : 'down'
}

export const portTones: Record<PortState, Tone> = { up: 'good', down: 'neutral', disabled: 'neutral', error: 'bad' }

/** `1G`, `100M`, `2.5G`, for the front panel. */
export function shortRate(mbps: number | null): string {
  if (mbps === null || mbps <= 0) return ''
  return mbps >= 1000 ? `${mbps / 1000}G` : `${mbps}M`
}

/** PoE state of a port; undefined if it has no PoE output. */
export function powerOf({ poe }: Pick<EthernetPort, 'poe'>): 'on' | 'ready' | 'off' | 'error' | undefined {
  if (poe === null) return undefined
  if (poe.out === 'off') return 'off'
  if (poe.status === 'powered-on') return 'on'
  if (poe.status !== null && /short|overload|voltage|current|fault|detect.*fail/.test(poe.status)) return 'error'
  return 'ready'
}

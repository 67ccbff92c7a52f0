import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import type { Tone } from '../../ui/tone.ts'

export type PortShape = 'copper' | 'combo' | 'cage'

export const shapeOf = ({ kind }: Pick<EthernetPort, 'kind'>): PortShape =>
  kind === 'ethernet' ? 'copper' : kind === 'combo' ? 'combo' : 'cage'

/** Ports that stand together on the front, with a gap to the next ones. */
export interface Block {
  shape: PortShape
  /** One above the other, odd numbers on top, as on switches; else side by side. */
  rows: 1 | 2
  ports: EthernetPort[]
}

/** Copper ports beyond this many stand in two rows. */
const oneRow = 10
/** Ports in a block of two rows. */
const blockOf = 12

/**
 * Ports as they stand on the front of the device: copper in one row, or in blocks of two rows where there are many, then
 * what takes modules. A device's own numbering decides the order.
 */
export function layFront(ports: readonly EthernetPort[]): Block[] {
  const sorted = [...ports].sort((one, other) => one.position - other.position)
  const copper = sorted.filter((port) => shapeOf(port) === 'copper')
  const modules = sorted.filter((port) => shapeOf(port) !== 'copper')
  const blocks: Block[] = []
  if (copper.length > oneRow)
    for (let at = 0; at < copper.length; at += blockOf)
      blocks.push({ shape: 'copper', rows: 2, ports: copper.slice(at, at + blockOf) })
  else if (copper.length > 0) blocks.push({ shape: 'copper', rows: 1, ports: copper })
  for (const shape of ['combo', 'cage'] as const) {
    const of = modules.filter((port) => shapeOf(port) === shape)
    if (of.length > 0) blocks.push({ shape, rows: of.length > oneRow ? 2 : 1, ports: of })
  }
  return blocks
}

export type PortState = 'up' | 'down' | 'disabled' | 'readingError'

/** What a port's light says. */
export function stateOf(port: Pick<EthernetPort, 'disabled' | 'running' | 'status'>): PortState {
  if (port.disabled) return 'disabled'
  if (port.status === 'auto-init-failed') return 'readingError'
  return port.running || port.status === 'link-ok' ? 'up' : 'down'
}

export const portTones: Record<PortState, Tone> = {
  up: 'good',
  down: 'neutral',
  disabled: 'neutral',
  readingError: 'bad',
}

/** `1G`, `100M`, `2.5G`: what fits on the drawing. */
export function shortRate(mbps: number | null): string {
  if (mbps === null || mbps <= 0) return ''
  return mbps >= 1000 ? `${mbps / 1000}G` : `${mbps}M`
}

/** Whether a port gives power to what hangs on it, could, or does not. */
export function powerOf({ poe }: Pick<EthernetPort, 'poe'>): 'on' | 'waits' | 'off' | 'readingError' | undefined {
  if (poe === null) return undefined
  if (poe.out === 'off') return 'off'
  if (poe.status === 'powered-on') return 'on'
  if (poe.status !== null && /short|overload|voltage|current|fault|detect.*fail/.test(poe.status)) return 'readingError'
  return 'waits'
}

import type { AccessPoint } from '@trunkline/contract/resources/wifi-shapes'

/** `keep` leaves what each one has, `none` takes it away so that its network's holds. */
type Choice = 'keep' | 'none' | number

export interface PointValues extends Record<string, unknown> {
  /** Of one alone. */
  name: string
  comment: string
  frequency: Choice
  channel_width: Choice
  power: 'keep' | 'none' | 'set'
  tx_power: number | null
}

export interface PointBody {
  ids: string[]
  versions: Record<string, string>
  name?: string
  comment?: string | null
  frequency?: number | null
  channel_width?: number | null
  tx_power?: number | null
}

export function pointValues(rows: readonly AccessPoint[]): PointValues {
  const [one] = rows
  return {
    name: (rows.length === 1 && one?.name) || '',
    comment: (rows.length === 1 && one?.comment) || '',
    frequency: 'keep',
    channel_width: 'keep',
    power: 'keep',
    tx_power: null,
  }
}

/** Stacks of the new Wi-Fi system, whose access points have a call of their own. */
export const isYoung = ({ stack }: Pick<AccessPoint, 'stack'>): boolean =>
  stack === 'wifi-capsman' || stack === 'local-wifi'

const chosen = (of: Choice): { value: number | null } | undefined =>
  of === 'keep' ? undefined : { value: of === 'none' ? null : of }

/** Rows as a call names them, with the versions that were seen. */
export const named = (rows: readonly Pick<AccessPoint, 'id' | 'version'>[]) => ({
  ids: rows.map(({ id }) => id),
  versions: Object.fromEntries(rows.map(({ id, version }) => [id, version])),
})

/** What is sent for rows of each system; undefined where there are none, or nothing is changed. */
export function pointBodies(
  rows: readonly AccessPoint[],
  values: PointValues,
): { old: PointBody | undefined; young: PointBody | undefined } {
  const [one] = rows
  const alone = rows.length === 1 ? one : undefined
  const frequency = chosen(values.frequency)
  const width = chosen(values.channel_width)
  const power = values.power === 'set' ? { value: values.tx_power } : chosen(values.power)
  const comment = values.comment.trim() || null
  const change: Omit<PointBody, 'ids' | 'versions'> = {
    ...(alone && values.name.trim() !== alone.name ? { name: values.name.trim() } : {}),
    ...(alone && comment !== alone.comment ? { comment } : {}),
    ...(frequency ? { frequency: frequency.value } : {}),
    ...(width ? { channel_width: width.value } : {}),
    ...(power ? { tx_power: power.value } : {}),
  }
  const bodyOf = (some: readonly AccessPoint[]) =>
    some.length === 0 || Object.keys(change).length === 0 ? undefined : { ...named(some), ...change }
  return { old: bodyOf(rows.filter((row) => !isYoung(row))), young: bodyOf(rows.filter(isYoung)) }
}

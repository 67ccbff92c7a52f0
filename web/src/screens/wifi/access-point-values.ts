import type { AccessPoint } from '@trunkline/contract/resources/wifi-shapes'

/** `keep` leaves the value of each access point, `none` removes it, so that the setting of its network applies. */
type Choice = 'keep' | 'none' | number

export interface AccessPointValues extends Record<string, unknown> {
  /** Name and comment: only of a single access point. */
  name: string
  comment: string
  frequency: Choice
  channel_width: Choice
  power: 'keep' | 'none' | 'set'
  tx_power: number | null
}

interface AccessPointBody {
  ids: string[]
  versions: Record<string, string>
  name?: string
  comment?: string | null
  frequency?: number | null
  channel_width?: number | null
  tx_power?: number | null
}

export function accessPointValues([one, ...more]: readonly AccessPoint[]): AccessPointValues {
  const single = more.length === 0 ? one : undefined
  return {
    name: single?.name ?? '',
    comment: single?.comment ?? '',
    frequency: 'keep',
    channel_width: 'keep',
    power: 'keep',
    tx_power: null,
  }
}

/** Whether a row belongs to the new Wi-Fi system of RouterOS, whose access points have a call of their own. */
const isNewSystem = ({ stack }: Pick<AccessPoint, 'stack'>) => stack === 'wifi-capsman' || stack === 'local-wifi'

const sent = (field: string, of: Choice) => (of === 'keep' ? {} : { [field]: of === 'none' ? null : of })

/** The part of a body that names rows, with the versions that were shown. */
export const rowsAndVersions = (rows: readonly Pick<AccessPoint, 'id' | 'version'>[]) => ({
  ids: rows.map(({ id }) => id),
  versions: Object.fromEntries(rows.map(({ id, version }) => [id, version])),
})

/** The bodies for the rows of each Wi-Fi system; undefined if it has none, or nothing was changed. */
export function accessPointBodies(
  rows: readonly AccessPoint[],
  values: AccessPointValues,
): { oldSystem: AccessPointBody | undefined; newSystem: AccessPointBody | undefined } {
  const single = rows.length === 1 ? rows[0] : undefined
  const name = values.name.trim()
  const comment = values.comment.trim() || null
  const changes = {
    ...(single && name !== single.name ? { name } : {}),
    ...(single && comment !== single.comment ? { comment } : {}),
    ...sent('frequency', values.frequency),
    ...sent('channel_width', values.channel_width),
    ...(values.power === 'set' ? { tx_power: values.tx_power } : sent('tx_power', values.power)),
  }
  const bodyOf = (some: readonly AccessPoint[]) =>
    some.length === 0 || Object.keys(changes).length === 0 ? undefined : { ...rowsAndVersions(some), ...changes }
  return { oldSystem: bodyOf(rows.filter((row) => !isNewSystem(row))), newSystem: bodyOf(rows.filter(isNewSystem)) }
}

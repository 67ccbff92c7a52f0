import { channelWidths, type WifiBand } from '@trunkline/contract/resources/wifi-enums'
import type { Row } from '@trunkline/routeros'
import type { Keys } from '../../secrets.ts'
import { flagOf } from '../readings/values.ts'
import { inOrder } from './bands.ts'
import { carriersOf, possibleBands, type Carrier } from './carriers.ts'
import { profileKinds, type RawWifi } from './raw.ts'
import type { ProfilePart, SeenNetwork } from './shapes.ts'

/** A network with the rows that define it: the source of a reading, and the target of a push. */
export interface FoundNetwork {
  seen: SeenNetwork
  carriers: Carrier[]
}

/** The settings that must be equal for two configurations to be one network on several bands. */
const identityOf = (of: Carrier): string =>
  JSON.stringify([
    of.ssid,
    of.hidden,
    of.values['security.authentication-types'] ?? '',
    of.values['security.passphrase'] ?? '',
    of.vlan_id,
    of.client_isolation,
    of.values['datapath.bridge'] ?? '',
  ])

/** The networks of a dialect, in the order of their first rows. */
export function networksOf(raw: RawWifi, keys: Keys): FoundNetwork[] {
  const groups = new Map<string, Carrier[]>()
  for (const carrier of carriersOf(raw, keys)) {
    const identity = identityOf(carrier)
    const group = groups.get(identity)
    if (group === undefined) groups.set(identity, [carrier])
    else group.push(carrier)
  }
  const possible = possibleBands(raw, raw.interfaces)
  return [...groups.values()].map((carriers) => ({ carriers, seen: seenOf(raw, carriers, possible) }))
}

/** Merges several rows to one network. A setting in which they differ is omitted. */
export function seenOf(raw: RawWifi, carriers: readonly Carrier[], possible: WifiBand[]): SeenNetwork {
  const first = carriers[0] as Carrier
  const interfaces = carriers.flatMap((one) => one.interfaces)
  const widths = carriers.map((one) => one.channel_width)
  const widest = widths.includes(null) ? null : Math.max(...(widths as number[]))
  return {
    profile: first.name,
    ssid: first.ssid,
    is_enabled: interfaces.length === 0 || interfaces.some((row) => !flagOf(row['disabled'])),
    hidden: carriers.every((one) => one.hidden),
    encryption: carriers.every((one) => one.encryption === first.encryption) ? first.encryption : null,
    bands: inOrder(carriers.flatMap((one) => one.bands)),
    possible_bands: possible,
    // If one row allows any width the radio chooses for the whole network.
    channel_width: channelWidths.find((one) => one === widest) ?? null,
    frequencies: [...new Set(carriers.flatMap((one) => one.frequencies))].toSorted((a, b) => a - b),
    country: carriers.every((one) => one.country === first.country) ? first.country : null,
    vlan_id: carriers.every((one) => one.vlan_id === first.vlan_id) ? first.vlan_id : null,
    client_isolation: carriers.every((one) => one.client_isolation),
    parts: partsOf(raw, carriers),
    has_passphrase: carriers.every((one) => one.has_passphrase),
    passphrase_digest: carriers.every((one) => one.passphrase_digest === first.passphrase_digest)
      ? first.passphrase_digest
      : null,
    interfaces: interfaces.map((row) => row['name'] ?? ''),
  }
}

const partOf = (menu: string, row: Row, band: WifiBand | null = null): ProfilePart => ({
  menu,
  id: row['.id'] ?? '',
  name: row['name'] ?? '',
  band,
})

/** Rows that form a network: its carriers, then the profiles that they refer to. */
function partsOf(raw: RawWifi, carriers: readonly Carrier[]): ProfilePart[] {
  const own = carriers.map((one) =>
    partOf(one.menu, one.row, one.bands.length === 1 ? (one.bands[0] as WifiBand) : null),
  )
  const named = profileKinds.flatMap((kind) =>
    raw.profiles[kind]
      .filter((row) => carriers.some((one) => profileName(raw, one, kind) === row['name']))
      .map((row) => partOf(profileMenu(raw, kind), row)),
  )
  return [...own, ...named]
}

/** Menu of a kind of profile. */
export const profileMenu = (raw: Pick<RawWifi, 'dialect' | 'root'>, kind: (typeof profileKinds)[number]): string =>
  raw.dialect === 'wireless' ? `${raw.root}/security-profiles` : `${raw.root}/${kind}`

/** Name of the profile that the row refers to; empty if none. */
export function profileName(raw: RawWifi, of: Carrier, kind: (typeof profileKinds)[number]): string {
  if (raw.dialect === 'wireless') return kind === 'security' ? (of.row['security-profile'] ?? '') : ''
  const own = of.row[kind] ?? ''
  if (own !== '' && own !== 'none') return own
  const configuration = of.isInterface
    ? raw.configurations.find((one) => one['name'] === of.row['configuration'])
    : undefined
  return configuration?.[kind] ?? ''
}

import type { Row } from '@trunkline/routeros'
import type { Keys } from '../../secrets.ts'
import { possibleBands, type Carrier } from './carriers.ts'
import { networksOf, seenOf, type FoundNetwork } from './networks.ts'
import { profileKinds, type ProfileKind, type RawWifi } from './raw.ts'
import type { Setting } from './setting.ts'
import type { SeenNetwork } from './shapes.ts'

/** The rows of a device that are a network of the panel. */
export interface Target {
  carriers: Carrier[]
  seen: SeenNetwork | undefined
}

/** Name of what the panel makes for a network. */
export const ownName = (id: number): string => `tl-${id}`
export const isOwn = (id: number, name: string): boolean => name === ownName(id) || name.startsWith(`${ownName(id)}-`)

/**
 * What carries the network on the device: what goes by its profile's name, what the panel has made for it, what the
 * command has named before it began to write, and all that is one network with these. So is what has its name on other
 * bands and differs in something, unless it is another network of the panel: it has drifted apart.
 */
export function targetOf(raw: RawWifi, keys: Keys, setting: Setting, stored: readonly string[]): Target {
  const named = new Set([...stored, ...(setting.profile === null ? [] : [setting.profile])])
  const all = networksOf(raw, keys)
  const isNamed = ({ carriers }: FoundNetwork) =>
    carriers.some(({ name }) => named.has(name) || isOwn(setting.id, name))
  const found = all.filter(isNamed)
  const bands = new Set(found.flatMap((one) => one.seen.bands))
  const names = new Set([...found.map((one) => one.seen.ssid), setting.wanted.ssid])
  for (const one of found.length === 0 ? [] : all) {
    const isOther = one.carriers.some(({ name }) => setting.others.includes(name))
    if (isNamed(one) || isOther || !names.has(one.seen.ssid)) continue
    if (one.seen.bands.length === 0 || one.seen.bands.some((band) => bands.has(band))) continue
    found.push(one)
    for (const band of one.seen.bands) bands.add(band)
  }
  const carriers = found.flatMap((one) => one.carriers)
  return {
    carriers,
    seen: carriers.length === 0 ? undefined : seenOf(raw, carriers, possibleBands(raw, raw.interfaces)),
  }
}

const profileProperty = (raw: RawWifi, kind: ProfileKind) => (raw.dialect === 'wireless' ? 'security-profile' : kind)

/** Rows that name a profile: configurations and interfaces. */
export function usersOf(raw: RawWifi, kind: ProfileKind, name: string): Row[] {
  const property = profileProperty(raw, kind)
  return [...raw.configurations, ...raw.interfaces].filter((row) => row[property] === name)
}

/** Whether a row says something of a kind by itself, in place of a profile. */
export const reportsOwn = (of: Carrier, kind: ProfileKind): boolean =>
  Object.keys(of.row).some((property) => property.startsWith(`${kind}.`))

/** Names of the profiles that rows take, which a network leaves behind when it goes. */
export const profilesOf = (carriers: readonly Carrier[], raw: RawWifi): { kind: ProfileKind; name: string }[] =>
  profileKinds.flatMap((kind) =>
    [...new Set(carriers.map((one) => one.row[profileProperty(raw, kind)] ?? ''))]
      .filter((name) => name !== '' && name !== 'none' && name !== 'default')
      .map((name) => ({ kind, name })),
  )

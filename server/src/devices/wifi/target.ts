import type { Row } from '@trunkline/routeros'
import type { Keys } from '../../secrets.ts'
import { possibleBands, type Carrier } from './carriers.ts'
import { networksOf, seenOf, type FoundNetwork } from './networks.ts'
import { profileKinds, type ProfileKind, type RawWifi } from './raw.ts'
import type { Setting } from './setting.ts'
import type { SeenNetwork } from './shapes.ts'

/** The rows of a device that form a network of the panel. */
export interface Target {
  carriers: Carrier[]
  seen: SeenNetwork | undefined
}

/** Name of what the panel creates for a network. */
export const ownName = (id: number): string => `tl-${id}`
export const isOwn = (id: number, name: string): boolean => name === ownName(id) || name.startsWith(`${ownName(id)}-`)

/**
 * The carriers of the network on the device: those with its profile name, those created by the panel, those that the
 * command has recorded before writing, and all that form one network with these. Also those with the same SSID on other
 * bands, unless they belong to another network of the panel: they have diverged from it.
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

/** Rows that refer to a profile: configurations and interfaces. */
export function usersOf(raw: RawWifi, kind: ProfileKind, name: string): Row[] {
  const property = profileProperty(raw, kind)
  return [...raw.configurations, ...raw.interfaces].filter((row) => row[property] === name)
}

/** Whether a row has its own properties of a kind instead of a profile. */
export const reportsOwn = (of: Carrier, kind: ProfileKind): boolean =>
  Object.keys(of.row).some((property) => property.startsWith(`${kind}.`))

/** Names of the profiles of rows, which are unused once the network is removed. */
export const profilesOf = (carriers: readonly Carrier[], raw: RawWifi): { kind: ProfileKind; name: string }[] =>
  profileKinds.flatMap((kind) =>
    [...new Set(carriers.map((one) => one.row[profileProperty(raw, kind)] ?? ''))]
      .filter((name) => name !== '' && name !== 'none' && name !== 'default')
      .map((name) => ({ kind, name })),
  )

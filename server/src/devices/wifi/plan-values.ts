import type { Values } from '@trunkline/routeros'
import type { Carrier } from './carriers.ts'
import { isVirtual } from './carriers.ts'
import { wantedBands, wantedWidth } from './differences.ts'
import { profileMenu, profileName } from './networks.ts'
import type { ProfileKind, RawWifi } from './raw.ts'
import type { Setting } from './setting.ts'
import { isOwn, ownName, reportsOwn, usersOf, type Target } from './target.ts'
import {
  allSecurity,
  channelValues,
  configurationValues,
  datapathOf,
  securityOf,
  withoutIdle,
} from './wanted-values.ts'
import type { Write } from './writes.ts'

export interface PlanInput {
  raw: RawWifi
  setting: Setting
  target: Target
  /** Whether this command has already written a passphrase that the device hides. */
  isWritten: boolean
}

/** Writes with equal values to rows of one menu become one request. */
class BatchedWrites {
  readonly #all = new Map<string, { menu: string; ids: string[]; values: Values }>()

  put(menu: string, id: string, values: Values): void {
    if (Object.keys(values).length === 0) return
    const key = JSON.stringify([menu, values])
    const found = this.#all.get(key)
    if (found === undefined) this.#all.set(key, { menu, ids: [id], values })
    else if (!found.ids.includes(id)) found.ids.push(id)
  }

  list(): Write[] {
    return [...this.#all.values()].map((one) => ({ verb: 'set', ...one }))
  }
}

export const idOf = (row: Readonly<Record<string, string>>): string => row['.id'] ?? ''

/**
 * The writes that make the rows of a network match the wanted values. A profile that no other network uses is changed
 * in place; of a shared profile the network gets a copy, so that the other networks do not change.
 */
export function planValues(of: PlanInput): Write[] {
  const { raw, setting, target } = of
  const before: Write[] = []
  const sets = new BatchedWrites()
  for (const carrier of target.carriers) {
    const values = configurationValues(raw.dialect, setting, carrier)
    const isRadioLess = raw.dialect === 'wireless' && isVirtual(carrier.row)
    if (isRadioLess) delete values['country']
    sets.put(carrier.menu, idOf(carrier.row), values)
  }
  planKind(of, 'security', before, sets, (carrier) => securityOf(raw.dialect, setting, carrier, of.isWritten))
  planKind(of, 'datapath', before, sets, (carrier) => datapathOf(raw.dialect, setting, carrier))
  planKind(of, 'channel', before, sets, channelsOf(of))
  return [...before, ...sets.list()]
}

/** The missing channel settings of each carrier; empty if the network as a whole is as wanted. */
function channelsOf({ raw, setting, target }: PlanInput): (carrier: Carrier) => Values {
  const { seen } = target
  if (seen === undefined) return () => ({})
  const bands = wantedBands(setting.wanted, seen.possible_bands)
  const width = wantedWidth(setting.wanted.channel_width, bands)
  const isWidth = width === seen.channel_width
  const wanted = [...new Set(setting.wanted.frequencies)].toSorted((a, b) => a - b)
  const isFrequency = String(wanted) === String(seen.frequencies)
  return (carrier) =>
    raw.dialect === 'wireless' && isVirtual(carrier.row)
      ? {}
      : channelValues(
          raw.dialect,
          // A virtual interface uses the channel of its radio, so that nothing is restricted to a band.
          carrier.interfaces.length > 0 && carrier.interfaces.every(isVirtual) && carrier.bands.length > 1
            ? []
            : carrier.bands,
          isWidth ? undefined : width,
          isFrequency ? undefined : wanted,
        )
}

function planKind(
  of: PlanInput,
  kind: ProfileKind,
  before: Write[],
  sets: BatchedWrites,
  lacking: (carrier: Carrier) => Values,
): void {
  const { raw } = of
  const groups = new Map<string, { carriers: Carrier[]; values: Values; profile: string }>()
  for (const carrier of of.target.carriers) {
    const values = lacking(carrier)
    if (Object.keys(values).length === 0) continue
    const profile = profileName(raw, carrier, kind)
    if (raw.dialect === 'wireless' && kind !== 'security') sets.put(carrier.menu, idOf(carrier.row), values)
    else if (raw.dialect !== 'wireless' && (reportsOwn(carrier, kind) || (carrier.isInterface && profile === '')))
      sets.put(carrier.menu, idOf(carrier.row), inline(kind, values, carrier))
    else {
      const key = JSON.stringify([profile, values])
      const group = groups.get(key) ?? { carriers: [], values, profile }
      group.carriers.push(carrier)
      groups.set(key, group)
    }
  }
  const all = [...groups.values()]
  for (const group of all) {
    const row = raw.profiles[kind].find((one) => one['name'] === group.profile)
    const menu = profileMenu(raw, kind)
    const isAlone = usersOf(raw, kind, group.profile).every((user) => group.carriers.some((one) => uses(of, one, user)))
    if (row !== undefined && isAlone) {
      sets.put(
        menu,
        idOf(row),
        withoutIdle(group.values, (property) => row[property] !== undefined),
      )
      continue
    }
    const name = ownPart(of, kind, group.carriers, before, group.values, row)
    const property = raw.dialect === 'wireless' ? 'security-profile' : kind
    for (const carrier of group.carriers) sets.put(carrier.menu, idOf(carrier.row), { [property]: name })
  }
}

/** Whether a row that uses a profile is this carrier, or an interface that uses it. */
const uses = (of: PlanInput, carrier: Carrier, user: Record<string, string>): boolean =>
  carrier.row === user || (!of.raw.configurations.includes(user) && carrier.interfaces.includes(user))

const inline = (kind: ProfileKind, values: Values, carrier: Carrier): Values =>
  withoutIdle(
    Object.fromEntries(Object.entries(values).map(([property, value]) => [`${kind}.${property}`, value])),
    (property) => carrier.row[property] !== undefined,
  )

/** A profile for this network only: one left by an earlier run, or a copy of the shared one with the wanted values. */
function ownPart(
  { raw, setting }: PlanInput,
  kind: ProfileKind,
  carriers: readonly Carrier[],
  before: Write[],
  values: Values,
  source: Record<string, string> | undefined,
): string {
  const menu = profileMenu(raw, kind)
  const band = kind === 'channel' ? carriers[0]?.bands : undefined
  const wanted = band?.length === 1 ? `${ownName(setting.id)}-${band[0]?.[0]}` : ownName(setting.id)
  const used = (name: string) =>
    usersOf(raw, kind, name).some((user) => !carriers.some((one) => one.row === user)) ||
    before.some((write) => write.verb === 'add' && write.menu === menu && write.values['name'] === name)
  let name = wanted
  for (let number = 2; used(name); number++) name = `${wanted}-${number}`
  const known = raw.profiles[kind].find((row) => row['name'] === name && isOwn(setting.id, name))
  const full = kind === 'security' ? { ...allSecurity(raw.dialect, setting), ...values } : values
  if (known !== undefined) {
    before.push({ verb: 'set', menu, ids: [idOf(known)], values: withoutIdle(full, (one) => known[one] !== undefined) })
    return name
  }
  // The old radios' profiles have a default marker, which must not be copied.
  const copied: Values = source === undefined || raw.dialect === 'wireless' ? {} : { 'copy-from': idOf(source) }
  before.push({ verb: 'add', menu, values: { name, ...copied, ...withoutNulls(full) } })
  return name
}

/** New rows need no rollback. */
export const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

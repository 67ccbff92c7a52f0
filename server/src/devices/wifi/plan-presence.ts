import { message, type Message } from '@trunkline/contract/errors'
import type { WifiBand } from '@trunkline/contract/resources/wifi-enums'
import type { Row, Values } from '@trunkline/routeros'
import { flagOf, listOf } from '../readings/values.ts'
import {
  bandOfInterface,
  bandsOfRule,
  configurationOf,
  isAccessPoint,
  isControlledElsewhere,
  isVirtual,
  ofInterfaceRow,
  rootOf,
  ruleNames,
  type Carrier,
} from './carriers.ts'
import { countryName } from './countries.ts'
import { wantedBands, wantedWidth } from './differences.ts'
import { profileMenu, profileName } from './networks.ts'
import { idOf, withoutNulls, type PlanInput } from './plan-values.ts'
import type { RawWifi } from './raw.ts'
import { isOwn, ownName } from './target.ts'
import { allDatapath, allSecurity, channelValues } from './wanted-values.ts'
import type { Write } from './writes.ts'

/** Where a network is to be broadcast, and the problems. */
export interface PresencePlan {
  problem?: Message
  writes: Write[]
  notes: Message[]
}

export interface PlanContext extends PlanInput {
  possible: WifiBand[]
  isController: boolean
  /** Interfaces of the stack that the network belongs to. */
  interfaces: Row[]
  /** Bridges of the local radios, by interface. */
  bridges: ReadonlyMap<string, string>
}

const nameOf = (row: Row) => row['name'] ?? ''
const makes = (rule: Row) => !flagOf(rule['disabled']) && rule['action'] !== 'none'

/** Adds a network to all bands in which it is wanted, and removes it from the others. */
export function planPresence(of: PlanContext): PresencePlan {
  const bands = wantedBands(of.setting.wanted, of.possible)
  const sent = new Set(of.target.carriers.flatMap((one) => one.bands))
  // Networks created by the panel are added to every radio; those of the operator stay on their radios.
  const missing = bands.filter((band) => !sent.has(band) || ownCarrier(of, band) !== undefined)
  const extra = [...sent].filter((band) => !bands.includes(band))
  const created = missing.length === 0 && of.target.carriers.length > 0 ? nothing() : create(of, bands, missing)
  const used = withoutExtra(of, extra)
  const problem = created.problem ?? used.problem
  return {
    ...(problem !== undefined && { problem }),
    writes: [...created.writes, ...used.writes],
    notes: [...created.notes, ...used.notes],
  }
}

/** The configuration that the panel has created for the network in a band. */
const ownCarrier = ({ target, setting, raw }: PlanContext, band: WifiBand): Carrier | undefined =>
  target.carriers.find(
    (one) =>
      isOwn(setting.id, one.name) &&
      (one.ownBand === null || one.ownBand === band) &&
      (raw.dialect === 'wireless' || !one.isInterface),
  )

const nothing = (): PresencePlan => ({ writes: [], notes: [] })

/** The configuration of the network in a band: an existing one, or a new one. */
function create(of: PlanContext, bands: readonly WifiBand[], missing: readonly WifiBand[]): PresencePlan {
  const found = nothing()
  const { raw, setting } = of
  if (raw.dialect === 'wireless') {
    const security = securityFor(of, found)
    for (const band of missing) addOldInterfaces(of, band, security, found)
    return found
  }
  const { frequencies, channel_width } = setting.wanted
  const perBand = bands.length > 1 && (channel_width !== null || frequencies.length > 0)
  const isThere = (band: WifiBand) =>
    ownCarrier(of, band) ?? of.target.carriers.find((one) => !one.isInterface && one.ownBand === null && !perBand)
  const absent = missing.filter((band) => isThere(band) === undefined)
  const places = absent.length === 0 ? [] : perBand ? absent.map((band) => [band]) : [absent]
  let parts: { security: string; datapath: string } | undefined
  for (const place of places) {
    const own = perBand ? `${ownName(setting.id)}-${place[0]?.[0]}` : ownName(setting.id)
    if (!raw.configurations.some((row) => nameOf(row) === own)) {
      parts ??= { security: securityFor(of, found), datapath: datapathFor(of, found) }
      const values = configuration(of, own, place, parts, found)
      found.writes.push({ verb: 'add', menu: `${raw.root}/configuration`, values })
    }
  }
  for (const band of missing) {
    const own = perBand ? `${ownName(setting.id)}-${band[0]}` : ownName(setting.id)
    const name = isThere(band)?.name ?? own
    addToRules(of, name, band, perBand, found)
    addInterfaces(of, name, band, found)
  }
  return found
}

function configuration(
  of: PlanContext,
  name: string,
  place: readonly WifiBand[],
  parts: { security: string; datapath: string },
  found: PresencePlan,
): Values {
  const { raw, setting } = of
  const { wanted } = setting
  const country = wanted.country === null ? countryAround(of) : countryName(wanted.country, raw.dialect !== 'wifi')
  const width = wantedWidth(wanted.channel_width, place)
  const channel = withoutNulls(channelValues(raw.dialect, place, width, wanted.frequencies))
  if (Object.keys(channel).length > 0) {
    const known = raw.profiles.channel.find((row) => nameOf(row) === name)
    const menu = profileMenu(raw, 'channel')
    if (known === undefined) found.writes.push({ verb: 'add', menu, values: { name, ...channel } })
    else found.writes.push({ verb: 'set', menu, ids: [idOf(known)], values: channel })
  }
  return {
    name,
    ssid: wanted.ssid,
    ...(wanted.hidden && { 'hide-ssid': true }),
    mode: 'ap',
    ...(country !== undefined && { country }),
    security: parts.security,
    datapath: parts.datapath,
    ...(Object.keys(channel).length > 0 && { channel: name }),
  }
}

/** The country of the device's other networks: a radio has one country. */
const countryAround = ({ raw }: PlanContext): string | undefined =>
  raw.configurations.map((row) => row['country']).find((name) => name !== undefined && name !== '')

/** The security profile of the network: that of its other bands, or a new one. */
function securityFor(of: PlanContext, found: PresencePlan): string {
  const { raw, setting, target } = of
  const stored = target.carriers.map((one) => profileName(raw, one, 'security')).find((name) => name !== '')
  if (stored !== undefined) return stored
  const name = ownName(setting.id)
  const menu = profileMenu(raw, 'security')
  const known = raw.profiles.security.find((row) => nameOf(row) === name)
  const values = withoutNulls(allSecurity(raw.dialect, setting))
  if (known === undefined) found.writes.push({ verb: 'add', menu, values: { name, ...values } })
  else found.writes.push({ verb: 'set', menu, ids: [idOf(known)], values })
  return name
}

/** The data path of the network: that of its other bands, or a new one into the bridge of its parent interface. */
function datapathFor(of: PlanContext, found: PresencePlan): string {
  const { raw, setting, target } = of
  const stored = target.carriers.map((one) => profileName(raw, one, 'datapath')).find((name) => name !== '')
  if (stored !== undefined) return stored
  const name = ownName(setting.id)
  const menu = profileMenu(raw, 'datapath')
  const around = of.interfaces.filter((row) => !isVirtual(row)).map((row) => ofInterfaceRow(raw, row))
  const bridge =
    around.map((one) => one['datapath.bridge']).find((one) => one !== undefined && one !== 'none') ??
    of.interfaces.map((row) => of.bridges.get(nameOf(row))).find((one) => one !== undefined)
  const forwarding = around.map((one) => one['datapath.local-forwarding']).find((one) => one !== undefined)
  const values = withoutNulls({
    ...(bridge !== undefined && { bridge }),
    ...(raw.dialect === 'caps-man' && forwarding !== undefined && { 'local-forwarding': forwarding }),
    ...allDatapath(raw.dialect, setting.wanted),
  })
  const known = raw.profiles.datapath.find((row) => nameOf(row) === name)
  if (known === undefined) found.writes.push({ verb: 'add', menu, values: { name, ...values } })
  else found.writes.push({ verb: 'set', menu, ids: [idOf(known)], values })
  return name
}

/** Radios that join later get the network through the existing provisioning rules. */
function addToRules(of: PlanContext, name: string, band: WifiBand, perBand: boolean, found: PresencePlan): void {
  const { raw, setting } = of
  if (!of.isController) return
  const menu = `${raw.root}/provisioning`
  const isAll = of.possible.every((one) => wantedBands(setting.wanted, of.possible).includes(one))
  const fitting = raw.provisioning.filter((rule) => makes(rule) && (bandsOfRule(rule) ?? [band]).includes(band))
  for (const rule of fitting) {
    const bands = bandsOfRule(rule)
    if (of.target.carriers.some((one) => ruleNames(rule, one.name)) || ruleNames(rule, name)) continue
    const isOneForMore =
      bands === undefined ? !isAll : !bands.every((one) => wantedBands(setting.wanted, of.possible).includes(one))
    if (isOneForMore || (perBand && bands?.length !== 1)) {
      found.notes.push(message('wifi.rule_left'))
      continue
    }
    const isFirst = (rule['master-configuration'] ?? '') === ''
    const slaves = [...listOf(rule['slave-configurations']), name].join(',')
    const values: Values = isFirst ? { 'master-configuration': name } : { 'slave-configurations': slaves }
    const isThere = found.writes.some(
      (write) => write.verb === 'set' && write.menu === menu && write.ids[0] === idOf(rule),
    )
    if (!isThere) found.writes.push({ verb: 'set', menu, ids: [idOf(rule)], values })
  }
  if (fitting.length > 0 || raw.provisioning.some((rule) => rule['master-configuration'] === name)) return
  const words = perBand || !isAll ? bandValues(raw, band) : {}
  if (Object.keys(words).length === 0 && found.writes.some((write) => write.menu === menu && write.verb === 'add'))
    return
  found.writes.push({
    verb: 'add',
    menu,
    values: { action: 'create-dynamic-enabled', 'master-configuration': name, ...words },
  })
  found.notes.push(message('wifi.rule_created'))
}

const bandValues = (raw: RawWifi, band: WifiBand): Values =>
  raw.dialect === 'wifi'
    ? {
        'supported-bands': {
          '2ghz': '2ghz-g,2ghz-n,2ghz-ax',
          '5ghz': '5ghz-a,5ghz-n,5ghz-ac,5ghz-ax',
          '6ghz': '6ghz-ax',
        }[band],
      }
    : { 'hw-supported-modes': band === '2ghz' ? 'b,g,gn' : 'a,an,ac' }

/** Radios of a band that do not broadcast the network yet. */
function freeRoots({ raw, interfaces, target }: PlanContext, band: WifiBand): Row[] {
  const sending = new Set(target.carriers.flatMap((one) => one.interfaces.map((row) => rootOf(raw, row))))
  return interfaces.filter(
    (row) =>
      !isVirtual(row) &&
      isAccessPoint(raw, row) &&
      !isControlledElsewhere(raw, row) &&
      bandOfInterface(raw, row) === band &&
      !sending.has(row),
  )
}

const isVacant = (raw: RawWifi, row: Row) => (ofInterfaceRow(raw, row)['ssid'] ?? '') === ''

/** Adds a virtual interface with the network on each existing radio; uses the radio itself if it has no network. */
function addInterfaces(of: PlanContext, name: string, band: WifiBand, found: PresencePlan): void {
  const { raw, setting } = of
  const disabled = !setting.wanted.is_enabled
  const vacant: string[] = []
  let dynamic = 0
  for (const root of freeRoots(of, band)) {
    if (flagOf(root['dynamic'])) dynamic++
    else if (isVacant(raw, root) && configurationOf(raw, root) === undefined) vacant.push(idOf(root))
    else
      found.writes.push({
        verb: 'add',
        menu: raw.menu,
        values: {
          name: `${ownName(setting.id)}-${nameOf(root)}`,
          'master-interface': nameOf(root),
          configuration: name,
          disabled,
        },
      })
  }
  if (vacant.length > 0)
    found.writes.push({ verb: 'set', menu: raw.menu, ids: vacant, values: { configuration: name, disabled } })
  if (dynamic > 0) found.notes.push(message('wifi.access_points_need_provisioning', { access_points: dynamic, band }))
}

/** On the old radios each virtual interface has all settings itself, and is a bridge port of its own. */
function addOldInterfaces(of: PlanContext, band: WifiBand, security: string, found: PresencePlan): void {
  const { raw, setting } = of
  const { wanted } = setting
  for (const root of freeRoots(of, band)) {
    const name = `${ownName(setting.id)}-${nameOf(root)}`
    found.writes.push({
      verb: 'add',
      menu: raw.menu,
      values: {
        name,
        'master-interface': nameOf(root),
        mode: 'ap-bridge',
        ssid: wanted.ssid,
        'hide-ssid': wanted.hidden,
        'security-profile': security,
        ...allDatapath('wireless', wanted),
        disabled: !wanted.is_enabled,
      },
    })
    const bridge = of.bridges.get(nameOf(root))
    if (bridge !== undefined && !of.bridges.has(name))
      found.writes.push({ verb: 'add', menu: 'interface/bridge/port', values: { bridge, interface: name } })
  }
}

/** Removes the network from bands in which it is not wanted. */
function withoutExtra(of: PlanContext, extra: readonly WifiBand[]): PresencePlan {
  const found = nothing()
  if (extra.length === 0) return found
  const { raw, target } = of
  const leaving = (row: Row) => {
    const band = bandOfInterface(raw, row)
    return band !== null && extra.includes(band)
  }
  for (const rule of raw.provisioning.filter(makes)) {
    const bands = bandsOfRule(rule) ?? of.possible
    const named = target.carriers.filter((one) => !one.isInterface && ruleNames(rule, one.name)).map((one) => one.name)
    if (named.length === 0 || !bands.some((band) => extra.includes(band))) continue
    if (named.includes(rule['master-configuration'] ?? '') || !bands.every((band) => extra.includes(band)))
      return {
        ...nothing(),
        problem: message('wifi.rule_covers_bands', { bands: extra }),
      }
    const slaves = listOf(rule['slave-configurations']).filter((one) => !named.includes(one))
    found.writes.push({
      verb: 'set',
      menu: `${raw.root}/provisioning`,
      ids: [idOf(rule)],
      values: { 'slave-configurations': slaves.join(',') },
    })
  }
  const rows = target.carriers.flatMap((one: Carrier) => one.interfaces).filter(leaving)
  const main = rows.find((row) => !isVirtual(row))
  if (main !== undefined)
    return {
      ...nothing(),
      problem: message('wifi.main_of_radio', { radio: nameOf(main) }),
    }
  const removable = rows.filter((row) => !flagOf(row['dynamic'])).map(idOf)
  if (removable.length > 0) found.writes.push({ verb: 'remove', menu: raw.menu, ids: removable })
  if (removable.length < rows.length) found.notes.push(message('wifi.gone_with_provisioning'))
  return found
}

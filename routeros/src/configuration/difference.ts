import { maskSecrets } from '../actions/export.ts'
import { quoted, scriptPath } from '../values/script.ts'
import { comparableText } from './comparable.ts'
import { parseExport, type Statement } from './parse.ts'

export interface Operation {
  menu: string
  verb: 'add' | 'set' | 'remove'
  /** The statement for display, with masked secrets. */
  text: string
  /** Statement of a script that makes the change. */
  forward: string
  /** Statement that reverts it, and does nothing if it was not made; undefined if the former value is unknown. */
  inverse: string | undefined
  /** Expressions that must each find exactly one row before the change. */
  finds: readonly string[]
}

/**
 * Why a difference is not restored: `menu`: certificates, users and keys, which an export does not contain completely;
 * `statement`: it is no `add` or `set`; `default`: a value returns to its default, which an export does not contain;
 * `ambiguous`: the menu has equal rows, or too many in an order; of another device: `mac`: the MAC address of an
 * interface, `certificate`: a certificate that this device may not have.
 */
export type SkipReason = 'menu' | 'statement' | 'default' | 'ambiguous' | 'mac' | 'certificate'
export interface Skipped {
  menu: string
  text: string
  reason: SkipReason
}

export interface Difference {
  /** In the order of execution. */
  operations: Operation[]
  skipped: Skipped[]
}

type Values = Readonly<Record<string, string>>

/** Menus that hold what an export leaves out, or that would replace the panel's own login. */
const closed = /^(?:certificate|user|user\/.*|file|system\/license|system\/package|ip\/ssh|system\/device-mode)$/

/** Menus in which the order of rows has a meaning. */
const ordered =
  /^(?:ip(?:v6)?\/firewall\/(?:filter|nat|mangle|raw)|interface\/bridge\/(?:filter|nat)|queue\/simple|ip\/ipsec\/policy|routing\/(?:rule|filter\/rule)|ip\/route\/rule|interface\/(?:wifi|wifiwave2|wireless)\/(?:access-list|provisioning)|caps-man\/(?:access-list|provisioning)|ip\/(?:proxy|socks)\/access|ip\/hotspot\/walled-garden(?:\/ip)?|interface\/ethernet\/switch\/rule)$/

/** Menus that also have rows that the router itself creates. */
const dynamicToo =
  /^(?:ip(?:v6)?\/(?:address|route|firewall\/.*|dhcp-server\/lease|dns\/static)|queue\/simple|interface\/bridge\/port)$/

const keys: Readonly<Record<string, readonly string[]>> = {
  'interface/bridge/port': ['bridge', 'interface'],
  'interface/bridge/vlan': ['bridge', 'vlan-ids'],
  'interface/list/member': ['list', 'interface'],
  'ip/address': ['address', 'interface'],
  'ipv6/address': ['address', 'interface'],
  'ip/dhcp-client': ['interface'],
  'ip/dhcp-server/lease': ['address', 'mac-address'],
  'ip/dhcp-server/network': ['address'],
  'ip/firewall/address-list': ['list', 'address'],
}

/** Properties whose default is known in every menu. */
const defaults: Values = { comment: '', disabled: 'no' }

const assigned = (values: Values) =>
  Object.entries(values)
    .map(([name, value]) => (name.startsWith('!') ? name : `${name}=${quoted(value)}`))
    .join(' ')

/** The same text for the same values in any order. */
const identityOf = ({ values }: Statement) => assigned(Object.fromEntries(Object.entries(values).toSorted()))

/** Rows of an ordered menu, of which more are not compared: the product of both numbers. */
const maxPairs = 4_000_000

const sameValues = (one: Values, other: Values) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

/** Rows of the panel itself, which come and go with its commands. */
const isOwn = ({ menu, values }: Statement) =>
  (menu === 'system/script' || menu === 'system/scheduler') && (values['name'] ?? '').startsWith('trunkline-')

/** Values of properties such as `verify-server-certificate`, and of `certificate` without one. */
const noCertificate = new Set(['yes', 'no', 'none', 'auto', 'request', ''])

/** Why a property belongs to one device only: MAC addresses of interfaces, and names of certificates. */
function ownReason({ menu }: Statement, name: string, value: string): 'mac' | 'certificate' | undefined {
  if (
    menu.startsWith('interface/') &&
    !menu.endsWith('access-list') &&
    /^(?:mac-address|admin-mac|radio-mac)$/.test(name)
  )
    return 'mac'
  return /^(?:.+-)?certificate$/.test(name) && !noCertificate.has(value) ? 'certificate' : undefined
}

/** A statement without the properties that belong to one device only. */
function withoutOwn(of: Statement): Statement {
  const values = Object.fromEntries(
    Object.entries(of.values).filter(([name, value]) => ownReason(of, name, value) === undefined),
  )
  return { ...of, values }
}

/** The properties of the target that belong to the other device, where this device has different ones. */
function ownOf(current: readonly Statement[], target: readonly Statement[]): Skipped[] {
  return target.flatMap((of) =>
    Object.entries(of.values).flatMap(([name, value]) => {
      const reason = ownReason(of, name, value)
      const isHere = current.some(
        (one) => one.menu === of.menu && one.selector === of.selector && one.values[name] === value,
      )
      if (reason === undefined || isHere) return []
      const row = of.selector === '' ? (of.values['name'] ?? '') : of.selector
      return [{ menu: of.menu, text: displayed(`/${of.menu.replaceAll('/', ' ')} ${row} ${name}=${value}`), reason }]
    }),
  )
}

const displayed = (text: string) => maskSecrets(text)

/** One menu of both configurations. */
class MenuDifference {
  readonly removals: Operation[] = []
  readonly changes: Operation[] = []
  readonly skipped: Skipped[] = []
  private readonly menu: string
  private readonly path: string
  private readonly all: readonly Statement[]

  constructor(menu: string, current: readonly Statement[], target: readonly Statement[]) {
    this.menu = menu
    this.path = scriptPath(menu)
    const adds = (list: readonly Statement[]) => list.filter((one) => one.verb === 'add')
    this.all = [...adds(current), ...adds(target)]
    this.compareSets(current, target)
    const [before, after] = [adds(current), adds(target)]
    const key = this.keyOf(before, after)
    if (ordered.test(menu)) this.compareOrdered(before, after)
    else if (key === undefined) this.compareSetOf(before, after)
    else this.compareKeyed(before, after, key)
  }

  private skip(text: string, reason: SkipReason): void {
    this.skipped.push({ menu: this.menu, text: displayed(text), reason })
  }

  /** The properties that identify each row, if every row has them and no two rows have the same. */
  private keyOf(before: readonly Statement[], after: readonly Statement[]): readonly string[] | undefined {
    const key = keys[this.menu] ?? ['name']
    const isUnique = (rows: readonly Statement[]) => {
      const seen = rows.map(({ values }) => key.map((name) => values[name] ?? '').join('\n'))
      return (
        new Set(seen).size === seen.length &&
        rows.every(({ values }) => key.every((name) => values[name] !== undefined))
      )
    }
    return isUnique(before) && isUnique(after) ? key : undefined
  }

  /** `[find …]` for a row: its key, or all of its properties, and the absence of those that only similar rows have. */
  private find(values: Values, key?: readonly string[]): string {
    const own = key === undefined ? Object.entries(values) : key.map((name) => [name, values[name] ?? ''] as const)
    const conditions = own.filter(([name]) => !name.startsWith('!')).map(([name, value]) => `${name}=${quoted(value)}`)
    if (key === undefined)
      for (const other of this.all) {
        const further = Object.keys(other.values).find((name) => values[name] === undefined)
        const isSuperset = own.every(([name, value]) => other.values[name] === value)
        if (isSuperset && further !== undefined && !conditions.includes(`!${further}`)) conditions.push(`!${further}`)
      }
    if (dynamicToo.test(this.menu)) conditions.push('!dynamic')
    return `[${this.path} find where ${conditions.join(' and ')}]`
  }

  private add(values: Values, key?: readonly string[], before?: Values): Operation {
    const place = before === undefined ? '' : ` place-before=${this.find(before)}`
    const statement = `${this.path} add ${assigned(values)}`
    return {
      menu: this.menu,
      verb: 'add',
      text: displayed(statement),
      forward: `${statement}${place}`,
      inverse: `${this.path} remove ${this.find(values, key)}`,
      finds: before === undefined ? [] : [this.find(before)],
    }
  }

  private remove(values: Values, key?: readonly string[], before?: Values): Operation {
    const found = this.find(values, key)
    const place = before === undefined ? '' : ` place-before=${this.find(before)}`
    return {
      menu: this.menu,
      verb: 'remove',
      text: displayed(`${this.path} remove ${found}`),
      forward: `${this.path} remove ${found}`,
      inverse: `:if ([:len ${found}] = 0) do={${this.path} add ${assigned(values)}${place}}`,
      finds: before === undefined ? [found] : [found, this.find(before)],
    }
  }

  /** `set` of a row or singleton; the statement that is absent sets nothing. */
  private compareSets(current: readonly Statement[], target: readonly Statement[]): void {
    const sets = (list: readonly Statement[]) => {
      const merged = new Map<string, Record<string, string>>()
      for (const { verb, selector, values } of list)
        if (verb === 'set') merged.set(selector, { ...merged.get(selector), ...values })
      return merged
    }
    const [before, after] = [sets(current), sets(target)]
    for (const selector of new Set([...before.keys(), ...after.keys()]))
      this.change(selector, [], before.get(selector) ?? {}, after.get(selector) ?? {})
  }

  /** Sets the properties that differ. */
  private change(selector: string, finds: readonly string[], was: Values, wanted: Values): void {
    const values: Record<string, string> = {}
    const former: Record<string, string> = {}
    let isKnown = true
    for (const name of new Set([...Object.keys(was), ...Object.keys(wanted)])) {
      if (was[name] === wanted[name]) continue
      const value = wanted[name] ?? defaults[name]
      if (value === undefined) {
        this.skip(`${this.path} set ${selector} ${assigned({ [name]: was[name] ?? '' })}`, 'default')
        continue
      }
      values[name] = value
      const previous = was[name] ?? defaults[name]
      if (previous === undefined) isKnown = false
      else former[name] = previous
    }
    if (Object.keys(values).length === 0) return
    const row = selector === '' ? '' : `${selector} `
    const statement = `${this.path} set ${row}${assigned(values)}`
    this.changes.push({
      menu: this.menu,
      verb: 'set',
      text: displayed(statement),
      forward: statement,
      inverse: isKnown ? `${this.path} set ${row}${assigned(former)}` : undefined,
      finds,
    })
  }

  private compareKeyed(before: readonly Statement[], after: readonly Statement[], key: readonly string[]): void {
    const keyText = ({ values }: Statement) => key.map((name) => values[name]).join('\n')
    const wanted = new Map(after.map((one) => [keyText(one), one.values]))
    const known = new Map(before.map((one) => [keyText(one), one.values]))
    for (const one of before) if (!wanted.has(keyText(one))) this.removals.push(this.remove(one.values, key))
    for (const one of after) {
      const was = known.get(keyText(one))
      if (was === undefined) this.changes.push(this.add(one.values, key))
      else if (!sameValues(was, one.values)) this.changeRow(was, one.values, key)
    }
  }

  /** A row that loses a property is added again, unless others refer to it. */
  private changeRow(was: Values, wanted: Values, key: readonly string[]): void {
    const names = [...new Set([...Object.keys(was), ...Object.keys(wanted)])].filter(
      (name) => was[name] !== wanted[name],
    )
    const isSettable = names.every(
      (name) => (was[name] ?? defaults[name]) !== undefined && (wanted[name] ?? defaults[name]) !== undefined,
    )
    if (isSettable || key[0] === 'name') {
      const found = this.find(wanted, key)
      this.change(found, [found], was, wanted)
      return
    }
    this.removals.push({
      ...this.remove(was, key),
      // The row that replaces it has the same key.
      inverse: `:if ([:len ${this.find(was, key)}] = 0) do={${this.path} add ${assigned(was)}}`,
    })
    this.changes.push(this.add(wanted, key))
  }

  private hasEqual(rows: readonly Statement[]): boolean {
    return new Set(rows.map(identityOf)).size < rows.length
  }

  private isSkipped(before: readonly Statement[], after: readonly Statement[]): boolean {
    if (!this.hasEqual(before) && !this.hasEqual(after)) return false
    const list = (rows: readonly Statement[]) => rows.map(identityOf).join('\n')
    if (list(before) !== list(after)) this.skip(`${this.path}`, 'ambiguous')
    return true
  }

  private compareSetOf(before: readonly Statement[], after: readonly Statement[]): void {
    if (this.isSkipped(before, after)) return
    const [known, wanted] = [new Set(before.map(identityOf)), new Set(after.map(identityOf))]
    for (const one of before) if (!wanted.has(identityOf(one))) this.removals.push(this.remove(one.values))
    for (const one of after) if (!known.has(identityOf(one))) this.changes.push(this.add(one.values))
  }

  /** Retains the longest common sequence of rows, and adds the others before the retained row that follows. */
  private compareOrdered(before: readonly Statement[], after: readonly Statement[]): void {
    if (this.isSkipped(before, after)) return
    if (before.length * after.length > maxPairs) {
      if (before.map(identityOf).join('\n') !== after.map(identityOf).join('\n')) this.skip(this.path, 'ambiguous')
      return
    }
    const length = Array.from({ length: before.length + 1 }, () =>
      Array.from<number>({ length: after.length + 1 }).fill(0),
    )
    for (let i = before.length - 1; i >= 0; i--)
      for (let j = after.length - 1; j >= 0; j--)
        (length[i] as number[])[j] = sameValues(before[i]!.values, after[j]!.values)
          ? length[i + 1]![j + 1]! + 1
          : Math.max(length[i + 1]![j]!, length[i]![j + 1]!)
    const stays = new Set<Statement>()
    for (let i = 0, j = 0; i < before.length && j < after.length;)
      if (sameValues(before[i]!.values, after[j]!.values)) stays.add(before[i++]!).add(after[j++]!)
      else if (length[i + 1]![j]! >= length[i]![j + 1]!) i++
      else j++
    const next = (rows: readonly Statement[], at: number) => rows.slice(at + 1).find((row) => stays.has(row))?.values
    for (const [at, one] of before.entries())
      if (!stays.has(one)) this.removals.push(this.remove(one.values, undefined, next(before, at)))
    for (const [at, one] of after.entries())
      if (!stays.has(one)) this.changes.push(this.add(one.values, undefined, next(after, at)))
  }
}

/**
 * What turns one configuration into another, as statements of a script: rows by their key where they have a unique one,
 * else by all of their properties. Removals come first, dependent menus before those that they refer to.
 * @param current, target texts of exports with secrets
 * @param of `isOtherDevice`: they are of two devices, so that the MAC addresses of their interfaces and the names of certificates differ and stay
 */
export function configurationDifference(
  current: string,
  target: string,
  { isOtherDevice = false }: { isOtherDevice?: boolean } = {},
): Difference {
  const skipped: Skipped[] = []
  const read = (text: string) => parseExport(comparableText(text)).filter((one) => !isOwn(one))
  const whole = [read(current), read(target)] as const
  if (isOtherDevice) skipped.push(...ownOf(...whole))
  const [before, after] = isOtherDevice
    ? (whole.map((list) => list.map(withoutOwn)) as [Statement[], Statement[]])
    : whole
  const of = (list: readonly Statement[], menu: string) => list.filter((one) => one.menu === menu)
  const menusOf = (list: readonly Statement[]) => [...new Set(list.map(({ menu }) => menu))]
  // In the order of the target: an export lists a menu before those that refer to it.
  const menus = [...new Set([...menusOf(after), ...menusOf(before)])]
  const open: MenuDifference[] = []
  const skipTexts = (list: readonly Statement[], others: readonly Statement[], reason: SkipReason) => {
    for (const { menu, text } of list)
      if (!others.some((one) => one.text === text)) skipped.push({ menu, text: displayed(text), reason })
  }
  for (const menu of menus) {
    const [was, wanted] = [of(before, menu), of(after, menu)]
    if (closed.test(menu)) {
      skipTexts(wanted, was, 'menu')
      skipTexts(was, wanted, 'menu')
      continue
    }
    const isOther = ({ verb }: Statement) => verb !== 'add' && verb !== 'set'
    skipTexts(wanted.filter(isOther), was, 'statement')
    skipTexts(was.filter(isOther), wanted, 'statement')
    open.push(new MenuDifference(menu, was, wanted))
  }
  return {
    operations: [
      ...open.toReversed().flatMap(({ removals }) => removals.toReversed()),
      ...open.flatMap(({ changes }) => changes),
    ],
    skipped: [...skipped, ...open.flatMap((one) => one.skipped)],
  }
}

/** The statements that make the change. */
export const forwardScript = ({ operations }: Difference): string => operations.map(({ forward }) => forward).join('\n')

/**
 * The statements that revert a change that was made partly or completely, the last one first; each is tried whatever
 * the others result in. Undefined if a former value is not known.
 */
export function inverseScript({ operations }: Difference): string | undefined {
  const lines: string[] = []
  for (const { inverse } of operations.toReversed()) {
    if (inverse === undefined) return undefined
    lines.push(`:do {${inverse}} on-error={}`)
  }
  return lines.join('\n')
}

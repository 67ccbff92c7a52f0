import type { CallOptions, Row, Session, Values, Where } from '../session.ts'
import { quoted, scriptPath } from '../values/script.ts'
import { isSince } from '../values/version.ts'
import { versionOf } from './identity.ts'
import { writableProperties } from './writable.ts'

/** A write whose inverse is wanted. */
export interface PlannedWrite {
  menu: string
  verb: 'add' | 'set' | 'remove' | 'move' | 'run'
  /** Row of `set`, `remove` and `move`; null for a singleton. */
  id?: string | null
  values?: Values
  /** Properties that identify the row of an `add`, in the notation of the router. */
  identifies?: Where | undefined
  /** Properties with secrets, which must not be in a script on the router. */
  hidden?: ReadonlySet<string>
}

/**
 * Why a script cannot revert a write:
 * - `command`: the write is a command, or of a menu, whose inverse is not known;
 * - `secret`: the previous value is a secret, which cannot be read or must not be in a script;
 * - `row`: the router does not find the row again by its properties, or has several such rows.
 */
export type NoInverse = 'command' | 'secret' | 'row'

export interface InverseScript {
  /** Reverts the writes within the same uptime: rows by their id where they keep it. */
  source: string
  /** Reverts the writes after a restart: rows by their properties, since ids may differ then. */
  startupSource: string
}

class Unsupported extends Error {
  readonly reason: NoInverse
  constructor(reason: NoInverse) {
    super(reason)
    this.reason = reason
  }
}

/** Properties that identify a row of a menu, in a notation that does not depend on the version. */
const keys: Readonly<Record<string, readonly string[]>> = {
  'interface/bridge/port': ['bridge', 'interface'],
  'interface/bridge/vlan': ['bridge', 'vlan-ids'],
  'interface/list/member': ['list', 'interface'],
  'ip/address': ['address', 'interface'],
  'ip/dhcp-server/lease': ['address', 'mac-address', 'server'],
  'ip/dhcp-server/network': ['address'],
  'ip/firewall/address-list': ['list', 'address'],
}

/** For all other menus: a name, else what rules and routes consist of. */
const commonKeys = [
  'chain',
  'action',
  'list',
  'address',
  'interface',
  'mac-address',
  'dst-address',
  'src-address',
  'protocol',
  'dst-port',
  'src-port',
  'to-addresses',
  'to-ports',
  'in-interface',
  'out-interface',
  'in-interface-list',
  'out-interface-list',
  'src-address-list',
  'dst-address-list',
  'comment',
] as const

/** Names of rows that other rows refer to. */
const nameOf = (row: Row, changed: ReadonlySet<string>): string | undefined =>
  ['default-name', 'name'].find((property) => row[property] !== undefined && !changed.has(property))

/** Conditions that find a row, and which of the rows found it is. */
interface Locator {
  menu: string
  where: Readonly<Record<string, string>>
  index: number
  /** Number of rows that fulfil the conditions. */
  count: number
}

/** Yes and no, as scripts write them. */
const written = (value: string | undefined): string =>
  value === 'true' ? 'yes' : value === 'false' ? 'no' : (value ?? '')

/** Whether a reply shows stars instead of a secret. */
const isMasked = (value: string): boolean => /^\*+$/.test(value)

/** The inverse of one write. */
interface Statements {
  now: string
  later: string
  /** Of a moved row: its menu and its position before. */
  moved?: { menu: string; position: number }
}

/**
 * Orders the statements that move rows back: the last position first, since each row is moved before the one that
 * followed it.
 */
function orderMoves(statements: readonly Statements[]): Statements[] {
  const ordered = [...statements]
  for (const menu of new Set(statements.flatMap(({ moved }) => moved?.menu ?? []))) {
    const places = ordered.flatMap(({ moved }, place) => (moved?.menu === menu ? [place] : []))
    const sorted = places
      .flatMap((place) => ordered[place] ?? [])
      .sort((a, b) => (b.moved?.position ?? 0) - (a.moved?.position ?? 0))
    for (const [at, place] of places.entries()) ordered[place] = sorted[at] as Statements
  }
  return ordered
}

class Inverter {
  /** Conditions to try on the router, with the number of rows that they must find now. */
  readonly expected: { locator: Pick<Locator, 'menu' | 'where'>; count: number }[] = []
  private readonly session: Session
  private readonly options: CallOptions

  /** New names by former ones, of the writes so far: they are in effect when the inverse of the next write runs. */
  private readonly renames = new Map<string, string>()

  constructor(session: Session, options: CallOptions) {
    this.session = session
    this.options = options
  }

  private assigned(values: Readonly<Record<string, string>>): string {
    return this.pairs(values).join(' ')
  }

  private find(locator: Pick<Locator, 'where'>): string {
    return `find where ${this.pairs(locator.where).join(' and ')}`
  }

  private pairs(values: Readonly<Record<string, string>>): string[] {
    return Object.entries(values).map(
      ([property, value]) =>
        `${property}=${quoted(property === 'comment' ? value : (this.renames.get(value) ?? value))}`,
    )
  }

  /** An expression of a script for one row, empty if there is none. */
  private row(locator: Locator): string {
    const found = `[${scriptPath(locator.menu)} ${this.find(locator)}]`
    return locator.count === 1 ? found : `[:pick ${found} ${locator.index}]`
  }

  /** Statements for both scripts. */
  async of(write: PlannedWrite): Promise<Statements> {
    switch (write.verb) {
      case 'add':
        return this.added(write)
      case 'set':
        return this.changed(write)
      case 'remove':
        return this.removed(write)
      case 'move':
        return this.moved(write)
      case 'run':
        throw new Unsupported('command')
    }
  }

  private async rowOf({ menu, id }: PlannedWrite): Promise<Row> {
    if (id === undefined) throw new Unsupported('command')
    const rows = await this.session.print(menu, { ...this.options, ...(id !== null && { where: { '.id': id } }) })
    const row = id === null ? rows[0] : rows.find((one) => one['.id'] === id)
    if (row === undefined) throw new Unsupported('row')
    return row
  }

  private count(menu: string, where: Where): Promise<Row[]> {
    return this.session.print(menu, { ...this.options, proplist: ['.id'], where })
  }

  /** How to find a row after the properties `changed` have changed. */
  private async locate(menu: string, row: Row, changed: ReadonlySet<string>): Promise<Locator> {
    const own = keys[menu]?.filter((property) => row[property] !== undefined)
    const name = own === undefined ? nameOf(row, changed) : undefined
    const properties = own ?? (name === undefined ? commonKeys : [name])
    const usable = properties.filter((property) => (row[property] ?? '') !== '' && !changed.has(property))
    if (usable.length === 0) throw new Unsupported('row')
    const where = Object.fromEntries(usable.map((property) => [property, row[property] as string]))
    const ids = (await this.count(menu, where)).map((one) => one['.id'])
    const index = ids.indexOf(row['.id'])
    if (index === -1) throw new Unsupported('row')
    this.expected.push({ locator: { menu, where }, count: ids.length })
    return { menu, where, index, count: ids.length }
  }

  private async changed(write: PlannedWrite): Promise<Statements> {
    const row = await this.rowOf(write)
    const properties = Object.keys(write.values ?? {})
    const path = scriptPath(write.menu)
    const previous: Record<string, string> = {}
    const unset: string[] = []
    for (const property of properties) {
      const value = row[property]
      if (write.hidden?.has(property) === true) throw new Unsupported('secret')
      if (value === undefined) unset.push(property)
      else if (isMasked(value)) throw new Unsupported('secret')
      else previous[property] = written(value)
    }
    const statements = (target: string) =>
      [
        ...(Object.keys(previous).length > 0 ? [`${path} set ${target}${this.assigned(previous)}`] : []),
        ...unset.map((property) =>
          target === ''
            ? `${path} set ${property}=""`
            : `:do {${path} unset ${target}value-name=${property}} on-error={${path} set ${target}${property}=""}`,
        ),
      ].join('\n')
    if (write.id === null) return { now: statements(''), later: statements('') }
    const locator = await this.locateChanged(write, row, new Set(properties))
    const texts = { now: statements(`${write.id} `), later: statements(`${this.row(locator)} `) }
    const name = write.values?.['name']
    if (row['name'] !== undefined && typeof name === 'string') this.renames.set(row['name'], name)
    return texts
  }

  /** Like `locate`, for a row whose identifying properties may change: it is found by the new ones. */
  private async locateChanged(write: PlannedWrite, row: Row, changed: ReadonlySet<string>): Promise<Locator> {
    const own = keys[write.menu] ?? ['name']
    const renamed = own.filter((property) => changed.has(property))
    if (renamed.length === 0 || (keys[write.menu] === undefined && nameOf(row, changed) !== undefined))
      return this.locate(write.menu, row, changed)
    if (keys[write.menu] === undefined && row['name'] === undefined) return this.locate(write.menu, row, changed)
    const where: Record<string, string> = {}
    for (const property of own) {
      const value = changed.has(property) ? write.values?.[property] : row[property]
      if (value !== undefined && value !== null && value !== '') where[property] = String(value)
    }
    const ids = await this.count(write.menu, where)
    if (Object.keys(where).length === 0 || ids.length > 0) throw new Unsupported('row')
    this.expected.push({ locator: { menu: write.menu, where }, count: 0 })
    return { menu: write.menu, where, index: 0, count: 1 }
  }

  private async added(write: PlannedWrite): Promise<Statements> {
    const values = write.values ?? {}
    const wanted = keys[write.menu] ?? (values['name'] === undefined ? commonKeys : ['name'])
    const source: Where =
      write.identifies ?? Object.fromEntries(wanted.flatMap((key) => (key in values ? [[key, values[key] ?? '']] : [])))
    const where = Object.fromEntries(
      Object.entries(source).flatMap(([key, value]) =>
        value === null || value === '' || typeof value === 'boolean' ? [] : [[key, String(value)]],
      ),
    )
    if (Object.keys(where).length === 0) throw new Unsupported('row')
    // With an equal row, the new one could not be told apart.
    if ((await this.count(write.menu, where)).length > 0) throw new Unsupported('row')
    this.expected.push({ locator: { menu: write.menu, where }, count: 0 })
    const path = scriptPath(write.menu)
    const text = `${path} remove [${path} ${this.find({ where })}]`
    return { now: text, later: text }
  }

  private async removed(write: PlannedWrite): Promise<Statements> {
    const properties = writableProperties(write.menu)
    if (properties === undefined) throw new Unsupported('command')
    const row = await this.rowOf(write)
    const path = scriptPath(write.menu)
    const previous: Record<string, string> = {}
    for (const property of properties.names) {
      const value = row[property]
      if (value === undefined || value === '') continue
      if (isMasked(value)) throw new Unsupported('secret')
      previous[property] = written(value)
    }
    const locator = await this.locate(write.menu, row, new Set())
    const add = `${path} add ${this.assigned(previous)}`
    const exists = `[:len [${path} ${this.find(locator)}]] < ${locator.count}`
    const next = properties.isOrdered ? await this.successor(write.menu, row) : undefined
    // Rows are added in reverse order, so that a removed successor exists again, with another id.
    const text =
      next === undefined
        ? `:if (${exists}) do={${add}}`
        : [
            `:if (${exists}) do={`,
            `  :if ([:len [${scriptPath(next.menu)} ${this.find(next)}]] > ${next.index}) do={${add} place-before=${this.row(next)}} else={${add}}`,
            '}',
          ].join('\n')
    return { now: text, later: text }
  }

  private async moved(write: PlannedWrite): Promise<Statements> {
    const row = await this.rowOf(write)
    const path = scriptPath(write.menu)
    const locator = await this.locate(write.menu, row, new Set())
    // A position among equal rows changes with the move.
    if (locator.count > 1) throw new Unsupported('row')
    const next = await this.successor(write.menu, row)
    return {
      moved: { menu: write.menu, position: next?.position ?? Number.POSITIVE_INFINITY },
      now: `${path} move ${write.id}${next === undefined ? '' : ` destination=${next.id}`}`,
      later: `${path} move ${this.row(locator)}${next === undefined ? '' : ` destination=${this.row(next)}`}`,
    }
  }

  /** The next row that is not dynamic; undefined: there is none. */
  private async successor(menu: string, row: Row): Promise<(Locator & { id: string; position: number }) | undefined> {
    const rows = await this.session.print(menu, this.options)
    const next = rows
      .slice(rows.findIndex((one) => one['.id'] === row['.id']) + 1)
      .find((one) => one['dynamic'] !== 'true')
    if (next === undefined) return undefined
    return { ...(await this.locate(menu, next, new Set())), id: next['.id'] ?? '', position: rows.indexOf(next) }
  }

  /** Lets the router evaluate the conditions itself: its scripts compare values by type, a print compares text. */
  async tryConditions(): Promise<void> {
    if (this.expected.length === 0 || !isSince(await versionOf(this.session, this.options), '7')) return
    this.renames.clear()
    const source = this.expected
      .map(({ locator }) => `:put [:len [${scriptPath(locator.menu)} ${this.find(locator)}]]`)
      .join('\n')
    const { ret, rows } = await this.session.run('execute', { script: source, 'as-string': '' }, this.options)
    const counts = (ret ?? rows[0]?.ret ?? '').trim().split(/\s+/)
    if (this.expected.some(({ count }, at) => counts[at] !== String(count))) throw new Unsupported('row')
  }
}

/**
 * Scripts that revert writes which are about to be made, the last one first. Values are those of the rows as read now.
 * Each statement is independent: one that fails does not prevent the others, and may be repeated.
 *
 * On RouterOS 7 the router counts the rows that the scripts would find, so that a notation that its scripts compare
 * differently is noticed before the write.
 * @param writes in the order in which they are made
 * @returns the scripts, or why a script cannot revert the writes
 * @throws RouterError
 */
export async function inverseOf(
  session: Session,
  writes: readonly PlannedWrite[],
  options: CallOptions = {},
): Promise<InverseScript | NoInverse> {
  const inverter = new Inverter(session, options)
  try {
    const reversed: Statements[] = []
    for (const write of writes) reversed.unshift(await inverter.of(write))
    const statements = orderMoves(reversed)
    await inverter.tryConditions()
    const guarded = (text: string, at: number) =>
      `:do {\n${text}\n} on-error={:log error "a step of the rollback failed (${statements.length - at})"}`
    return {
      source: statements.map(({ now }, at) => guarded(now, at)).join('\n'),
      startupSource: statements.map(({ later }, at) => guarded(later, at)).join('\n'),
    }
  } catch (error) {
    if (error instanceof Unsupported) return error.reason
    throw error
  }
}

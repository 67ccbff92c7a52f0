import facts from '../schema/menus.json' with { type: 'json' }
import type { Version } from './version.ts'

interface MenuFacts {
  k?: string
  from?: string
  add?: string
  w?: string
  v?: string
  c?: Record<string, string>
  f?: string
  t?: Record<string, string>
  r?: string
}

export type PropertyType = 'boolean' | 'number' | 'time' | 'mac' | 'address' | readonly string[]

/** A menu in one version. */
export interface Menu {
  path: string
  kind: 'list' | 'single' | 'none'
  verbs: ReadonlySet<string>
  /** Arguments of commands that are not generic verbs. */
  commands: ReadonlyMap<string, ReadonlySet<string>>
  writable: ReadonlySet<string>
  addable: ReadonlySet<string>
  required: readonly string[]
  flags: ReadonlySet<string>
  types: ReadonlyMap<string, PropertyType>
  ordered: boolean
}

/** Systems that are separate packages or hardware. */
export type Stack = 'wireless' | 'wifi' | 'lte' | 'switch' | 'poe'

const kinds = { b: 'boolean', n: 'number', t: 'time', m: 'mac', i: 'address' } as const

function namesOf(text: string | undefined, version: Version): string[] {
  if (text === undefined || text === '') return []
  const names: string[] = []
  for (const word of text.split(' ')) {
    const [name, ...marks] = word.split('@')
    if (name !== undefined && marks.every((mark) => version.includes(mark))) names.push(name)
  }
  return names
}

/** Menus that RouterOS 6 lacks compared with version 7. */
const newInSeven =
  /^\/(console|interface\/(wifi|wireguard|veth)|safe-mode|file\/(sync|rsync)|ip\/dns\/(adlist|forwarders)|tr069|interface\/bridge\/vlan\/mvrp|user\/settings|system\/device-mode|routing\/(table|rule|id))/

function isThere(path: string, version: Version, stacks: ReadonlySet<Stack>): boolean {
  if (version.major < 7 && newInSeven.test(path)) return false
  if (/^\/(caps-man|interface\/wireless)(\/|$)/.test(path)) return stacks.has('wireless')
  if (/^\/interface\/wifi(\/|$)/.test(path)) return version.has('wifi')
  if (/^\/interface\/lte(\/|$)/.test(path)) return stacks.has('lte')
  if (path === '/interface/ethernet/poe') return stacks.has('poe')
  if (path.startsWith('/interface/ethernet/switch')) return stacks.has('switch')
  return true
}

function readMenu(path: string, of: MenuFacts, version: Version): Menu {
  const writable = namesOf(of.w, version)
  const extra = namesOf(of.add, version)
  const types = new Map<string, PropertyType>()
  for (const [code, names] of Object.entries(of.t ?? {})) {
    const type = code.startsWith('e') ? code.slice(1).split('|') : kinds[code as keyof typeof kinds]
    for (const name of names.split(' ')) types.set(name, type)
  }
  const commands = new Map<string, ReadonlySet<string>>()
  for (const [marked, args] of Object.entries(of.c ?? {})) {
    const [name] = namesOf(marked, version)
    if (name !== undefined) commands.set(name, new Set(namesOf(args, version)))
  }
  const verbs = new Set(namesOf(of.v, version))
  return {
    path,
    kind: of.k === 'l' ? 'list' : of.k === 's' ? 'single' : 'none',
    verbs,
    commands,
    writable: new Set(writable),
    addable: new Set([...writable, ...extra, 'copy-from']),
    required: of.r?.split(' ') ?? [],
    flags: new Set(namesOf(of.f, version)),
    types,
    ordered: extra.includes('place-before') || verbs.has('move'),
  }
}

/** Corrections of the command trees, which were taken from x86 images of version 7. */
function adapt(menus: Map<string, Menu>, version: Version): void {
  const change = (path: string, values: Partial<Menu>): void => {
    const menu = menus.get(path)
    if (menu) menus.set(path, { ...menu, ...values })
  }
  const directory = { kind: 'none', verbs: new Set<string>() } as const
  change('/system/backup', directory)
  if (version.major < 7) {
    change('/system/health', { kind: 'single' })
    const ntp = ['enabled', 'mode', 'primary-ntp', 'secondary-ntp', 'server-dns-names']
    change('/system/ntp/client', { writable: new Set(ntp) })
    const lte = menus.get('/interface/lte')
    if (lte) {
      const commands = new Map(lte.commands)
      commands.delete('monitor')
      commands.set('info', new Set(['number', 'numbers', 'once', 'interval', 'duration', 'user-command']))
      change('/interface/lte', { commands })
    }
  }
  const poe = menus.get('/interface/ethernet/poe')
  if (poe) {
    // An x86 image has no such ports: its command tree omits the arguments.
    const args = ['numbers', 'once', 'interval', 'duration']
    change('/interface/ethernet/poe', { commands: new Map(poe.commands).set('monitor', new Set(args)) })
  }
  const root = menus.get('/')
  if (root) {
    const args = ['compact', 'file', 'hide-sensitive', 'show-sensitive', 'terse', 'verbose']
    change('/', { commands: new Map(root.commands).set('export', new Set(args)) })
  }
  const filter = menus.get('/ip/firewall/filter')
  const nat = menus.get('/ip/firewall/nat')
  if (filter && nat) change('/ip/firewall/filter', { addable: new Set([...filter.addable, 'place-before']) })
  if (version.major >= 7 && !version.has('wifi')) {
    // The same system under its first name.
    const source = schemaOf(version, new Set(), '7.13.5')
    for (const [path, menu] of source) {
      if (!path.startsWith('/interface/wifi')) continue
      const old = path.replace('/interface/wifi', '/interface/wifiwave2')
      menus.set(old, { ...menu, path: old })
    }
  }
}

const cache = new Map<string, ReadonlyMap<string, Menu>>()

function schemaOf(version: Version, stacks: ReadonlySet<Stack>, as?: string): Map<string, Menu> {
  const menus = new Map<string, Menu>()
  for (const [path, of] of Object.entries(facts as Record<string, MenuFacts>)) {
    if (as === undefined ? !isThere(path, version, stacks) : !path.startsWith('/interface/wifi')) continue
    if (of.from !== undefined && as === undefined && !version.includes(of.from) && !/wifi/.test(path)) continue
    menus.set(path, readMenu(path, of, version))
  }
  return menus
}

/** Menus of a version with these systems, by path. All routers of a kind share one copy. */
export function menusOf(version: Version, stacks: ReadonlySet<Stack>): ReadonlyMap<string, Menu> {
  const key = `${version.text} ${[...stacks].sort().join(' ')}`
  const known = cache.get(key)
  if (known) return known
  const menus = schemaOf(version, stacks)
  adapt(menus, version)
  cache.set(key, menus)
  return menus
}

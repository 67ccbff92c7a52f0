import { isMissingMenu, isMissingRow } from '../actions/missing.ts'
import { RouterError } from '../errors.ts'
import type { Row, Session } from '../session.ts'
import { flag } from '../values/plain.ts'

/** A menu in which checks create rows, and the property that contains their prefix. */
interface OwnMenu {
  menu: string
  property: string
  /** Another property that may contain it. */
  also?: string
}

/** Every menu in which a check creates rows; rows with references come before the rows that they refer to. */
export const ownMenus: readonly OwnMenu[] = [
  { menu: 'system/scheduler', property: 'name' },
  { menu: 'system/script', property: 'name' },
  { menu: 'ip/firewall/filter', property: 'chain', also: 'comment' },
  { menu: 'ip/firewall/address-list', property: 'list' },
  { menu: 'ip/dhcp-server/lease', property: 'comment' },
  { menu: 'ip/dhcp-server/network', property: 'comment' },
  { menu: 'ip/address', property: 'comment' },
  { menu: 'interface/vlan', property: 'name' },
  { menu: 'interface/list/member', property: 'list' },
  { menu: 'interface/list', property: 'name' },
  { menu: 'interface/bridge', property: 'name' },
  { menu: 'ip/pool', property: 'name' },
  { menu: 'ppp/secret', property: 'name' },
  { menu: 'user', property: 'name' },
  { menu: 'user/group', property: 'name' },
  ...['interface/wifi', 'interface/wifiwave2', 'caps-man'].flatMap((root) =>
    ['configuration', 'security'].map((profile) => ({ menu: `${root}/${profile}`, property: 'name' })),
  ),
  ...['interface/wifi', 'interface/wifiwave2', 'caps-man', 'interface/wireless'].map((root) => ({
    menu: `${root}/access-list`,
    property: 'comment',
  })),
  { menu: 'certificate', property: 'name', also: 'common-name' },
  { menu: 'file', property: 'name' },
]

const callTimeout = { timeoutMs: 15_000 }

/** Rows of a menu with the property that may contain the prefix; empty if the router lacks the menu. */
async function rowsOf(session: Session, { menu, property, also = property }: OwnMenu): Promise<Row[]> {
  try {
    // Without a query: the search for remains must not depend on queries, which are checked themselves.
    return await session.print(menu, { proplist: [...new Set([property, also]), 'dynamic'], ...callTimeout })
  } catch (error) {
    if (isMissingMenu(error)) return []
    throw error
  }
}

/** A row in a menu, as reports name it. */
export interface FoundRow {
  menu: string
  id: string
  text: string
}

/**
 * Rows whose property contains the prefix.
 * @param menus all menus of `ownMenus` if absent
 * @throws RouterError
 */
export async function findOwn(session: Session, prefix: string, menus?: ReadonlySet<string>): Promise<FoundRow[]> {
  const found: FoundRow[] = []
  for (const one of ownMenus) {
    if (menus !== undefined && !menus.has(one.menu)) continue
    for (const row of await rowsOf(session, one)) {
      const text = [one.property, one.also ?? ''].map((name) => row[name] ?? '').find((value) => value.includes(prefix))
      if (text !== undefined) found.push({ menu: one.menu, id: row['.id'] ?? '', text })
    }
  }
  return found
}

/**
 * Removes the rows whose property contains the prefix. A row that the router rejects to remove does not stop the rest.
 * @returns the error messages of rows that could not be removed
 * @throws RouterError if the connection is lost
 */
export async function removeOwn(session: Session, prefix: string, menus?: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = []
  for (const { menu, id } of await findOwn(session, prefix, menus)) {
    try {
      await session.remove(menu, id, callTimeout)
    } catch (error) {
      if (!(error instanceof RouterError) || error.kind !== 'refused') throw error
      if (!isMissingRow(error)) problems.push(`${menu}: ${error.message}`)
    }
  }
  return problems
}

/** Ids of the rows of every menu of `ownMenus`, without dynamic rows, which come and go by themselves. */
export type Inventory = ReadonlyMap<string, ReadonlyMap<string, string>>

/** @throws RouterError */
export async function readInventory(session: Session): Promise<Inventory> {
  const inventory = new Map<string, Map<string, string>>()
  for (const one of ownMenus) {
    const rows = (await rowsOf(session, one)).filter((row) => !flag(row.dynamic))
    inventory.set(one.menu, new Map(rows.map((row) => [row['.id'] ?? '', row[one.property] ?? ''])))
  }
  return inventory
}

/** Rows that only one of two inventories has, each as `+ menu text` or `- menu text`. */
export function differencesOf(before: Inventory, after: Inventory): string[] {
  const only = (one: Inventory, other: Inventory, mark: string) =>
    [...one].flatMap(([menu, rows]) =>
      [...rows].flatMap(([id, text]) => (other.get(menu)?.has(id) === true ? [] : [`${mark} ${menu} ${text}`])),
    )
  return [...only(after, before, '+'), ...only(before, after, '-')]
}

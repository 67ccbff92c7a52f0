import type { Action, GrantedAbility, Subject } from '@trunkline/contract/abilities'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { GuardedRoute } from './access/guard.ts'

export type Screen = { default: ComponentType }

export interface RouteEntry extends GuardedRoute {
  /** Key of the route's title, in the texts of the sign-in pages or of the panel: the page title is `Trunkline - <title>`. */
  title: string
  load: () => Promise<Screen>
  /** The features whose texts the screen shows; the feature that a route belongs to does not name itself. */
  texts: readonly string[]
}

export interface MenuEntry {
  /** Key of the entry's text among the titles: that of the route, or a shorter one. */
  title: string
  to: string
  /** Absent: a tab has that of its entry. */
  icon?: Icon
  /** Every address that starts so, or in one of these ways, belongs to the entry. */
  below: string | readonly string[]
  /** Absent: every signed-in user. */
  ability?: GrantedAbility
  /** The second key after `g`. */
  key?: string
  section?: 'tenants' | 'inventory' | 'network' | 'radius' | 'administration'
  /** Entries of a section, and tabs of an entry, stand in ascending order of it. */
  position: number
  /** Title of the entry whose tab it is, instead of an entry of its own. */
  of?: string
  /** Key of the text of its tab, where that is shorter than the title. */
  tab?: string
  /** Only these have it at this place of the menu: users of clients, whose home it may be, or all others. */
  only?: 'clients' | 'others'
}

/** The default export of `screens/<feature>/routes.ts`. Titles stand beside it in `titles.<language>.ts`. */
export interface Feature {
  pages: readonly RouteEntry[]
  menu?: readonly MenuEntry[]
}

/**
 * A page inside a feature.
 * @param path pattern of the router: `$id` is a parameter, `{-$token}` one that may be missing
 * @param load its screen, as a dynamic import
 * @param texts further features whose texts the screen shows
 */
export const page = (
  path: string,
  title: string,
  access: RouteEntry['access'],
  load: RouteEntry['load'],
  texts: readonly string[] = [],
): RouteEntry => ({ path, title, access, load, texts })

/** The ability that a page or menu entry requires. */
export const may = (action: Action, subject: Subject): GrantedAbility => ({ action, subject })
export const list = (subject: Subject): GrantedAbility => may('view-list', subject)
export const view = (subject: Subject): GrantedAbility => may('view', subject)
export const create = (subject: Subject): GrantedAbility => may('create', subject)
export const update = (subject: Subject): GrantedAbility => may('update', subject)

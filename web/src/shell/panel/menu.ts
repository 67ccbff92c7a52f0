import type { Icon } from '@tabler/icons-react'
import type { GrantedAbility } from '@trunkline/contract/abilities'
import type { MenuEntry } from '../../route-entry.ts'
import { menu } from '../../routes.ts'

export const menuSections = [undefined, 'tenants', 'inventory', 'network', 'radius', 'administration'] as const

/** An entry of the menu as a user sees it. */
export interface ShownEntry extends Pick<MenuEntry, 'title' | 'to' | 'section'> {
  icon: Icon
  /** Its pages that the user may open; `to` is the first of them. Two or more are shown as tabs. */
  tabs: readonly MenuEntry[]
}

const hasIcon = (entry: MenuEntry): entry is MenuEntry & { icon: Icon } => entry.icon !== undefined

/**
 * The menu entries for `role` and these abilities, from top to bottom. An entry appears while one of its tabs may be
 * opened; with only one it takes the name of that page.
 */
export const menuFor = (role: string, can: (ability: GrantedAbility) => boolean): ShownEntry[] => {
  const permitted = menu.filter(
    ({ ability, only }) =>
      (!ability || can(ability)) && (only === undefined || (only === 'clients') === (role === 'client')),
  )
  return menuSections.flatMap((section) =>
    menu
      .filter((entry) => entry.of === undefined && entry.section === section)
      .filter(hasIcon)
      .flatMap((entry): ShownEntry[] => {
        const tabs = permitted.filter((one) => one === entry || (one.of !== undefined && one.of === entry.title))
        // The page of the entry itself is its first tab.
        tabs.sort((a, b) => Number(b === entry) - Number(a === entry))
        const [first] = tabs
        if (first === undefined) return []
        const { title, icon = entry.icon } = tabs.length === 1 ? first : entry
        return [{ title, icon, to: first.to, section, tabs }]
      }),
  )
}

/** Whether a path belongs to the entry. */
export const isHere = ({ tabs }: ShownEntry, path: string): boolean =>
  tabs.some(({ to, below }) => {
    const under = (start: string) => path === start || path.startsWith(`${start}/`)
    return to === '/' ? path === '/' : path === to || [below].flat().some(under)
  })

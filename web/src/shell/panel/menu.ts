import type { GrantedAbility } from '@trunkline/contract/abilities'
import type { MenuEntry } from '../../route-entry.ts'
import { menu } from '../../routes.ts'

export const menuSections = [undefined, 'tenants', 'inventory', 'network', 'radius', 'own', 'installation'] as const

/** The menu entries for `role` and these abilities, from top to bottom. */
export const menuFor = (role: string, can: (ability: GrantedAbility) => boolean): MenuEntry[] =>
  menuSections.flatMap((section) =>
    menu.filter(
      (entry) =>
        entry.section === section &&
        (!entry.ability || can(entry.ability)) &&
        (entry.only === undefined || (entry.only === 'clients') === (role === 'client')),
    ),
  )

/** Whether a path belongs to the entry. */
export function isHere({ to, below, except = [] }: MenuEntry, path: string): boolean {
  const under = (start: string) => path === start || path.startsWith(`${start}/`)
  return to === '/' ? path === '/' : path === to || ([below].flat().some(under) && !except.some(under))
}

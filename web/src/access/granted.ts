import type { GrantedAbility } from '@trunkline/contract/abilities'

/**
 * Whether `abilities`, as listed by the server at sign-in, contain `asked`. The sign-in pages only load this much of
 * them.
 */
export const granted = (abilities: readonly GrantedAbility[], requested: GrantedAbility): boolean =>
  abilities.some((one) => one.action === requested.action && one.subject === requested.subject)

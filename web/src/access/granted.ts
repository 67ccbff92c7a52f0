import type { GrantedAbility } from '@trunkline/contract/abilities'

/** Whether `abilities`, as the server listed them at sign-in, hold `asked`. The sign-in pages load no more of them than this. */
export const granted = (abilities: readonly GrantedAbility[], requested: GrantedAbility): boolean =>
  abilities.some((one) => one.action === requested.action && one.subject === requested.subject)

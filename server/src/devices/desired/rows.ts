/** A wanted value; a secret comes from the encrypted part of the command. */
export type DesiredValue = string | number | boolean | { secret: string }

/** A wanted row of a menu of RouterOS. Only what is named is compared and written. */
export interface DesiredRow {
  /** `ip/dns`. */
  menu: string
  /** Properties that identify the row; null: the only row of the menu. */
  key: Readonly<Record<string, string>> | null
  state: 'present' | 'absent'
  values: Readonly<Record<string, DesiredValue>>
  /** Properties without which the row is not added: a user without a password would have an empty one. */
  needs?: readonly string[]
}

/** Rows of a list that must not exist beside the wanted ones. */
export interface DesiredExclusion {
  menu: string
  /** The rows that the list consists of: `{ list: 'customers' }`. */
  where: Readonly<Record<string, string>>
  /** The property by which wanted rows are recognised. */
  by: string
  keep: readonly string[]
}

/** Wanted settings of one router. */
export interface DesiredState {
  rows: readonly DesiredRow[]
  exclusions: readonly DesiredExclusion[]
}

/** The menus that a comparison reads. */
export const menusOf = ({ rows, exclusions }: DesiredState): string[] => [
  ...new Set([...rows, ...exclusions].map(({ menu }) => menu)),
]

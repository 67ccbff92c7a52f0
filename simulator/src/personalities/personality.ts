import type { Stack } from '../router/schema.ts'
import type { RouterState } from '../router/router-state.ts'
import type { Row } from '../tables/table.ts'
import type { Hardware } from './hardware.ts'

export type PersonalityName = 'v6-capsman' | 'v7-wireless' | 'v7-wifi' | 'lte' | 'switch' | 'chr'

/** A kind of router: its hardware, its menus beyond those that all have, and the rows it begins with. */
export interface Personality {
  name: PersonalityName
  version: string
  stacks: readonly Stack[]
  hardware: Hardware
  /** Rows by menu; they are made when the menu is first asked for, and anew after a restore. */
  tables: Readonly<Record<string, (router: RouterState) => readonly Row[]>>
}

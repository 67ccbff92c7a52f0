import type { Stack } from '../router/schema.ts'
import type { RouterState } from '../router/router-state.ts'
import type { Row } from '../tables/table.ts'
import type { Hardware } from './hardware.ts'

export type PersonalityName = 'v6-capsman' | 'v7-wireless' | 'v7-wifi' | 'lte' | 'switch' | 'chr'

/** A kind of router: its hardware, its additional menus, and its initial rows. */
export interface Personality {
  name: PersonalityName
  version: string
  stacks: readonly Stack[]
  hardware: Hardware
  /** Initial rows by menu; created when the menu is first read, and again after a restore. */
  tables: Readonly<Record<string, (router: RouterState) => readonly Row[]>>
}

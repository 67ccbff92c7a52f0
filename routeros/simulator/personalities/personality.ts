import type { Stack } from '../router/schema.ts'
import type { Router } from '../router/router.ts'
import type { Row } from '../tables/table.ts'

export type PersonalityName = 'v6-capsman' | 'v7-wireless' | 'v7-wifi' | 'lte' | 'switch' | 'chr'

export interface Hardware {
  /** False: a virtual machine, that has neither a serial number nor firmware. */
  isBoard: boolean
  model: string
  board: string
  architecture: string
  cpu: string
  cores: number
  /** MHz. */
  frequency: number
  /** Bytes. */
  memory: number
  /** Bytes. */
  disk: number
  firmware: string
  factory: string
}

/** A kind of router: its hardware, its menus beyond those that all have, and the rows it begins with. */
export interface Personality {
  name: PersonalityName
  version: string
  stacks: readonly Stack[]
  hardware: Hardware
  /** Rows by menu; they are made when the menu is first asked for, and anew after a restore. */
  tables: Readonly<Record<string, (router: Router) => readonly Row[]>>
}

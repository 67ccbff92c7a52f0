import { conflict, invalid } from '../../errors.ts'
import type { CommandRequest } from '../../devices/devices.ts'
import type { SeenRow } from '../../devices/seen.ts'
import type { Tx } from '../../db/pool.ts'
import type { AddressErrors } from './addresses.ts'
import type { LiveDevice } from './device.ts'

/** A command without the device, kind and target, which the caller of the draft adds. */
export type Draft = Omit<CommandRequest, 'hardware_id' | 'kind' | 'target'>

/** What a change is validated against: the device and its last readings. The device itself is not queried. */
export interface DraftContext {
  tx: Tx
  device: LiveDevice
  /** Rows of the last reading of a menu, as the API shows them; undefined if it was never read. */
  last<T>(menu: string): Promise<T[] | undefined>
}

/** Adds the row as the caller saw it; the command compares it with the device before it writes. */
export const withSeen = (draft: Draft, seen: SeenRow | undefined): Draft =>
  seen === undefined || draft.change === undefined ? draft : { ...draft, change: { ...draft.change, seen } }

/** @throws AppError validation_failed if there are errors */
export function throwErrors(errors: AddressErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** RouterOS rejects `set` on a dynamic row and recreates it after `remove`. @throws AppError conflict */
export function checkNotDynamic(row: { dynamic: boolean } | undefined): void {
  if (row?.dynamic === true) throw conflict('lan.dynamic_row')
}

import { conflict, invalid } from '../../errors.ts'
import type { Order } from '../../devices/devices.ts'
import type { SeenRow } from '../../devices/seen.ts'
import type { Tx } from '../../db/pool.ts'
import type { AddressErrors } from './addresses.ts'
import type { ReachedDevice } from './device.ts'

/** What a menu makes of a body: everything of an order but whose it is. */
export type Draft = Omit<Order, 'hardware_id' | 'kind' | 'target'>

/** What a write is judged by: the device, and its last readings. Nothing is asked of the device itself. */
export interface DraftContext {
  tx: Tx
  device: ReachedDevice
  /** Rows of the last reading of a menu, in the panel's shape; undefined where there is none. */
  last<T>(menu: string): Promise<T[] | undefined>
}

/** The draft with what the caller saw, which the command compares with the device before it writes. */
export const withSeen = (draft: Draft, seen: SeenRow | undefined): Draft =>
  seen === undefined || draft.change === undefined ? draft : { ...draft, change: { ...draft.change, seen } }

/** @throws AppError validation_failed where there are any */
export function throwErrors(errors: AddressErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** A row that the router keeps by itself does not take a `set`, and comes back after a `remove`. @throws AppError conflict */
export function checkOwn(row: { dynamic: boolean } | undefined): void {
  if (row?.dynamic === true) throw conflict('lan.dynamic_row')
}

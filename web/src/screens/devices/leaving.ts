import { useSyncExternalStore } from 'react'

/** Devices that are being moved to the trash: they are not queried from the moment of the request. */
const leaving = new Set<number>()
const listeners = new Set<() => void>()

function set(id: number, isLeaving: boolean): void {
  if (isLeaving) leaving.add(id)
  else leaving.delete(id)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Moves a device to the trash by `run`. If that fails, the device is queried again. */
export async function leave<T>(id: number, run: () => Promise<T>): Promise<T> {
  set(id, true)
  try {
    return await run()
  } catch (error) {
    set(id, false)
    throw error
  }
}

/** The device is in use again, such as after it was recovered. */
export const stay = (id: number): void => set(id, false)

export const useLeaving = (id: number): boolean => useSyncExternalStore(subscribe, () => leaving.has(id))

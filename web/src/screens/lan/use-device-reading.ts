import type { Endpoint, Params, QueryInput } from '@trunkline/contract/endpoint'
import { useReading, type Reading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import type { PageDevice } from './use-device.ts'

/** A reading without its rows. */
export type ReadingState = Pick<Reading<Endpoint>, 'readAt' | 'readingError' | 'reading' | 'error' | 'read'>

/** Milliseconds between two readings of a menu that can be edited. */
const editInterval = 10_000

/**
 * Milliseconds between two readings while a page is open; undefined while live updates are paused.
 * @param interval `live` for values that change by themselves
 */
export function useReadingInterval(
  { ready, hardwareId }: PageDevice,
  interval: number | 'live' = editInterval,
): number | undefined {
  const live = useWatch(ready ? hardwareId : undefined)
  return interval === 'live' ? live : live && interval
}

/** Reads a menu of a device, once without `every` (milliseconds). */
export const useDeviceReading = <E extends Endpoint>(
  { ready, hardwareId }: PageDevice,
  endpoint: E,
  every?: number,
  query?: QueryInput<E>,
): Reading<E> =>
  useReading(
    endpoint,
    { params: { id: hardwareId } as unknown as Params<E>, ...(query ? { query } : {}) },
    { enabled: ready, every },
  )

/** Several readings of one device as one: as old as the oldest, with the first fault and error. */
export function combineReadings(readings: readonly ReadingState[]): ReadingState {
  const times = readings.flatMap(({ readAt }) => (readAt === undefined ? [] : [readAt]))
  return {
    readAt: times.toSorted()[0],
    readingError: readings.find(({ readingError: problem }) => problem)?.readingError,
    reading: readings.some(({ reading }) => reading),
    error: readings.find(({ error }) => error)?.error,
    read: () => {
      for (const one of readings) one.read()
    },
  }
}

/** Props of the card of a menu. */
export interface MenuCardProps<R> {
  of: PageDevice
  rows: readonly R[] | undefined
  /** The device did not answer and was never read. */
  unread: boolean
}

/** The props that the card of a menu gets from its reading. */
export const menuCardProps = <R>(
  of: PageDevice,
  { rows, readingError: problem }: ReadingState & { rows: readonly R[] | undefined },
) => ({
  of,
  rows,
  unread: problem !== undefined,
})

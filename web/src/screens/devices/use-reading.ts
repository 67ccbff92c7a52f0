import type { Endpoint, Params, QueryInput, Reply } from '@trunkline/contract/endpoint'
import { deviceErrorKinds, type DeviceErrorKind } from '@trunkline/contract/resources/device-enums'
import { ApiError } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'

/** Why the last try to read a device failed. */
export interface ReadingFault {
  readingError: DeviceErrorKind
  /** In the reader's language, or in the device's words. */
  message: string
}

type Rows<E extends Endpoint> = Reply<E> extends { data: infer D } ? D : never

export interface Reading<E extends Endpoint> {
  /** What is known: the last rows, from now or before. Undefined until there are any. */
  rows: Rows<E> | undefined
  /** When the device said so, UTC ISO 8601. */
  readAt: string | undefined
  /** Present while the device does not answer. The rows stay. */
  readingError: ReadingFault | undefined
  /** The device is being asked. */
  reading: boolean
  /** Nothing is known yet. */
  pending: boolean
  /** What has nothing to do with the device: no right, no such device, no network. */
  error: ApiError | undefined
  /** Asks the device now. */
  read: () => void
}

interface Answer {
  data: unknown
  read_at: string
}

const isFault = (word: unknown): word is DeviceErrorKind => (deviceErrorKinds as readonly unknown[]).includes(word)

/** What an error says of the device; undefined where it is not the device's. */
export function errorOf(error: unknown): ReadingFault | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code !== 'device_unreachable' && error.code !== 'device_refused') return undefined
  const stated = error.details?.['readingError']
  const problem = isFault(stated) ? stated : error.code === 'device_refused' ? 'refused' : 'unreachable'
  return { readingError: problem, message: error.message }
}

/** The last reading that a refusal carries, so that the rows need not be asked for again. */
const rowsOf = (error: unknown): Answer | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { rows, read_at } = error.details ?? {}
  return typeof read_at === 'string' && rows !== undefined && rows !== null ? { data: rows, read_at } : undefined
}

const age = ({ read_at }: Answer) => Date.parse(read_at) || 0
/** A device that was never read answers no rows of a time that never was. */
const known = (answer: Answer | undefined): answer is Answer => answer !== undefined && age(answer) > 0

/**
 * What a device says of one of its menus: at once what it said last (`cached=1`), then what it says now. A device that
 * does not answer keeps its last rows on the page, with the fault.
 * @param every milliseconds between two readings, for what is looked at live; see `useWatch`
 */
export function useReading<E extends Endpoint>(
  endpoint: E,
  { params, query }: { params: Params<E>; query?: QueryInput<E> },
  { every, enabled = true }: { every?: number | undefined; enabled?: boolean } = {},
): Reading<E> {
  const row = (params as { id?: number }).id
  const stored = useCall(
    endpoint,
    { params, query: { ...(query as object), cached: '1' } as QueryInput<E> },
    { enabled, row, staleTime: Number.POSITIVE_INFINITY },
  )
  const live = useCall(
    endpoint,
    { params, ...(query ? { query } : {}) },
    { enabled, row, staleTime: 0, ...(every === undefined ? {} : { every }) },
  )
  const problem = errorOf(live.error)
  const answers = [live.data as Answer | undefined, rowsOf(live.error), stored.data as Answer | undefined].filter(known)
  const [latest] = answers.toSorted((one, other) => age(other) - age(one))
  const strange = [live.error, stored.error].find((error) => error && !errorOf(error)) ?? undefined
  return {
    rows: latest?.data as Rows<E> | undefined,
    readAt: latest?.read_at,
    readingError: problem,
    reading: live.isFetching,
    pending: !latest && !problem && !strange,
    error: latest ? undefined : strange,
    read: () => void live.refetch(),
  }
}

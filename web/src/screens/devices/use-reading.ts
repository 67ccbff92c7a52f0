import type { Endpoint, Params, QueryInput, Reply } from '@trunkline/contract/endpoint'
import { deviceErrorKinds, type DeviceErrorKind } from '@trunkline/contract/resources/device-enums'
import { ApiError } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'

/** Why the last attempt to read a device failed. */
export interface ReadingError {
  error: DeviceErrorKind
  /** In the language of the reader, or as the device reported it. */
  message: string
}

type Rows<E extends Endpoint> = Reply<E> extends { data: infer D } ? D : never

export interface Reading<E extends Endpoint> {
  /** The latest rows, current or stored. Undefined until there are any. */
  rows: Rows<E> | undefined
  /** When the rows were read, UTC ISO 8601. */
  readAt: string | undefined
  /** Present while the device does not respond. The rows stay. */
  readingError: ReadingError | undefined
  /** A reading is running. */
  reading: boolean
  /** There is no row or error yet. */
  pending: boolean
  /** Errors that are not the device's: no permission, no such device, no network. */
  error: ApiError | undefined
  /** Reads the device now. */
  read: () => void
}

interface ReadingReply {
  data: unknown
  read_at: string
}

const isErrorKind = (value: unknown): value is DeviceErrorKind =>
  (deviceErrorKinds as readonly unknown[]).includes(value)

/** The error of the device that an error reports; undefined for other errors. */
export function errorOf(error: unknown): ReadingError | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code !== 'device_unreachable' && error.code !== 'device_refused') return undefined
  const reported = error.details?.['error']
  const problem = isErrorKind(reported) ? reported : error.code === 'device_refused' ? 'refused' : 'unreachable'
  return { error: problem, message: error.message }
}

/** The stored reading in the details of an error. */
const rowsOf = (error: unknown): ReadingReply | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { rows, read_at } = error.details ?? {}
  return typeof read_at === 'string' && rows !== undefined && rows !== null ? { data: rows, read_at } : undefined
}

const age = ({ read_at }: ReadingReply) => Date.parse(read_at) || 0
/** A device without a reading replies with no rows and the time 0. */
const known = (reply: ReadingReply | undefined): reply is ReadingReply => reply !== undefined && age(reply) > 0

/**
 * Reads a menu of a device: first the stored rows (`cached=1`), then the current ones. If the device does not respond,
 * the stored rows stay, with the error.
 * @param every milliseconds between two readings of live pages; see `useWatch`
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
  const replies = [
    live.data as ReadingReply | undefined,
    rowsOf(live.error),
    stored.data as ReadingReply | undefined,
  ].filter(known)
  const [latest] = replies.toSorted((one, other) => age(other) - age(one))
  const otherError = [live.error, stored.error].find((error) => error && !errorOf(error)) ?? undefined
  return {
    rows: latest?.data as Rows<E> | undefined,
    readAt: latest?.read_at,
    readingError: problem,
    reading: live.isFetching,
    pending: !latest && !problem && !otherError,
    error: latest ? undefined : otherError,
    read: () => void live.refetch(),
  }
}

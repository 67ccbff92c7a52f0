import type { Subject } from '@trunkline/contract/abilities'
import type { Endpoint, Params, QueryInput, Reply } from '@trunkline/contract/endpoint'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { call, type CallInput, type ApiError } from './call.ts'
import { newKey } from './request.ts'
import { queryClient } from './query-client.ts'

/** The subject of a query: an announced change of it refetches the query. */
export interface QueryMeta extends Record<string, unknown> {
  subjects: readonly Subject[] | 'any'
  /** The row of a `show`, so that changes of other rows do not refetch it. */
  row: number | undefined
}

type CallArguments<E extends Endpoint> = { params?: Params<E>; query?: QueryInput<E> }

export const queryKey = <E extends Endpoint>(endpoint: E, input: CallArguments<E> = {}) =>
  [endpoint.name, input.params ?? null, input.query ?? null] as const

const subjectOf = (endpoint: Endpoint): Subject | undefined =>
  typeof endpoint.access === 'string' ? undefined : endpoint.access.subject

function metaOf(endpoint: Endpoint, params: unknown, { subjects: more, row }: CallOptions): QueryMeta {
  const own = subjectOf(endpoint)
  const id = (params as { id?: unknown } | undefined)?.id
  return {
    subjects: more === 'any' ? 'any' : [...(own ? [own] : []), ...(more ?? [])],
    row: row ?? (endpoint.name.endsWith('.show') && typeof id === 'number' ? id : undefined),
  }
}

export interface CallOptions {
  /** False waits: for a missing parameter or ability. */
  enabled?: boolean
  /** Milliseconds for which a reply is fresh; default 15 s. */
  staleTime?: number
  /** Interval in milliseconds for data without live messages; not while the page is hidden. */
  every?: number
  /** Further subjects whose changes affect this reply; `any` for overviews. */
  subjects?: readonly Subject[] | 'any'
  /** The row of announced changes, where it is not the id of a `show`: the device of a command. */
  row?: number | undefined
}

/**
 * The reply of a GET endpoint, cached and refetched by react-query. Rows of the previous page or filter stay until the
 * new ones are loaded; another record's do not.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: CallArguments<E> = {},
  options: CallOptions = {},
): UseQueryResult<Reply<E>, ApiError> {
  const params = JSON.stringify(input.params ?? null)
  return useQuery<Reply<E>, ApiError>(
    {
      queryKey: queryKey(endpoint, input),
      queryFn: ({ signal }) => call(endpoint, { ...input, signal } as CallInput<E>),
      meta: metaOf(endpoint, input.params, options) as Record<string, unknown>,
      enabled: options.enabled ?? true,
      ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
      ...(options.every !== undefined && { refetchInterval: options.every }),
      placeholderData: ((previous: unknown, query: { queryKey: readonly unknown[] } | undefined) =>
        query && JSON.stringify(query.queryKey[1]) === params ? previous : undefined) as never,
    },
    queryClient,
  )
}

/**
 * Refetches the queries on screen of `subject`, and invalidates the others. With `ids`, single records of other rows are
 * not affected.
 * @returns when the queries on screen are refetched
 */
export function refetchSubject(subject: Subject, ids?: readonly number[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ meta }) => {
      const about = meta as QueryMeta | undefined
      if (!about?.subjects) return false
      if (about.subjects === 'any') return true
      if (!about.subjects.includes(subject)) return false
      return about.row === undefined || !ids || ids.length === 0 || ids.includes(about.row)
    },
  })
}

/** `refetchSubject` for callers that do not wait for the replies. */
export function invalidateSubject(subject: Subject, ids?: readonly number[]): void {
  void refetchSubject(subject, ids)
}

export interface Command<E extends Endpoint> {
  /** @throws {ApiError} */
  run: (input?: Omit<CallInput<E>, 'idempotencyKey'>) => Promise<Reply<E>>
  pending: boolean
  error: ApiError | null
  reset: () => void
}

/**
 * A changing call of a button or form. One intent has one Idempotency-Key: retrying the same input after a network or
 * server failure repeats the key, so that nothing is done twice.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  options: { onDone?: (reply: Reply<E>) => void; subjects?: readonly Subject[] } = {},
): Command<E> {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const intent = useRef<{ input: string; key: string } | null>(null)
  const latest = useRef(options)
  latest.current = options

  const run = useCallback(
    async (input: Omit<CallInput<E>, 'idempotencyKey'> = {}) => {
      const text = JSON.stringify([input.params, input.query, input.body])
      if (intent.current?.input !== text) intent.current = { input: text, key: newKey() }
      setPending(true)
      setError(null)
      try {
        const reply = await call(endpoint, { ...input, idempotencyKey: intent.current.key } as CallInput<E>)
        intent.current = null
        const own = subjectOf(endpoint)
        for (const subject of latest.current.subjects ?? (own ? [own] : [])) invalidateSubject(subject)
        latest.current.onDone?.(reply)
        return reply
      } catch (cause) {
        const failure = cause as ApiError
        // After a rejection the next attempt is a new intent; without a reply or after a server error it may be the
        // same.
        if (failure.status >= 400 && failure.status < 500) intent.current = null
        // Another user has changed the record: it is refetched.
        const stale = failure.code === 'stale_version' ? subjectOf(endpoint) : undefined
        if (stale) invalidateSubject(stale)
        setError(failure)
        throw cause
      } finally {
        setPending(false)
      }
    },
    [endpoint],
  )
  const reset = useCallback(() => setError(null), [])
  return { run, pending, error, reset }
}

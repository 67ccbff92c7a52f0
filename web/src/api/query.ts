import type { Subject } from '@trunkline/contract/abilities'
import type { Endpoint, Params, QueryInput, Reply } from '@trunkline/contract/endpoint'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { call, type CallInput, type ApiError } from './call.ts'
import { newKey } from './request.ts'
import { queryClient } from './query-client.ts'

/** What a query is about: an announced change of one of the subjects fetches it again. */
export interface QueryMeta extends Record<string, unknown> {
  subjects: readonly Subject[] | 'any'
  /** The row a `show` is about, so that a change of other rows leaves it alone. */
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
  /** False waits: for a parameter that is not known yet, or an ability that is missing. */
  enabled?: boolean
  /** Milliseconds for which an answer counts as fresh; default 15 s. */
  staleTime?: number
  /** Milliseconds after which it is asked again, for what no live message tells; not while the page is hidden. */
  every?: number
  /** Further subjects whose changes show in this answer; `any` for overviews. */
  subjects?: readonly Subject[] | 'any'
  /** The row that changes are announced of, where it is not the id of a `show`: the device of a command. */
  row?: number | undefined
}

/**
 * The answer of a GET endpoint, kept and refetched by react-query. Rows of the previous page or filter stay until the
 * new ones are there; another record's never do.
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

/** Fetches again, or marks for it, everything that shows `subject`. With `ids`, single records of other rows are left alone. */
export function invalidateSubject(subject: Subject, ids?: readonly number[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ meta }) => {
      const about = meta as QueryMeta | undefined
      if (!about?.subjects) return false
      if (about.subjects === 'any') return true
      if (!about.subjects.includes(subject)) return false
      return about.row === undefined || !ids || ids.length === 0 || ids.includes(about.row)
    },
  })
}

export interface Command<E extends Endpoint> {
  /** @throws {ApiError} */
  run: (input?: Omit<CallInput<E>, 'idempotencyKey'>) => Promise<Reply<E>>
  pending: boolean
  error: ApiError | null
  reset: () => void
}

/**
 * A changing call behind a button or form. One intent has one Idempotency-Key: trying the same input again after the
 * network or the server failed repeats the key, so that what was already done is not done twice.
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
        // Answered and refused: the next try is a new intent. Unanswered or failed inside: it may be the same one.
        if (failure.status >= 400 && failure.status < 500) intent.current = null
        // What is shown was changed by somebody else: it is read again.
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

import type { Reply } from '@trunkline/contract/endpoint'
import { radiusSessions, type CoaRow } from '@trunkline/contract/resources/radius-session'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { isFinal } from './coa-status.ts'

/** A request that the panel has accepted, as the call answers it. */
export type AcceptedRequest = Reply<typeof radiusSessions.disconnect>['data'][number]

export interface CoaResults {
  /** The known rows, by the id of the request. */
  rows: ReadonlyMap<number, CoaRow>
  /** How many requests have a final state. */
  finished: number
  /** Some took longer than the timeout; the list of requests shows their results. */
  timedOut: boolean
  /** Set while the results cannot be read; they are read again. */
  error: unknown
}

/** Requests read by one call: as many as one page has. */
const batchSize = 50
/** Milliseconds between two reads: at first, and after ten seconds. */
const firstInterval = 700
const laterInterval = 2500
/** Milliseconds: three attempts of three seconds for each NAS, and time in the queue. */
const timeout = 90_000

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

async function read(ids: readonly number[], signal: AbortSignal): Promise<CoaRow[]> {
  const rows: CoaRow[] = []
  for (let from = 0; from < ids.length; from += batchSize) {
    const search = `id:${ids.slice(from, from + batchSize).join(',')}`
    const { data } = await call(radiusSessions.coa, { query: { search, searchFields: 'id:in', perPage: 50 }, signal })
    rows.push(...data)
  }
  return rows
}

/** Reads the results of requests to NAS devices until each has a final state. */
export function useCoaResults(requests: readonly AcceptedRequest[] | null): CoaResults {
  const [results, setResults] = useState<CoaResults>({ rows: new Map(), finished: 0, timedOut: false, error: null })
  useEffect(() => {
    if (!requests || requests.length === 0) return
    const stop = new AbortController()
    const { signal } = stop
    const follow = async () => {
      const rows = new Map<number, CoaRow>()
      const began = Date.now()
      for (let open = requests.map((request) => request.id); open.length > 0 && !signal.aborted;) {
        const age = Date.now() - began
        if (age > timeout) return setResults((before) => ({ ...before, timedOut: true }))
        await wait(age < 10_000 ? firstInterval : laterInterval, signal)
        let error: unknown = null
        try {
          for (const row of await read(open, signal)) rows.set(row.id, row)
        } catch (cause) {
          error = cause
        }
        if (signal.aborted) return
        open = open.filter((id) => !isFinal(rows.get(id)?.state ?? 'queued'))
        setResults({ rows: new Map(rows), finished: requests.length - open.length, timedOut: false, error })
      }
    }
    void follow()
    return () => stop.abort()
  }, [requests])
  return results
}

import { radiusSessions, type CoaRow } from '@trunkline/contract/resources/radius-session'
import type { CoaState } from '@trunkline/contract/resources/radius-enums'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { isFinal } from './coa-words.ts'

/** A request as it was put, before anything is known of its answer. */
export interface Asked {
  id: number
  session_id: string
  state: CoaState
}

export interface Answers {
  /** What is known of each request, by its id. */
  known: ReadonlyMap<number, CoaRow>
  /** How many requests have come to their end. */
  finished: number
  /** It takes longer than NAS devices are given: the rest is left to the list of requests. */
  expired: boolean
  /** Set while the answers can not be read; they are asked for all the same. */
  error: unknown
}

/** Requests that one question names: as many as an address holds. */
const atOnce = 50
const firstWait = 700
const longWait = 2500
/** Three tries of three seconds for each NAS, and time in the queue. */
const patience = 90_000

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
  for (let from = 0; from < ids.length; from += atOnce) {
    const search = `id:${ids.slice(from, from + atOnce).join(',')}`
    const { data } = await call(radiusSessions.coa, { query: { search, searchFields: 'id:in', perPage: 50 }, signal })
    rows.push(...data)
  }
  return rows
}

/** Follows requests to NAS devices until each has come to its end. A request is not done by being asked. */
export function useAnswers(requested: readonly Asked[] | null): Answers {
  const [answers, setAnswers] = useState<Answers>({ known: new Map(), finished: 0, expired: false, error: null })
  useEffect(() => {
    if (!requested || requested.length === 0) return
    const stop = new AbortController()
    const { signal } = stop
    const follow = async () => {
      const known = new Map<number, CoaRow>()
      const began = Date.now()
      for (let open = requested.map((request) => request.id); open.length > 0 && !signal.aborted;) {
        const age = Date.now() - began
        if (age > patience) return setAnswers((before) => ({ ...before, expired: true }))
        await wait(age < 10_000 ? firstWait : longWait, signal)
        let error: unknown = null
        try {
          for (const row of await read(open, signal)) known.set(row.id, row)
        } catch (cause) {
          error = cause
        }
        if (signal.aborted) return
        open = open.filter((id) => !isFinal(known.get(id)?.state ?? 'queued'))
        setAnswers({ known: new Map(known), finished: requested.length - open.length, expired: false, error })
      }
    }
    void follow()
    return () => stop.abort()
  }, [requested])
  return answers
}

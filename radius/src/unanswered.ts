import pg from 'pg'
import { readClientCounters, type Control } from './control.ts'
import type { Log } from './launch.ts'

/** Number of NAS devices whose counters are read per round. With more of them, rounds cycle through all. */
const perRound = 200

/** The meaning of a growing FreeRADIUS counter for a client's packets. */
const reasons = { bad_authenticator: 'bad-authenticator', malformed: 'missing-authenticator' } as const
type Counter = keyof typeof reasons
/** A Message-Authenticator is required of login requests only (RFC 2869, 5.14). */
const watched: readonly (readonly ['auth' | 'acct', Counter])[] = [
  ['auth', 'bad_authenticator'],
  ['auth', 'malformed'],
  ['acct', 'bad_authenticator'],
]

export interface UnansweredOptions {
  /** Address of the database as the role trunkline_radius. */
  databaseUrl: string
  control: Control
  log: Log
  intervalMs?: number
}

/**
 * Reports packets of known NAS devices that FreeRADIUS drops without a log line: a wrong secret or
 * Message-Authenticator increments `bad_authenticator` of the client, a missing required one `malformed`.
 * Reads these counters of at most 200 NAS devices every `intervalMs` (15 s) and reports their growth to
 * `panel.radius_unanswered`, which decides whether the reason applies to the NAS. Counts from before the start are
 * not reported. The addresses come from the database: `show client list` of FreeRADIUS 3.2.1 stops at the first
 * removed client. An error is logged once, and the next round retries and reports the missed counts.
 */
export function watchUnanswered({ databaseUrl, control, log, intervalMs = 15_000 }: UnansweredOptions): {
  stop(): Promise<void>
} {
  /** Last reported counters, by address, then by port and counter. */
  const reported = new Map<string, Map<string, number>>()
  /** Start of the next round; null: at the first address. */
  let after: string | null = null
  /** Until all addresses were read once, the counters are from before the start. */
  let isFirstPass = true
  let seen = new Set<string>()
  let failing = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  const report = async (client: pg.Client, address: string, packet: 'auth' | 'acct', counter: Counter, now: number) => {
    const of = reported.get(address) ?? new Map<string, number>()
    reported.set(address, of)
    const key = `${packet} ${counter}`
    const before = of.get(key) ?? (isFirstPass ? now : 0)
    // A client that was read again restarts at zero.
    const growth = now < before ? now : now - before
    if (growth > 0)
      await client.query('select panel.radius_unanswered($1, $2, $3, $4)', [address, reasons[counter], growth, packet])
    of.set(key, now)
  }

  const work = async () => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'trunkline radius unanswered',
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ address: string }>(
        'select host(address) as address from panel.radius_addresses($1, $2) address',
        [after, perRound],
      )
      const addresses = rows.map((row) => row.address)
      for (const [i, counters] of (await readClientCounters(control, addresses)).entries()) {
        const address = addresses[i]!
        for (const [packet, counter] of watched)
          await report(client, address, packet, counter, counters[packet][counter] ?? 0)
        seen.add(address)
      }
      after = addresses.at(-1) ?? null
      if (addresses.length < perRound) {
        after = null
        isFirstPass = false
        for (const address of reported.keys()) if (!seen.has(address)) reported.delete(address)
        seen = new Set()
      }
    } finally {
      await client.end().catch(() => {})
    }
  }
  const run = async () => {
    await work().then(
      () => (failing = false),
      (error: unknown) => {
        if (!failing) log.warn({ err: error }, 'dropped packets of NAS devices could not be read or reported')
        failing = true
      },
    )
    if (!stopped) timer = setTimeout(start, intervalMs).unref()
  }
  const start = () => {
    round = run()
  }
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}

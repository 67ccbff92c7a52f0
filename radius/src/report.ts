import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { BufferState } from './launch.ts'
import type { RadiusStatus } from './status.ts'

/** A server's report about itself; see the table radius_server. */
export interface RadiusReport extends RadiusStatus {
  /** Version of FreeRADIUS; '' if unknown. */
  version: string
  authPort: number
  acctPort: number
  buffer: BufferState
}

/** Milliseconds between two reports. */
export const reportEveryMs = 15_000

/** @param folder a folder that no other FreeRADIUS of this machine uses; its hash distinguishes them */
export const hostKey = (folder: string): string =>
  `${hostname()}/${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`

/**
 * Stores a report.
 * @param query runs a statement, as trunkline_radius or trunkline_app_all
 */
export async function storeReport(
  query: (sql: string, values: unknown[]) => Promise<unknown>,
  folder: string,
  { state, detail, version, authPort, acctPort, buffer }: RadiusReport,
): Promise<void> {
  await query('select panel.radius_status($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    hostKey(folder),
    hostname(),
    state,
    JSON.stringify(detail),
    version,
    authPort,
    acctPort,
    buffer.bytes,
    // The reader leaves empty files behind.
    buffer.bytes > 0 ? (buffer.since ?? null) : null,
  ])
}

/**
 * Sends reports sequentially. Requests during a report are combined into one more report, so that a hanging
 * database has at most one pending query.
 */
export function createReporter(
  store: () => Promise<void>,
  log: { warn(details: object, message: string): void },
): {
  send(): Promise<void>
} {
  let sending: Promise<void> | undefined
  let again = false
  let failing = false
  const run = async () => {
    do {
      again = false
      try {
        await store()
        failing = false
      } catch (error) {
        // Logged once, because the next reports would repeat it four times a minute.
        if (!failing) log.warn({ err: error }, 'the state of FreeRADIUS could not be reported')
        failing = true
      }
    } while (again)
  }
  return {
    send() {
      if (sending !== undefined) again = true
      return (sending ??= run().finally(() => (sending = undefined)))
    },
  }
}

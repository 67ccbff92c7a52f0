import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** The fields of postmaster.pid that we use; the file also remains after a crash. */
export type Postmaster = { pid: number; port: number; status: string }

/**
 * Reads postmaster.pid, whose lines are: process, data folder, start time, port, socket folder,
 * listen address, shared memory key, status (src/include/utils/pidfile.h of PostgreSQL).
 */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() }
  } catch {
    return undefined
  }
}

/** Runs one statement on its own connection and returns the rows. */
export async function queryOnce<T extends object = Record<string, unknown>>(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<T[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A server that stops between two statements must not end this process.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql, values)).rows as T[]
  } finally {
    await client.end().catch(() => {})
  }
}

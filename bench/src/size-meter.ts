import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Cost of one request in milliseconds: until the reply was read, and CPU of the panel and the database. */
export interface Cost {
  ms: number
  cpu: number
  status: number
}

export interface Meter {
  request(bearer: string, path: string, init?: RequestInit): Promise<Cost>
  json(bearer: string, path: string, init?: RequestInit): Promise<unknown>
  /** Clears the panel's caches of lists, as a change of any row does. */
  forget(): Promise<void>
  close(): Promise<void>
}

/** CPU nanoseconds of a process; 0 if it has ended. */
function cpuNanoseconds(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
      0,
    )
  } catch {
    return 0
  }
}

/** Measures requests to a panel on this machine, with its database beside it (Linux). */
export async function createMeter(ownerUrl: string, panel: number, port: number): Promise<Meter> {
  const client = new pg.Client({ connectionString: ownerUrl })
  // It ends with the database.
  client.on('error', () => {})
  await client.connect()
  const used = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`,
    )
    return [panel, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + cpuNanoseconds(pid), 0)
  }
  const send = (bearer: string, path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...init?.headers },
    })
  return {
    async request(bearer, path, init) {
      const before = await used()
      const from = performance.now()
      const reply = await send(bearer, path, init)
      await reply.arrayBuffer()
      const ms = performance.now() - from
      return { ms, cpu: ((await used()) - before) / 1e6, status: reply.status }
    },
    json: async (bearer, path, init) => (await send(bearer, path, init)).json(),
    async forget() {
      await client.query(`select pg_notify('trunkline_changed', '{"subject":"companies","ids":[],"companies":[]}')`)
      await sleep(5)
    },
    close: () => client.end(),
  }
}

/** The quantile of a list. */
export function percentile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

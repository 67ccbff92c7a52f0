import type { AnyMessage } from '@trunkline/contract/errors'
import { withSystem } from '../../db/system-transaction.ts'
import { startWorkers } from '../../jobs/workers.ts'
import { createLog } from '../../log.ts'
import { sessionTasks } from '../../sessions/tasks.ts'
import { createTestDatabase } from '../database.ts'
import { startTestNas, type NasBehaviour, type ReceivedRequest } from '../nas.ts'
import { nasSecret, seedRadiusTenants, testKey } from '../radius.ts'
import { until } from '../radius-here.ts'

interface OnlineSession {
  address_list?: string
  calling?: string | null
  nas_username?: string
  ip?: string
  octets?: [number, number]
}

interface RequestRow {
  kind: string
  state: string
  reason: string
  error_cause: number | null
  detail: AnyMessage | null
  conclusion: string | null
  attempt: number
}

/**
 * A database with sessions, the workers that send CoA and Disconnect requests, and a NAS that receives them over UDP.
 * @param behave what the NAS does with a request
 */
export async function setupCoaFixture(behave: (request: ReceivedRequest) => NasBehaviour) {
  const database = await createTestDatabase()
  const query = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    (await database.databases.appAll.query(sql, values)).rows as T[]
  const tenants = await seedRadiusTenants({ query } as never)
  const nas = await startTestNas(nasSecret, behave)
  const ids = {
    mikrotik: await tenants.nas('127.0.0.2', { vendor: 'mikrotik', coa_port: nas.port }),
    // Nothing listens there: the test checks what is sent.
    cisco: await tenants.nas('127.0.0.3', { vendor: 'cisco', coa_port: nas.port }),
  }
  const radius = { historyMonths: 13 } as never
  const workers = await startWorkers({
    databases: database.databases,
    tasks: sessionTasks({ key: testKey, radius }, database.url),
    log: createLog('silent'),
    concurrency: 4,
  })
  return {
    database,
    query,
    tenants,
    nas,
    ids,
    system: <T>(work: Parameters<typeof withSystem<T>>[1]) => withSystem(database.databases, work),
    /** A running session. @returns its id */
    async online(service_id: number, username: string, nas_id: number, more: OnlineSession = {}) {
      const uid = `${username}-${Math.random()}`
      const { address_list = null, calling = 'aa', nas_username = null, ip = '100.64.0.9', octets = [0, 0] } = more
      await query(
        `insert into session_live (uid, acct_session_id, service_id, username, company_id, nas_id, calling, framed_ip, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, address_list, nas_username)
        select $1, 's-' || $3, s.id, $3, s.company_id, $4, $6, $8, now() - interval '60 seconds', now(), 60, $9, $10, s.ancestor_ids, $5, $7 from service s where s.id = $2`,
        [uid, service_id, username, nas_id, address_list, calling, nas_username, ip, ...octets],
      )
      return uid
    },
    /** The requests about a service, once `count` of them have a result. */
    async settled(service_id: number, count = 1) {
      const read = () =>
        query<RequestRow>(
          'select kind, state, reason, error_cause, detail, conclusion, attempt from coa_request where service_id = $1 order by id',
          [service_id],
        )
      await until(async () => {
        const rows = await read()
        return rows.filter((row) => !['queued', 'sent'].includes(row.state)).length >= count
      }, 20_000)
      return read()
    },
    async stop() {
      await workers.stop(1000)
      await nas.stop()
      await database.drop()
    },
  }
}

export type CoaFixture = Awaited<ReturnType<typeof setupCoaFixture>>

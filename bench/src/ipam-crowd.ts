import { sql } from 'kysely'
import { openDatabases } from '../../server/src/db/databases.ts'
import { withTenant } from '../../server/src/db/tenant-transaction.ts'
import type { Tx } from '../../server/src/db/pool.ts'
import { allocateSubnets } from '../../server/src/features/ipam/allocate.ts'
import { assignAddress } from '../../server/src/features/ipam/assign.ts'
import { nodes } from './seed-ipam.ts'

/** Concurrent clients. */
const crowd = 16
/** Connections of the panel's pool for them, as by default (`DATABASE_POOL_ALL`). */
const connections = 8

interface Way {
  name: string
  allocate(tx: Tx): Promise<string>
  /** The node whose free and used counts are checked afterwards. */
  node?: number
}

const ways: Way[] = [
  {
    name: 'addresses of one pool',
    allocate: async (tx) => (await assignAddress(tx, { subnet_id: nodes.contendedPool, ip: 'auto' })).ip,
    node: nodes.contendedPool,
  },
  {
    name: '/29 networks of one container',
    allocate: async (tx) =>
      (
        await allocateSubnets(tx, {
          parent_id: nodes.contendedSubnets,
          net: 'auto',
          prefix: 29,
          attributes: { type: 'network' },
        })
      )[0]!.net,
    node: nodes.contendedSubnets,
  },
  {
    name: 'the other way: advisory lock and gap scan, addresses',
    allocate: async (tx) =>
      (await sql<{ address: string }>`select host(naive_take('10.80.0.0/16')) as address`.execute(tx)).rows[0]!.address,
  },
]

/** Sixteen clients allocate from one node in tenant transactions, each of which is on disk when it is acknowledged. */
export async function contendedPools(url: string, seconds: number, line: (cells: string[]) => void): Promise<void> {
  line([`\n${crowd} clients on one node`, 'per second', 'median ms', 'p99 ms'])
  const databases = await openDatabases({ ownerUrl: url, pool: { app: 1, appAll: connections } })
  const query = <T>(work: (tx: Tx) => Promise<T>) =>
    withTenant(databases, { company_id: 1, everything: true }, { write: true }, work)
  for (const { name, allocate, node } of ways) {
    // Functions are parsed once per connection; the panel's connections are warm.
    await Promise.all(Array.from({ length: crowd * 4 }, () => query(allocate)))
    const allocated: string[] = []
    const took: number[] = []
    const until = Date.now() + seconds * 1000
    const from = performance.now()
    await Promise.all(
      Array.from({ length: crowd }, async () => {
        while (Date.now() < until) {
          const started = performance.now()
          allocated.push(await query(allocate))
          took.push(performance.now() - started)
        }
      }),
    )
    const elapsed = (performance.now() - from) / 1000
    if (new Set(allocated).size !== allocated.length) throw new Error(`${name}: an address was allocated twice`)
    if (node !== undefined) {
      const { rows } = await query((tx) =>
        sql<{
          balanced: boolean
        }>`select used + (select coalesce(sum(ip_size(f.net)), 0) from free_block f where f.parent_id = s.id) = ip_size(net) as balanced from subnet s where id = ${node}`.execute(
          tx,
        ),
      )
      if (!rows[0]!.balanced) throw new Error(`${name}: free and used do not add up`)
    }
    took.sort((a, b) => a - b)
    const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!.toFixed(1)
    line([name, (allocated.length / elapsed).toFixed(0), at(0.5), at(0.99)])
  }
  await databases.close()
}

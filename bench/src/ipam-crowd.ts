import pg from 'pg'
import { nodes } from './seed-ipam.ts'

/** Clients at once. */
const crowd = 16

interface Way {
  name: string
  sql: string
  values: unknown[]
  /** The node whose books have to balance afterwards. */
  node?: number
}

const ways: Way[] = [
  {
    name: 'addresses of one pool',
    sql: 'select host(ip) as taken from ip_take_addresses($1, null, 1, null, null, null, null, null, null, null, null, null, null)',
    values: [nodes.hotPool],
    node: nodes.hotPool,
  },
  {
    name: '/29 networks of one container',
    sql: `select net::text as taken from ip_allocate($1, null, null, 29, 1, false, null, null, null, null, '{"type":"network"}')`,
    values: [nodes.hotSubnets],
    node: nodes.hotSubnets,
  },
  {
    name: 'the other way: advisory lock and gap scan, addresses',
    sql: 'select host(naive_take($1)) as taken',
    values: ['10.80.0.0/16'],
  },
]

/** Sixteen clients take from one node, each take a transaction of its own that is on disk when it is told. */
export async function hotPools(url: string, seconds: number, line: (cells: string[]) => void): Promise<void> {
  line([`\n${crowd} clients on one node`, 'per second', 'median ms', 'p99 ms'])
  for (const { name, sql, values, node } of ways) {
    const clients = await Promise.all(
      Array.from({ length: crowd }, async () => {
        const client = new pg.Client({
          connectionString: url,
          options: '-c role=trunkline_app_all -c app.company=1 -c jit=off',
        })
        await client.connect()
        return client
      }),
    )
    const taken: string[] = []
    const took: number[] = []
    const until = Date.now() + seconds * 1000
    const from = performance.now()
    await Promise.all(
      clients.map(async (client) => {
        while (Date.now() < until) {
          const begun = performance.now()
          const { rows } = await client.query<{ taken: string }>({ name: 'take', text: sql, values })
          took.push(performance.now() - begun)
          taken.push(rows[0]!.taken)
        }
      }),
    )
    const elapsed = (performance.now() - from) / 1000
    if (new Set(taken).size !== taken.length) throw new Error(`${name}: something was given twice`)
    if (node !== undefined) {
      const { rows } = await clients[0]!.query<{ balanced: boolean }>(
        'select used + (select coalesce(sum(ip_size(f.net)), 0) from free_block f where f.parent_id = s.id) = ip_size(net) as balanced from subnet s where id = $1',
        [node],
      )
      if (!rows[0]!.balanced) throw new Error(`${name}: free and used are not the whole`)
    }
    for (const client of clients) await client.end()
    took.sort((a, b) => a - b)
    const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!.toFixed(1)
    line([name, (taken.length / elapsed).toFixed(0), at(0.5), at(0.99)])
  }
}

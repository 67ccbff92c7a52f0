import { fileURLToPath } from 'node:url'
import { RouterOSAPI } from 'node-routeros'
import { connect } from '@trunkline/routeros'
import { endProcesses, start } from './processes.ts'

/**
 * The same reads of one simulated router through our client and through node-routeros: requests per second, and CPU of
 * this process per request. The router has a separate process; the two clients alternate in this one, and the median of
 * the ratios is reported. `ROUNDS` (5), `SECONDS` per turn (2), `LEASES` (2000).
 */
const rounds = Number(process.env['ROUNDS'] ?? 5)
const seconds = Number(process.env['SECONDS'] ?? 2)

let port = 0
await start(
  fileURLToPath(new URL('routeros-router.ts', import.meta.url)),
  [],
  {},
  (child) =>
    new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error('The router did not start.')))
      child.once('message', (message: { port: number }) => {
        port = message.port
        resolve()
      })
    }),
)

const login = { host: '127.0.0.1', port, user: 'admin', password: '' }
const ours = await connect({ ...login, transport: 'api' })
const theirs = new RouterOSAPI({ ...login, timeout: 60 })
await theirs.connect()

interface Read {
  name: string
  rows: number
  ours: () => Promise<unknown[]>
  theirs: () => Promise<unknown[]>
}
const read = async (name: string, menu: string): Promise<Read> => ({
  name,
  rows: (await ours.print(menu)).length,
  ours: () => ours.print(menu),
  theirs: () => theirs.write([`/${menu}/print`]) as Promise<unknown[]>,
})
const reads = [await read('one row', 'system/resource'), await read('leases', 'ip/dhcp-server/lease')]

interface TurnResult {
  perSecond: number
  /** Milliseconds of CPU per request. */
  cpu: number
}

/** Sends requests for some seconds with a given number in flight. */
async function turn(query: () => Promise<unknown[]>, rows: number, inFlight: number): Promise<TurnResult> {
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  let count = 0
  const until = started + seconds * 1_000
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < until) {
        const got = await query()
        if (got.length !== rows) throw new Error(`${got.length} rows instead of ${rows}.`)
        count++
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpuBefore)
  return { perSecond: count / ((performance.now() - started) / 1_000), cpu: (user + system) / 1_000 / count }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

console.log('read            in flight   ours/s  theirs/s  ratio   ours ms CPU  theirs ms CPU  ratio')
for (const one of reads)
  for (const inFlight of [1, 4]) {
    // An unmeasured turn each, so that both are compiled.
    await turn(one.ours, one.rows, inFlight)
    await turn(one.theirs, one.rows, inFlight)
    const turns: { ours: TurnResult; theirs: TurnResult }[] = []
    for (let round = 0; round < rounds; round++) {
      const first = round % 2 === 0 ? one.ours : one.theirs
      const a = await turn(first, one.rows, inFlight)
      const b = await turn(first === one.ours ? one.theirs : one.ours, one.rows, inFlight)
      turns.push(first === one.ours ? { ours: a, theirs: b } : { ours: b, theirs: a })
    }
    const of = (pick: (turn: { ours: TurnResult; theirs: TurnResult }) => number, digits: number, width: number) =>
      middle(turns.map(pick)).toFixed(digits).padStart(width)
    console.log(
      `${`${one.name} (${one.rows})`.padEnd(16)}${String(inFlight).padStart(9)}` +
        of((turn) => turn.ours.perSecond, 0, 9) +
        of((turn) => turn.theirs.perSecond, 0, 10) +
        of((turn) => turn.ours.perSecond / turn.theirs.perSecond, 2, 7) +
        of((turn) => turn.ours.cpu, 3, 14) +
        of((turn) => turn.theirs.cpu, 3, 15) +
        of((turn) => turn.theirs.cpu / turn.ours.cpu, 2, 7),
    )
  }

await ours.close()
await theirs.close()
await endProcesses()

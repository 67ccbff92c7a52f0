/**
 * Runs many simulated routers in one process, for benchmarks:
 *
 *   npx tsx simulator/src/main.ts --count 2000 --host 127.10.0.1 --port 8728
 *
 * Each has its own address, counted up from the first; with `--port 0` they share the address and have separate
 * ports. `--per-site 5` makes each five of them neighbours. Prints one line of JSON per router: { index, host, ports, identity, serial, personality }, then
 * { ready: count, memory: bytes }. Ends on SIGINT or SIGTERM.
 */
import { parseArgs } from 'node:util'
import type { PersonalityName } from './personalities/personality.ts'
import { formatAddress, parseAddress } from './router/values.ts'
import { startSimulator, type Simulator } from './simulator.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8728' },
    rest: { type: 'string' },
    personality: { type: 'string' },
    version: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string', default: '' },
    speed: { type: 'string', default: '1' },
    pace: { type: 'string' },
    caps: { type: 'string' },
    clients: { type: 'string' },
    'per-site': { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
})

const kinds: readonly PersonalityName[] = ['v7-wifi', 'v7-wireless', 'v6-capsman', 'lte', 'switch', 'chr']
const wanted = kinds.find((name) => name === values.personality)
if (values.personality !== undefined && wanted === undefined) {
  throw new Error(`--personality must be one of ${kinds.join(', ')}`)
}
const perSite = values['per-site'] === undefined ? undefined : Number(values['per-site'])
const count = Number(values.count)
const port = Number(values.port)
const first = parseAddress(values.host)
if (first === undefined) throw new Error('--host must be an IPv4 address')

const running: Simulator[] = []
for (let index = 0; index < count; index++) {
  const personality = wanted ?? kinds[index % kinds.length] ?? 'v7-wifi'
  const simulator = await startSimulator({
    personality,
    ...(values.version === undefined ? {} : { version: values.version }),
    host: formatAddress(port === 0 ? first : first + index),
    api: port,
    ...(values.rest === undefined ? {} : { rest: Number(values.rest) }),
    identity: `router-${index + 1}`,
    users: [{ name: values.user, password: values.password }],
    seed: index + 1,
    speed: Number(values.speed),
    ...(values.caps === undefined ? {} : { caps: Number(values.caps) }),
    ...(values.clients === undefined ? {} : { clients: Number(values.clients) }),
    ...(perSite === undefined ? {} : { site: `site-${Math.floor(index / perSite) + 1}` }),
    ...(values.pace === undefined ? {} : { requestsPerSecond: Number(values.pace) }),
  })
  running.push(simulator)
  if (!values.quiet) {
    const { host, ports, serial } = simulator
    console.log(JSON.stringify({ index, host, ports, identity: `router-${index + 1}`, serial, personality }))
  }
}
console.log(JSON.stringify({ ready: count, memory: process.memoryUsage().rss }))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void Promise.all(running.map((simulator) => simulator.stop())).then(() => process.exit(0))
  })
}

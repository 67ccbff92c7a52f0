import type { Fault, Simulator } from '@trunkline/simulator'
import { afterAll, expect, test } from 'vitest'
import { setupDeviceFixture, type CommandSeen } from '../testing/devices/device-fixture.ts'

/** The nightly run takes 10,000. */
const pushes = Number(process.env['GUARDED_PUSHES'] ?? 300)
/** Concurrent routers: each push spends most of its time waiting. */
const concurrency = 16

const fixture = await setupDeviceFixture()
const { createService, router, device, runCommand } = fixture
afterAll(async () => {
  await fixture.end()
  await fixture.drop()
})

/** The same pushes for the same seed (mulberry32). */
function random(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** The error injected at one of the commands of a push. */
const places: readonly { menu: string; verb: string }[] = [
  { menu: 'ip/address', verb: 'set' },
  { menu: 'ip/address', verb: 'print' },
  { menu: 'system/script', verb: 'add' },
  { menu: 'system/script', verb: 'remove' },
  { menu: 'system/script', verb: 'print' },
  { menu: 'system/script/job', verb: 'print' },
  { menu: 'system/device-mode', verb: 'print' },
  { menu: '', verb: 'execute' },
  { menu: 'system/scheduler', verb: 'add' },
  { menu: 'system/scheduler', verb: 'remove' },
  { menu: 'system/scheduler', verb: 'print' },
  { menu: 'system/clock', verb: 'print' },
  { menu: 'file', verb: 'remove' },
  { menu: 'file', verb: 'print' },
]
const kinds: readonly ((pick: (below: number) => number) => Fault)[] = [
  (pick) => ({ kind: 'slow', ms: pick(400) }),
  (pick) => ({ kind: 'cut', afterBytes: pick(12), does: pick(2) === 0 }),
  (pick) => ({ kind: 'cut', midReply: true, does: pick(2) === 0 }),
  () => ({ kind: 'refuse', message: 'failure: not now', category: 4 }),
  () => ({ kind: 'lie' }),
  () => ({ kind: 'halfApply' }),
  (pick) => ({ kind: 'reboot', does: pick(2) === 0 }),
]

interface Push {
  values: Record<string, string>
  /** Whether the change locks the panel out. */
  cutsOff: boolean
  errors: Fault[]
}

function pushOf(pick: (below: number) => number, n: number): Push {
  const cutsOff = pick(4) === 0
  const values: Record<string, string> = cutsOff
    ? pick(2) === 0
      ? { address: `10.9.${n % 250}.1/24`, comment: `push ${n}` }
      : { disabled: 'yes', comment: `push ${n}` }
    : { comment: `push ${n}`, ...(pick(3) === 0 && { interface: pick(2) === 0 ? 'ether4' : 'ether5' }) }
  const errors = Array.from({ length: pick(3) }, () => ({
    ...(kinds[pick(kinds.length)] as (typeof kinds)[number])(pick),
    ...(places[pick(places.length)] as (typeof places)[number]),
    nth: 1 + pick(3),
  }))
  return { values, cutsOff, errors: errors }
}

type RouterRow = Record<string, string>
const management = (sim: Simulator): RouterRow => ({
  ...sim.table('ip/address').find((row) => row['dynamic'] !== 'true')!,
})
const on = (text: string | undefined) => text === 'true' || text === 'yes'
const has = (row: RouterRow, values: Record<string, string>) =>
  Object.entries(values).every(([name, value]) =>
    name === 'disabled' ? on(row[name]) === on(value) : row[name] === value,
  )
const isSame = (a: RouterRow, b: RouterRow) =>
  ['address', 'interface', 'comment'].every((name) => a[name] === b[name]) && on(a['disabled']) === on(b['disabled'])
const armedRollbacks = (sim: Simulator) =>
  sim.table('system/scheduler').filter((row) => row['name']?.startsWith('trunkline-')).length

const leftFiles = (sim: Simulator) => sim.table('file').filter((row) => /^trunkline-\d/.test(row['name'] ?? '')).length

/** The contradiction between a push's reported result and the router; undefined: none. */
function errorOf(push: Push, end: CommandSeen, before: RouterRow, sim: Simulator): string | undefined {
  const after = management(sim)
  if (leftFiles(sim) > 1) return 'more than one backup left'
  if (end.state === 'done') {
    if (!has(after, push.values)) return 'a false success'
    if (push.cutsOff) return 'a success without a connection'
    if (armedRollbacks(sim) > 0) return 'a success that will be undone'
    return undefined
  }
  if (end.state === 'queued' || end.state === 'running') return 'no end'
  // A partly changed device must be reported as unknown.
  if (end.state !== 'unknown' && end.state !== 'differs' && !isSame(after, before))
    return `reported as ${end.state}, but changed`
  return undefined
}

/** No router may stay locked out: it rolls back, whatever happened to the command. */
async function settled(sim: Simulator, push: Push): Promise<boolean> {
  for (const end = Date.now() + 6000; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
    if (!(push.cutsOff && has(management(sim), push.values)) && armedRollbacks(sim) === 0) return true
  return false
}

test(`${pushes} guarded pushes with errors: no false success, every partial change reported, every lock-out rolled back`, async () => {
  const devices = createService()
  const seed = Number(process.env['GUARDED_SEED'] ?? 1)
  const counts: Record<string, number> = {}
  const wrong: string[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(concurrency, pushes) }, async () => {
      let sim = await router()
      let id = await device({ router: sim })
      while (next < pushes) {
        const n = next++
        const push = pushOf(random(seed * 1_000_003 + n), n)
        const before = management(sim)
        for (const error of push.errors) sim.faults.add(error)
        const end = await runCommand(devices, {
          hardware_id: id,
          kind: 'change',
          label: String(n),
          guarded: true,
          change: { steps: [{ menu: 'ip/address', verb: 'set', id: before['.id'] as string, values: push.values }] },
        })
        sim.faults.clear()
        counts[end.state] = (counts[end.state] ?? 0) + 1
        const notify = (what: string) =>
          wrong.push(
            `push ${n} of seed ${seed}: ${what}; ${end.state} ${JSON.stringify(end.detail)} ${JSON.stringify(push)}`,
          )
        const error = errorOf(push, end, before, sim)
        if (error !== undefined) notify(error)
        if (!(await settled(sim, push))) {
          notify('the router is still locked or about to go back')
          sim = await router()
          id = await device({ router: sim })
        }
      }
    }),
  )
  console.log(`guarded pushes: ${JSON.stringify(counts)}`)
  expect(wrong).toEqual([])
  // Otherwise nothing was tested.
  expect(counts['done']).toBeGreaterThan(pushes / 10)
  if (pushes >= 300) expect(Object.keys(counts)).toEqual(expect.arrayContaining(['done', 'refused', 'reverted']))
}, 3_600_000)

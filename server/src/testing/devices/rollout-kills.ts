import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RolloutDeviceState } from '@trunkline/contract/resources/rollout'
import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { startRouter } from './create-device.ts'
import type { setupDeviceFixture } from './device-fixture.ts'

type DeviceFixture = Awaited<ReturnType<typeof setupDeviceFixture>>

/** What a router of the run does, and the verdict that follows from it. */
const behaviours = {
  normal: 'upgraded',
  /** Unreachable until the rollout has run for some seconds. */
  away: 'upgraded',
  /** A restart discards the packages. */
  stubborn: 'failed',
  /** Is offered another version after planning. */
  offered_other: 'held',
} as const satisfies Record<string, RolloutDeviceState>

export interface KillsOptions {
  routers: number
  workers: number
  /** Milliseconds between two kills, at random up to twice as much. */
  killMs: number
  /** The run fails if it has not ended by then. */
  maxSeconds: number
  report?: (line: string) => void
}

export interface KillsResult {
  kills: number
  seconds: number
  /** Number of routers by verdict. */
  verdicts: Record<string, number>
  /** Devices whose verdict, installed versions or restarts are not what their router's behaviour demands. */
  wrong: string[]
}

const timeouts = {
  leaseSeconds: 3,
  connectMs: 5000,
  lookMs: 8000,
  restartMs: 24_000,
  upgradeMs: 60_000,
  settleMs: 500,
  pauseMs: 100,
}

/**
 * Runs a rollout over simulated routers with worker processes that are killed (SIGKILL) at random.
 * @throws Error if it does not end in time
 */
export async function runWithKills(fixture: DeviceFixture, options: KillsOptions): Promise<KillsResult> {
  const { system, database, ids } = fixture
  const { report = () => {} } = options
  const routers: { sim: Simulator; id: number; behaviour: keyof typeof behaviours }[] = []
  const children = new Set<ChildProcess>()
  let kills = 0
  let isOver = false
  const began = Date.now()
  try {
    for (let at = 0; at < options.routers; at++) {
      const sim = await startRouter({
        host: `127.3.${1 + Math.floor(at / 200)}.${1 + (at % 200)}`,
        seed: at + 1,
        version: '7.18.2',
        bootMs: 300 + (at % 5) * 200,
      })
      const behaviour =
        at % 10 === 3 ? 'away' : at % 20 === 7 ? 'stubborn' : at % 20 === 15 ? 'offered_other' : 'normal'
      const id = await fixture.device({
        router: sim,
        name: `Router ${at + 1}`,
        ...(behaviour === 'away' && { port: 1 }),
      })
      if (behaviour === 'stubborn') sim.packages.installs = false
      routers.push({ sim, id, behaviour })
    }
    report(`${routers.length} routers`)
    const rollout = await system(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into rollout (company_id, name, channel, canaries, wave_size, soak_minutes, max_failures, actor_id)
        values (${ids['client']}, 'Kills', 'stable', 0, 100, 0, 1000, null) returning id`.execute(tx)
      const created = rows[0]!.id
      await sql`
        insert into rollout_device (rollout_id, company_id, hardware_id, position)
        select ${created}, ${ids['client']}, id, row_number() over (order by id) from unnest(${routers.map((one) => one.id)}::bigint[]) id`.execute(
        tx,
      )
      return created
    })
    const read = () =>
      system(async (tx) => {
        const { rows } = await sql<{ state: string; planning: number; open: number }>`
          select r.state, (select count(*)::int from rollout_device where rollout_id = r.id and state = 'planning') as planning,
            (select count(*)::int from rollout_device where rollout_id = r.id and state not in ('held', 'current', 'upgraded', 'degraded', 'failed', 'skipped', 'cancelled')) as open
          from rollout r where r.id = ${rollout}`.execute(tx)
        return rows[0]!
      })
    const startWorker = () => {
      const script = fileURLToPath(new URL('rollout-worker.ts', import.meta.url))
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', script, database.url, String(rollout), JSON.stringify(timeouts)],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      )
      children.add(child)
    }
    for (let at = 0; at < options.workers; at++) startWorker()
    const killing = (async () => {
      for (;;) {
        await sleep(options.killMs * (1 + Math.random()))
        if (isOver) return
        const all = [...children]
        const victim = all[Math.floor(Math.random() * all.length)] as ChildProcess
        children.delete(victim)
        const ended = once(victim, 'exit')
        victim.kill('SIGKILL')
        await ended
        kills++
        startWorker()
      }
    })()
    const until = async (holds: (now: Awaited<ReturnType<typeof read>>) => boolean) => {
      for (;;) {
        const now = await read()
        if (holds(now)) return
        if (Date.now() > began + options.maxSeconds * 1000) throw new Error(`not ended in time: ${JSON.stringify(now)}`)
        await sleep(500)
      }
    }
    await until(({ state }) => state === 'planned')
    report(`planned after ${Math.round((Date.now() - began) / 1000)} s and ${kills} kills`)
    for (const { sim, behaviour } of routers) if (behaviour === 'offered_other') sim.packages.offered = '7.21'
    await system((tx) => sql`update rollout set state = 'running' where id = ${rollout}`.execute(tx))
    await sleep(5000)
    for (const { sim, id, behaviour } of routers)
      if (behaviour === 'away')
        await system((tx) => sql`update hardware set management_port = ${sim.ports.api} where id = ${id}`.execute(tx))
    await until(({ state }) => state === 'finished')
    isOver = true
    await killing
    return {
      kills,
      seconds: Math.round((Date.now() - began) / 1000),
      ...(await compareResults(fixture, rollout, routers)),
    }
  } finally {
    isOver = true
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(routers.map(({ sim }) => sim.stop()))
  }
}

async function compareResults(
  { system }: DeviceFixture,
  rollout: number,
  routers: readonly { sim: Simulator; id: number; behaviour: keyof typeof behaviours }[],
): Promise<Pick<KillsResult, 'verdicts' | 'wrong'>> {
  const rows = await system(
    async (tx) =>
      (
        await sql<{ hardware_id: number; state: string; version_after: string | null; detail: unknown }>`
          select hardware_id, state, version_after, detail from rollout_device where rollout_id = ${rollout}`.execute(
          tx,
        )
      ).rows,
  )
  const verdicts: Record<string, number> = {}
  const wrong: string[] = []
  for (const { sim, id, behaviour } of routers) {
    const row = rows.find((one) => one.hardware_id === id)
    const state = row?.state ?? 'missing'
    verdicts[state] = (verdicts[state] ?? 0) + 1
    const restarts = sim.commands.filter(({ words }) => words[0] === '/system/reboot').length
    const { installed } = sim.packages
    const isUpgraded = behaviours[behaviour] === 'upgraded'
    const demanded = {
      state: behaviours[behaviour],
      installed: isUpgraded ? ['7.20.4'] : [],
      // RouterOS, and RouterBOOT.
      restarts: isUpgraded ? 2 : behaviour === 'stubborn' ? 1 : 0,
    }
    if (JSON.stringify({ state, installed, restarts }) !== JSON.stringify(demanded))
      wrong.push(`${behaviour}: ${JSON.stringify({ state, installed, restarts, detail: row?.detail })}`)
  }
  return { verdicts, wrong }
}

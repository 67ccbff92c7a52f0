import { startSimulator, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../connect.ts'
import type { Session, Target } from '../session.ts'
import { inverseOf } from './inverse.ts'
import { armRollback, confirmRollback, findRollbacks, isRollbackArmed, type RollbackRequest } from './rollback.ts'

const login = { name: 'panel', password: 'kept-Secret-1' }
let simulator: Simulator | undefined
const sessions: Session[] = []
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
  await simulator?.stop()
})

async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  simulator = await startSimulator({ users: [login], still: true, speed: 60, bootMs: 100, rest: 0, ...options })
  return simulator
}
async function open(of: Simulator, more: Partial<Target> = {}): Promise<Session> {
  const port = more.transport === 'rest' ? of.ports.rest : more.transport === 'api-ssl' ? of.ports.apiTls : of.ports.api
  const target: Target = { host: of.host, transport: 'api', user: login.name, password: login.password, ...more }
  const session = await connect({ ...target, ...(port === undefined ? {} : { port }), tls: false })
  sessions.push(session)
  return session
}

const management = (of: Simulator) => of.table('ip/address').find((row) => row['dynamic'] !== 'true')!
/** Everything of a rollback on the router. */
const leftOf = (of: Simulator) => [
  ...of.table('system/script').filter(({ name }) => name?.startsWith('trunkline-')),
  ...of.table('system/scheduler').filter(({ name }) => name?.startsWith('trunkline-')),
  ...of.table('file').filter(({ name }) => name?.includes('trunkline-')),
]

/** Arms the rollback of a new comment, and makes this change. */
async function changeComment(of: Simulator, on: Session, more: Partial<RollbackRequest> = {}) {
  const id = management(of)['.id'] as string
  const revert = await inverseOf(on, [{ menu: 'ip/address', verb: 'set', id, values: { comment: 'changed' } }])
  if (typeof revert === 'string') throw new Error(revert)
  const armed = await armRollback(on, {
    name: 'c1',
    afterSeconds: 30,
    revert,
    connect: () => open(of),
    closedMs: 50,
    ...more,
  })
  await on.set('ip/address', id, { comment: 'changed' })
  expect(management(of)['comment']).toBe('changed')
  return armed
}
const isReverted = (of: Simulator) =>
  expect.poll(() => management(of)['comment'], { timeout: 8_000 }).not.toBe('changed')

test.each([
  ['6.49.17', 'api'],
  ['7.8', 'api'],
  ['7.19.4', 'api'],
  ['7.19.4', 'rest'],
] as const)(
  'a router with %s reverts an unconfirmed change without a restart, armed over %s',
  async (version, transport) => {
    const of = await start({ version, ...(version.startsWith('6') ? { rest: false } : {}) })
    const on = await open(of, { transport })
    const before = management(of)['comment']
    const armed = await changeComment(of, on)
    expect(armed).toMatchObject({ mechanisms: ['schedule', 'startup', 'job'], jobSurvives: true })
    // In the notation of the router's clock: some versions reject the other one.
    const entry = of.table('system/scheduler').find((row) => row.name === 'trunkline-c1')
    expect(entry?.['start-date']).toMatch(version === '7.19.4' ? /^\d{4}-\d{2}-\d{2}$/ : /^[a-z]{3}\/\d{2}\/\d{4}$/)
    expect(await isRollbackArmed(on)).toBe(true)
    await isReverted(of)
    expect(management(of)['comment']).toBe(before)
    expect(leftOf(of)).toEqual([])
    expect(await isRollbackArmed(on)).toBe(false)
    expect(of.table('log').map(({ message }) => message)).toContain(
      'trunkline-c1: the change was not confirmed and has been rolled back',
    )
    // The job finds nothing to do.
    management(of)['comment'] = 'later'
    await expect
      .poll(() => of.table('system/script/job').filter(({ type }) => type === 'command'), { timeout: 4_000 })
      .toEqual([])
    expect(management(of)['comment']).toBe('later')
  },
)

test.each(['trunkline-c1', 'trunkline-c1-startup'])(
  'the job reverts the change if the entry %s is gone',
  async (name) => {
    const of = await start()
    const on = await open(of)
    await changeComment(of, on)
    for (const row of of.table('system/scheduler').filter((one) => one.name === name))
      of.drop('system/scheduler', row['.id'] ?? '')
    await isReverted(of)
    expect(leftOf(of)).toEqual([])
  },
)

test('a clock that is set back does not prevent the rollback, nor does one that is set forward', async () => {
  for (const jump of [-86_400_000, 86_400_000]) {
    const of = await start()
    const on = await open(of)
    await changeComment(of, on)
    of.jumpClock(jump)
    await isReverted(of)
    expect(leftOf(of)).toEqual([])
    await of.stop()
  }
})

test('jobs that end with their connection leave the scheduler entry, which is known', async () => {
  const of = await start({ jobs: { fin: false, reset: false } })
  const on = await open(of)
  const armed = await changeComment(of, on)
  expect(armed).toMatchObject({ mechanisms: ['schedule', 'startup', 'job'], jobSurvives: false })
  await on.close()
  await isReverted(of)
  expect(leftOf(of)).toEqual([])
})

test('a router that restarts before the time reverts the change at its start', async () => {
  const of = await start({ speed: 20 })
  const on = await open(of)
  await changeComment(of, on, { afterSeconds: 3_600 })
  await on.run('system/reboot').catch(() => undefined)
  await isReverted(of)
  expect(leftOf(of)).toEqual([])
})

test('device-mode without the scheduler: the job alone, if it outlives its connection', async () => {
  const of = await start({ deviceMode: { mode: 'home' } })
  const on = await open(of)
  expect(await changeComment(of, on)).toMatchObject({ mechanisms: ['job'], at: null, jobSurvives: true })
  await isReverted(of)
  expect(leftOf(of)).toEqual([])
})

test.each([
  ['home', { mode: 'home' as const }],
  ['flagged', { flagged: true }],
])(
  'device-mode %s and jobs that end with their connection: nothing is armed, and nothing left',
  async (_, deviceMode) => {
    const of = await start({ deviceMode, jobs: { fin: false, reset: false } })
    const on = await open(of)
    await expect(changeComment(of, on)).rejects.toMatchObject({ name: 'NoRollbackError', reason: 'not-permitted' })
    expect(leftOf(of)).toEqual([])
  },
)

test('a confirmed change stays, and nothing of the rollback is left', async () => {
  const of = await start()
  const on = await open(of)
  await changeComment(of, on)
  expect(await findRollbacks(on)).toEqual(['trunkline-c1'])
  expect([await isRollbackArmed(on), await isRollbackArmed(on, 'c1'), await isRollbackArmed(on, 'c2')]).toEqual([
    true,
    true,
    false,
  ])
  await confirmRollback(on, 'c1')
  await confirmRollback(on, 'c1')
  expect(leftOf(of)).toEqual([])
  await new Promise((done) => setTimeout(done, 1_500))
  expect(management(of)['comment']).toBe('changed')
})

test('a name is not part of a script, and the delay has limits', async () => {
  const of = await start()
  const on = await open(of)
  const revert = { source: '', startupSource: '' }
  await expect(armRollback(on, { name: 'x"; /system reset', afterSeconds: 120, revert })).rejects.toThrow('letters')
  await expect(armRollback(on, { name: 'c1', afterSeconds: 5, revert })).rejects.toThrow('20 seconds')
})

test.each([
  { kind: 'refuse', message: 'not enough permissions (9)', menu: 'system/scheduler', verb: 'add' },
  { kind: 'refuse', message: 'not enough permissions (9)', menu: 'system/script', verb: 'add' },
  { kind: 'refuse', message: 'not enough permissions (9)', menu: '', verb: 'execute' },
] as const)('without a permission for %o, no rollback is armed and nothing is left', async (fault) => {
  const of = await start()
  const on = await open(of)
  of.faults.add({ ...fault })
  const revert = { source: '', startupSource: '' }
  await expect(armRollback(on, { name: 'c1', afterSeconds: 120, revert })).rejects.toMatchObject({
    kind: 'refused',
    message: 'not enough permissions (9)',
  })
  expect(leftOf(of)).toEqual([])
})

test.each([
  { kind: 'lie', menu: 'system/scheduler', verb: 'add' },
  { kind: 'lie', menu: 'system/script', verb: 'add' },
] as const)('a router that stores nothing for %o has no rollback', async (fault) => {
  const of = await start()
  const on = await open(of)
  of.faults.add({ ...fault })
  const revert = { source: '', startupSource: '' }
  await expect(armRollback(on, { name: 'c1', afterSeconds: 120, revert })).rejects.toMatchObject({
    name: 'NoRollbackError',
    reason: 'not-stored',
  })
  expect(leftOf(of)).toEqual([])
})

test('the last resort loads a backup, and its file is removed at the next contact', async () => {
  const of = await start({ speed: 40 })
  const on = await open(of)
  const before = of.table('ip/address').length
  await armRollback(on, { name: 'c1', afterSeconds: 60, revert: 'backup', connect: () => open(of) })
  await on.add('ip/address', { address: '172.31.255.1/30', interface: 'ether2' })
  await expect.poll(() => of.table('ip/address').length, { timeout: 15_000 }).toBe(before)
  await expect.poll(() => on.isOpen).toBe(false)
  const again = await open(of)
  expect(await isRollbackArmed(again)).toBe(false)
  expect(await findRollbacks(again)).toEqual(['trunkline-c1'])
  await confirmRollback(again, 'trunkline-c1')
  expect(leftOf(of)).toEqual([])
})

test('a restore that loses the certificate of api-ssl gets another one, which is not the pinned one', async () => {
  const of = await start({ speed: 40, apiTls: 0 })
  const pinned = of.fingerprint!
  const on = await open(of, { transport: 'api-ssl', pinned })
  await armRollback(on, { name: 'c1', afterSeconds: 30, revert: 'backup' })
  // Only the backup contains the entry that creates the certificate.
  expect(of.table('system/scheduler').map(({ name }) => name)).not.toContain('trunkline-c1-access')
  await on.add('ip/address', { address: '172.31.255.1/30', interface: 'ether2' })
  await expect.poll(() => on.isOpen, { timeout: 8_000 }).toBe(false)
  await expect
    .poll(async () => open(of, { transport: 'api-ssl', pinned }).catch((error: unknown) => error), { timeout: 8_000 })
    .toMatchObject({ kind: 'certificate', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

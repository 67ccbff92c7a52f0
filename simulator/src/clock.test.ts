import { expect, test } from 'vitest'
import { parseDuration } from './router/values.ts'
import type { RawClient } from './testing/raw-client.ts'
import { logIn, router } from './testing/routers.ts'

const hour = 3_600_000
const day = 24 * hour

const logged = async (client: RawClient, message: string): Promise<number> =>
  (await client.rows('/log/print', `?message=${message}`)).length

/** Time of the last log entry with a message, by the router's clock. */
const lastLogged = async (client: RawClient, message: string): Promise<number> =>
  Date.parse(`${(await client.rows('/log/print', `?message=${message}`)).at(-1)?.['time']?.replace(' ', 'T')}Z`)

const entry = async (client: RawClient, name: string): Promise<Record<string, string>> =>
  (await client.rows('/system/scheduler/print', `?name=${name}`))[0] ?? {}

/** Milliseconds from the router's clock to the next run of an entry. */
async function untilNextRun(simulator: { clock(): number }, client: RawClient, name: string): Promise<number> {
  const next = (await entry(client, name))['next-run'] ?? ''
  return Date.parse(`${next.replace(' ', 'T')}Z`) - simulator.clock()
}

test('setting the clock changes its date, and not its uptime', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const uptime = async (): Promise<number> =>
    parseDuration((await client.rows('/system/resource/print'))[0]?.['uptime'] ?? '') ?? Number.NaN
  const before = await uptime()
  await client.call('/system/clock/set', '=date=2031-02-03', '=time=04:05:06')
  expect((await client.rows('/system/clock/print'))[0]).toMatchObject({ date: '2031-02-03' })
  expect(simulator.clock() - Date.UTC(2031, 1, 3, 4, 5, 6)).toBeLessThan(60_000)
  expect((await uptime()) - before).toBeLessThan(hour)
  await client.call('/system/clock/set', '=time=23:00:00')
  expect(new Date(simulator.clock()).toISOString()).toMatch(/^2031-02-03T23:00/)
  for (const [name, value] of [
    ['date', '2031-02'],
    ['time', '24:00:01'],
  ] as const) {
    await expect(client.rows('/system/clock/set', `=${name}=${value}`)).rejects.toThrow(`argument ${name}`)
  }
})

test('RouterOS 6 reads its own date format', async () => {
  const simulator = await router({ personality: 'v6-capsman' })
  const client = await logIn(simulator)
  await client.call('/system/clock/set', '=date=feb/03/2031', '=time=04:05:06')
  expect((await client.rows('/system/clock/print'))[0]?.['date']).toBe('feb/03/2031')
})

test('an interval of the scheduler runs when the clock jumps forward', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await client.call('/system/scheduler/add', '=name=hourly', '=interval=1h', '=on-event=:log info "hourly ran"')
  expect(await untilNextRun(simulator, client, 'hourly')).toBeLessThanOrEqual(hour)
  simulator.jumpClock(day)
  await expect.poll(() => logged(client, 'hourly ran')).toBe(1)
  // The missed runs of a day are one run, and the next one is within an hour of the new time.
  expect((await entry(client, 'hourly'))['run-count']).toBe('1')
  expect(await untilNextRun(simulator, client, 'hourly')).toBeLessThanOrEqual(hour)
})

test('a clock that jumps back postpones an interval and a start date', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await client.call('/system/scheduler/add', '=name=hourly', '=interval=1h', '=on-event=:log info a')
  const at = new Date(simulator.clock() + 60_000).toISOString()
  await client.call(
    '/system/scheduler/add',
    '=name=once',
    `=start-date=${at.slice(0, 10)}`,
    `=start-time=${at.slice(11, 19)}`,
  )
  simulator.jumpClock(-day)
  expect(await untilNextRun(simulator, client, 'hourly')).toBeGreaterThan(day)
  expect(await untilNextRun(simulator, client, 'once')).toBeGreaterThan(day)
})

test('intervals can count monotonic time instead', async () => {
  const simulator = await router({ timeBases: { interval: 'monotonic' } })
  const client = await logIn(simulator)
  await client.call('/system/scheduler/add', '=name=hourly', '=interval=1h', '=on-event=:log info a')
  for (const jump of [day, -2 * day]) {
    simulator.jumpClock(jump)
    const next = await untilNextRun(simulator, client, 'hourly')
    expect(next).toBeGreaterThan(hour - 60_000)
    expect(next).toBeLessThanOrEqual(hour)
  }
  expect((await entry(client, 'hourly'))['run-count']).toBe('0')
})

test('a delay of a script does not follow the clock', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const jobs = async (): Promise<number> => (await client.rows('/system/script/job/print', '?type=command')).length
  await client.call('/execute', '=script=:delay 1h; :log info "late"')
  await client.call('/execute', '=script=:delay 300ms; :log info "soon"')
  simulator.jumpClock(-day)
  await expect.poll(() => logged(client, 'soon')).toBe(1)
  simulator.jumpClock(2 * day)
  expect(await jobs()).toBe(1)
})

test('a delay can count by the clock instead', async () => {
  const simulator = await router({ timeBases: { delay: 'clock' } })
  const client = await logIn(simulator)
  await client.call('/execute', '=script=:delay 1h; :log info "late"')
  simulator.jumpClock(-day)
  simulator.jumpClock(day)
  expect(await logged(client, 'late')).toBe(0)
  simulator.jumpClock(hour)
  await expect.poll(() => logged(client, 'late')).toBe(1)
})

test('start-time=startup runs once per boot, seconds after it, and not at boot with an interval', async () => {
  const simulator = await router({ speed: 5 })
  const first = await logIn(simulator)
  await first.call('/system/scheduler/add', '=name=boot', '=start-time=startup', '=on-event=:log info "booted"')
  await first.call(
    '/system/scheduler/add',
    '=name=hourly',
    '=start-time=startup',
    '=interval=1h',
    '=on-event=:log info "x"',
  )
  for (const boot of [1, 2]) {
    await simulator.reboot()
    const client = await logIn(simulator)
    await expect.poll(() => logged(client, 'booted'), { timeout: 5000 }).toBe(boot)
    const [booted, ran] = [await lastLogged(client, 'router rebooted'), await lastLogged(client, 'booted')]
    // Three seconds, of times without milliseconds.
    expect(ran - booted).toBeGreaterThanOrEqual(2000)
    expect((await entry(client, 'boot'))['run-count']).toBe(String(boot))
    expect(await entry(client, 'boot')).not.toHaveProperty('next-run')
    expect((await entry(client, 'hourly'))['run-count']).toBe('0')
    expect(await untilNextRun(simulator, client, 'hourly')).toBeLessThanOrEqual(hour + 3000)
  }
})

test('a scheduler entry is renamed or disabled without running, and a name exists once', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const add = (...words: string[]): Promise<unknown> => client.rows('/system/scheduler/add', '=name=a', ...words)
  await add('=interval=1h', '=on-event=:log info "ran"')
  await expect(add()).rejects.toThrow('already have such name')
  await client.call('/system/scheduler/set', '=.id=*1', '=name=b')
  expect(await untilNextRun(simulator, client, 'b')).toBeGreaterThan(hour - 60_000)
  await client.call('/system/scheduler/disable', '=.id=*1')
  simulator.jumpClock(day)
  await client.call('/system/scheduler/enable', '=.id=*1')
  expect(await untilNextRun(simulator, client, 'b')).toBeGreaterThan(0)
  expect(await logged(client, 'ran')).toBe(0)
})

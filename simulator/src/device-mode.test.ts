import { expect, test } from 'vitest'
import type { RawClient } from './testing/raw-client.ts'
import { logIn, router } from './testing/routers.ts'

const mode = async (client: RawClient): Promise<Record<string, string>> =>
  (await client.rows('/system/device-mode/print'))[0] ?? {}

const addEntry = (client: RawClient, name = 'a'): Promise<unknown> =>
  client.rows('/system/scheduler/add', `=name=${name}`, '=interval=1h', '=on-event=:log info "ran"')

test('a router is not restricted by default', async () => {
  const client = await logIn(await router())
  expect(await mode(client)).toMatchObject({ mode: 'advanced', flagged: 'false', scheduler: 'true', fetch: 'true' })
  await addEntry(client)
})

test('the mode and its features depend on the version, and RouterOS 6 has none', async () => {
  const older = await mode(await logIn(await router({ version: '7.16.2' })))
  expect(older).toMatchObject({ mode: 'enterprise', container: 'false' })
  expect(older).not.toHaveProperty('install-any-version')
  const six = await logIn(await router({ personality: 'v6-capsman', deviceMode: { mode: 'home' } }))
  await expect(six.rows('/system/device-mode/print')).rejects.toThrow('no such command')
  await addEntry(six)
})

test('mode home refuses the scheduler and fetch, and existing entries do not run', async () => {
  const simulator = await router({
    deviceMode: { mode: 'home' },
    tables: { 'system/scheduler': [{ name: 'old', interval: '1h', 'on-event': ':log info "ran"' }] },
  })
  const client = await logIn(simulator)
  expect(await mode(client)).toMatchObject({ mode: 'home', scheduler: 'false', fetch: 'false', romon: 'false' })
  await expect(addEntry(client)).rejects.toThrow('failure: not allowed by device-mode')
  await expect(client.rows('/system/scheduler/set', '=.id=*1', '=interval=2h')).rejects.toThrow('device-mode')
  await expect(client.rows('/tool/fetch', '=url=http://127.0.0.1:1/')).rejects.toThrow('not allowed by device-mode')
  expect((await client.rows('/system/scheduler/print'))[0]).toHaveProperty('next-run')
  simulator.jumpClock(7_200_000)
  await client.rows('/execute', '=script=:delay 600ms', '=as-string=')
  expect(await client.rows('/system/scheduler/print')).toMatchObject([{ 'run-count': '0' }])
  await client.call('/system/scheduler/remove', '=.id=*1')
  expect(await client.rows('/system/scheduler/print')).toEqual([])
})

test('single features differ from the mode', async () => {
  const client = await logIn(await router({ deviceMode: { mode: 'home', features: { scheduler: true } } }))
  await addEntry(client)
  expect(await mode(client)).toMatchObject({ scheduler: 'true', fetch: 'false' })
})

test('a flagged router refuses new and enabled entries, and still removes them', async () => {
  const client = await logIn(
    await router({
      deviceMode: { flagged: true },
      tables: { 'system/scheduler': [{ name: 'old', interval: '1h', 'on-event': '', disabled: 'true' }] },
    }),
  )
  await expect(addEntry(client)).rejects.toThrow('failure: configuration flagged, check all router configuration')
  await expect(client.rows('/system/scheduler/enable', '=.id=*1')).rejects.toThrow('configuration flagged')
  await client.call('/system/scheduler/remove', '=.id=*1')
  expect(await client.rows('/system/scheduler/print')).toEqual([])
})

test('an update waits for the button, which reboots; without it the mode stays', async () => {
  const simulator = await router({ deviceMode: { mode: 'home' } })
  const client = await logIn(simulator)
  client.send('/system/device-mode/update', '=mode=advanced', '=email=no', '=activation-timeout=10s', '.tag=u')
  await client.until(() => client.received.some((words) => words.some((word) => word.includes('please activate'))))
  expect((await mode(client))['mode']).toBe('home')
  await simulator.pressButton()
  const again = await logIn(simulator)
  expect(await mode(again)).toMatchObject({ mode: 'advanced', scheduler: 'true', email: 'false' })
  again.send('/system/device-mode/update', '=mode=home', '.tag=v')
  await again.until(() => again.received.some((words) => words.some((word) => word.includes('please activate'))))
  await again.call('/cancel', '=tag=v')
  await simulator.pressButton()
  expect((await mode(again))['mode']).toBe('advanced')
})

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setupLiveFixture, until } from '../testing/live/live-fixture.ts'
import { createDevice } from '../testing/devices/create-device.ts'

const { ids, startProcess, signIn, listenAs, endProcesses, database, system } = await setupLiveFixture()
afterEach(endProcesses)
afterAll(() => database.drop())

const device = (company: string) =>
  system((tx) => createDevice(tx, { company_id: ids[company]!, address: '10.0.0.1', name: company }))

async function listening(company: string) {
  const process = await startProcess()
  const { socket } = await listenAs(process, (await signIn(company)).token)
  const readings: number[] = []
  socket.on('reading', ({ ids }: { ids: number[] }) => readings.push(...ids))
  return {
    socket,
    readings,
    watch: (hardware_id: unknown) => socket.emitWithAck('watch', { hardware_id }) as Promise<{ ok: boolean }>,
    unwatch: (hardware_id: number) => socket.emit('unwatch', { hardware_id }),
  }
}

const announce = (list: readonly number[]) =>
  database.databases.appAll.query(`select pg_notify('trunkline_reading', $1)`, [JSON.stringify(list)])

const watchedUntil = async (id: number) => {
  const { rows } = await system((tx) =>
    sql<{ watched: boolean; due: boolean }>`
      select coalesce(watched_until > now(), false) as watched, next_at <= now() as due from hardware_poll where hardware_id = ${id}`.execute(
      tx,
    ),
  )
  return rows[0]
}

test('a client that watches a device of its own companies is notified of readings, and the device is polled immediately', async () => {
  const id = await device('north-client')
  const { watch, unwatch, readings } = await listening('north')
  expect(await watch(id)).toEqual({ ok: true })
  expect(await watchedUntil(id)).toEqual({ watched: true, due: true })
  await announce([id, id + 1])
  await until(() => readings.length > 0)
  expect(readings).toEqual([id])
  unwatch(id)
  // A client's messages are handled in order: after the reply to this one, the previous one was handled.
  expect(await watch('x')).toEqual({ ok: false })
  await announce([id])
  await sleep(200)
  expect(readings).toEqual([id])
})

test.each(['south', 'south-client', 'north-client'])(
  'a device of another company cannot be watched by %s, and is not announced to it',
  async (company) => {
    const id = await device(company === 'north-client' ? 'north-reseller' : 'north-client')
    const { watch, readings } = await listening(company)
    expect(await watch(id)).toEqual({ ok: false })
    expect(await watchedUntil(id)).toMatchObject({ watched: false })
    await announce([id])
    await sleep(200)
    expect(readings).toEqual([])
  },
)

test('a device that does not exist gets the same reply as an invisible one', async () => {
  const { watch } = await listening('north')
  for (const sent of [999_999_999, 0, -1, 'x', null, { a: 1 }]) expect(await watch(sent)).toEqual({ ok: false })
})

test('a client that watches a device which moves away gets no more messages after the next renewal', async () => {
  const id = await device('north-client')
  const { watch, readings } = await listening('north')
  expect(await watch(id)).toEqual({ ok: true })
  await system((tx) => sql`update hardware set company_id = ${ids['south-client']!} where id = ${id}`.execute(tx))
  expect(await watch(id)).toEqual({ ok: false })
  await announce([id])
  await sleep(200)
  expect(readings).toEqual([])
})

test('one client can watch only as many devices as a page shows', async () => {
  const many = await Promise.all(Array.from({ length: 26 }, () => device('north-client')))
  const { watch } = await listening('north')
  const granted: boolean[] = []
  for (const id of many) granted.push((await watch(id)).ok)
  expect(granted.filter(Boolean)).toHaveLength(25)
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let provider: ApiCall, master: ApiCall
let one: Simulator, two: Simulator
let first: number, second: number, file: number, maker: number
const bytes = randomBytes(50_000)

beforeAll(async () => {
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  one = await fixture.router()
  two = await fixture.router({ seed: 2 })
  first = await fixture.device({ router: one })
  second = await fixture.device({ router: two, company: 'foreign' })
  await fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{ manufacturer_id: number }>`
      update hardware set model_id = (select model_id from hardware where id = ${first}) where id in (${first}, ${second}) returning manufacturer_id`.execute(
      tx,
    )
    maker = rows[0]?.manufacturer_id as number
    const created = await sql<{ id: number }>`
      insert into dpk_file (company_id, manufacturer_id, name, size_bytes, sha256, uploaded_by)
      values (${fixture.companies.provider}, ${maker}, 'brand.dpk', ${bytes.length}, 'x', 'x') returning id`.execute(tx)
    file = created.rows[0]?.id as number
    await sql`insert into dpk_content (dpk_file_id, bytes) values (${file}, ${bytes})`.execute(tx)
  })
})
afterAll(() => fixture.stop())

const deliver = (ids: number[], call = provider) => call('POST', `/hardware/dpk/${file}/deliver`, { ids })

test('each device fetches the package with its own token and restarts', async () => {
  const reply = await deliver([first, second])
  expect([reply.status, reply.body.data.map((row: { hardware_id: number }) => row.hardware_id)]).toEqual([
    202,
    [first, second],
  ])
  expect(reply.text).not.toContain('token')
  for (const [{ id, hardware_id }, router] of [
    [reply.body.data[0], one],
    [reply.body.data[1], two],
  ] as const) {
    await fixture.worker.commands.workOff(hardware_id)
    const { data } = (await provider('GET', `/hardware/command/${id}/show`)).body
    expect(data, data.detail?.message).toMatchObject({ kind: 'dpk', label: 'brand.dpk', state: 'done' })
    expect(JSON.stringify(data)).not.toMatch(/token/)
    const fetched = router.commands.filter(({ words }) => words[0] === '/tool/fetch')
    expect(fetched).toHaveLength(1)
    // The command has ended, and its download token with it.
    const url = /hook\/dpk\/[\w-]{43}/.exec(fetched[0]?.words.join(' ') ?? '')?.[0]
    expect(url).toBeDefined()
    expect((await fixture.panel.app.inject({ method: 'GET', url: `/api/${url}` })).statusCode).toBe(404)
  }
  const [a, b] = [one, two].map(
    (router) => /dpk\/([\w-]{43})/.exec(router.commands.map(({ words }) => words.join(' ')).join('\n'))?.[1],
  )
  expect(a).not.toBe(b)
}, 60_000)

test('the file is served while the command is queued or running, and with no other token', async () => {
  one.faults.add({ kind: 'silent', menu: 'tool/fetch' })
  const reply = await deliver([first])
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{
      secret: Buffer
      input: { token_hash: string }
    }>`select secret, input from device_command where id = ${reply.body.data[0].id}`.execute(tx),
  )
  expect(rows[0]?.input.token_hash).toMatch(/^[0-9a-f]{64}$/)
  expect((await fixture.panel.app.inject({ method: 'GET', url: `/api/hook/dpk/${'x'.repeat(43)}` })).statusCode).toBe(
    404,
  )
  await provider('PUT', `/hardware/command/${reply.body.data[0].id}/cancel`)
  one.faults.clear()
})

test('a device of another manufacturer rejects the call, and only the provider delivers', async () => {
  const other = await fixture.device({ router: one })
  const before = (await provider('GET', '/hardware/command/index')).body.meta.pagination.total
  const reply = await deliver([first, other])
  expect([reply.status, Object.keys(reply.body.error.fields)]).toEqual([422, ['ids.1']])
  expect((await deliver([first], master)).status).toBe(403)
  expect((await provider('GET', '/hardware/command/index')).body.meta.pagination.total).toBe(before)
})

test.each([
  ['command.package_missing', false],
  ['command.package_not_installed', true],
] as const)(
  'a download whose connection was lost is checked: %s',
  async (reason, does) => {
    const router = await fixture.router({ seed: 3 })
    const id = await fixture.device({ router, company: 'foreign' })
    await fixture.panel.sql((tx) =>
      sql`update hardware set model_id = (select model_id from hardware where id = ${first}) where id = ${id}`.execute(
        tx,
      ),
    )
    router.faults.add({ kind: 'cut', afterBytes: 0, menu: 'tool', verb: 'fetch', does })
    const reply = await deliver([id])
    await fixture.worker.commands.workOff(id)
    const { data } = (await provider('GET', `/hardware/command/${reply.body.data[0].id}/show`)).body
    expect(data).toMatchObject({
      state: 'refused',
      detail: { reason: 'command.checked', params: { after: 'connection', cause: { reason } } },
    })
    expect(router.commands.some(({ words }) => words[0] === '/system/reboot')).toBe(false)
  },
  30_000,
)

import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../testing/devices/panel-with-devices.ts'
import { replied } from '../testing/messages.ts'
import type { ApiCall } from '../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, reader: ApiCall, sibling: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
  reader = await fixture.as('master', 'read-only')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture.stop())

const other = 'ab'.repeat(32)
const change = (statement: ReturnType<typeof sql>) => fixture.panel.sql((tx) => statement.execute(tx))

/** A router whose version does not return its configuration over the API, and its device. */
async function older(options: SimulatorOptions = {}) {
  const router = await fixture.router({ version: '6.49.17', personality: 'v6-capsman', ssh: 0, ...options })
  for (let n = 0; n < 80; n++) router.insert('ip/firewall/address-list', { list: 'customers', address: `192.0.2.${n}` })
  return { router, id: await fixture.device({ router }) }
}
const backUp = async (id: number) =>
  fixture.end(master, id, await master('POST', `/hardware/control/${id}/backup/store`))
const backups = async (id: number) => (await master('GET', `/hardware/control/${id}/backup/index`)).body.data
const live = async (id: number) => (await master('GET', `/hardware/control/${id}/live/show`)).body.data
const accept = (id: number, ssh_key: string, call = master) =>
  call('PUT', `/hardware/control/${id}/ssh-key/accept`, { ssh_key })
const service = (router: Simulator) => router.table('ip/service').find(({ name }) => name === 'ssh')?.['.id'] as string

test('a long configuration of an older version is backed up over SSH, as text and binary', async () => {
  const { router, id } = await older()
  expect(await backUp(id)).toMatchObject({ state: 'done' })
  expect(await backups(id)).toMatchObject([{ binary_state: 'stored', has_secrets: true }])
  expect(await live(id)).toMatchObject({ trusted_ssh_key: { origin: 'first-use', changed: null } })
  expect(router.table('file').filter(({ name }) => name?.includes('trunkline'))).toEqual([])
  expect(router.connections).toBeLessThanOrEqual(1)
})

test('a disabled service, a missing policy and a silent service end with their reason', async () => {
  const { router, id } = await older()
  router.change('ip/service', service(router), { disabled: 'true' })
  expect(await backUp(id)).toMatchObject({ state: 'refused', detail: replied('device.ssh_disabled') })
  router.change('ip/service', service(router), { disabled: 'false' })
  const groups = router.table('user/group').find(({ name }) => name === 'full')
  const policy = groups?.['policy'] as string
  router.change('user/group', groups?.['.id'] as string, { policy: policy.replace(/(^|,)ssh(?=,)/, '$1!ssh') })
  expect(await backUp(id)).toMatchObject({ state: 'refused', detail: replied('device.ssh_login_failed') })
  router.change('user/group', groups?.['.id'] as string, { policy })
  router.change('ip/service', service(router), { port: '1' })
  expect(await backUp(id)).toMatchObject({ state: 'refused', detail: replied('device.ssh_no_answer') })
  expect(await backups(id)).toEqual([])
})

test('a changed host key gets no password, is displayed and audited once, and is accepted by its fingerprint', async () => {
  const { router, id } = await older()
  await backUp(id)
  const key = (await live(id)).trusted_ssh_key.fingerprint as string
  expect((await accept(id, key)).body.error).toMatchObject({ reason: 'device.ssh_key_unchanged' })
  await change(sql`update device_ssh_key set fingerprint = ${other} where hardware_id = ${id}`)
  const logins = () => router.table('log').filter(({ message }) => message?.includes('via ssh')).length
  const before = logins()
  for (let n = 0; n < 2; n++)
    expect(await backUp(id)).toMatchObject({ state: 'refused', detail: replied('device.ssh_key_changed') })
  expect(logins()).toBe(before)
  expect(await live(id)).toMatchObject({ trusted_ssh_key: { fingerprint: other, changed: key } })
  expect((await accept(id, 'cd'.repeat(32))).body.error).toMatchObject({ reason: 'device.ssh_key_changed_again' })
  expect((await accept(id, 'no fingerprint')).status).toBe(422)
  expect((await accept(id, key, reader)).status).toBe(403)
  expect((await accept(id, key, sibling)).status).toBe(404)
  const accepted = await accept(id, key)
  expect(accepted.body.data.trusted_ssh_key).toMatchObject({ fingerprint: key, origin: 'accepted', changed: null })
  expect(await backUp(id)).toMatchObject({ state: 'done' })
  const audit = (
    await master('GET', `/audit-log/index?search=subject:hardware;object_id:${id}&orderBy=id&sortedBy=desc`)
  ).body.data as { action: string; after?: Record<string, unknown> }[]
  const changes = audit.filter(({ after }) => after?.['changed_ssh_key'] ?? after?.['trusted_ssh_key'])
  expect(changes).toMatchObject([
    { action: 'accept', after: { trusted_ssh_key: key } },
    { action: 'update', after: { changed_ssh_key: key } },
  ])
})

test('another address is another first contact', async () => {
  const { id } = await older()
  await backUp(id)
  await change(
    sql`update device_ssh_key set fingerprint = ${other}, endpoint = '127.9.9.9 22' where hardware_id = ${id}`,
  )
  expect(await backUp(id)).toMatchObject({ state: 'done' })
  expect(await live(id)).toMatchObject({ trusted_ssh_key: { origin: 'first-use', changed: null } })
})

test('a device over REST returns the binary backup over SSH, and without it only the text', async () => {
  const options: SimulatorOptions = { restTls: 0, ssh: 0 }
  const router = await fixture.router(options)
  const id = await fixture.device({ router, protocol: 'rest', port: router.ports.restTls as number })
  expect(await backUp(id)).toMatchObject({ state: 'done' })
  expect(await backups(id)).toMatchObject([{ binary_state: 'stored' }])
  const plain = await fixture.router({ restTls: 0 })
  const without = await fixture.device({ router: plain, protocol: 'rest', port: plain.ports.restTls as number })
  expect(await backUp(without)).toMatchObject({ state: 'done' })
  expect(await backups(without)).toMatchObject([{ binary_state: 'unsupported' }])
})

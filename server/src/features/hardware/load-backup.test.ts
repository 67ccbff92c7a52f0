import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { replied } from '../../testing/messages.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, editor: ApiCall, sibling: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
  editor = await fixture.as('master', 'editor')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture.stop())

const path = (id: number, backup: number, call: string) => `/hardware/control/${id}/backup/${backup}/${call}`
const backUp = async (id: number) => {
  const end = await fixture.end(master, id, await master('POST', `/hardware/control/${id}/backup/store`))
  expect(end, end.detail?.message).toMatchObject({ state: 'done' })
  return newest(id)
}
const newest = async (id: number) =>
  (await master('GET', `/hardware/control/${id}/backup/index`)).body.data[0].id as number

/** A device with a backup that was changed and backed up again since. */
async function changed(of: SimulatorOptions = {}, protocol: 'api' | 'api-ssl' = 'api') {
  const router = await fixture.router({ ssh: 0, ...of })
  const port = router.ports[protocol === 'api' ? 'api' : 'apiTls'] as number
  const id = await fixture.device({ router, protocol, port })
  router.change('ip/dns', null, { servers: '9.9.9.1' })
  const target = await backUp(id)
  router.change('ip/dns', null, { servers: '203.0.113.1' })
  router.insert('ip/pool', { name: 'wrong', ranges: '10.2.0.2-10.2.0.9' })
  const current = await backUp(id)
  const { serial_number } = (await master('GET', path(id, target, 'load/preview'))).body.data
  const body = { current_id: current, serial_number }
  const load = async (who = master, given: object = body) => who('PUT', path(id, target, 'load'), given)
  const run = async () => fixture.end(master, id, await load())
  return { router, id, target, current, body, load, run }
}

const serversOf = (router: Simulator) => router.table('ip/dns')[0]?.['servers']
const leftOf = (router: Simulator) =>
  ['system/script', 'system/scheduler', 'file'].flatMap((menu) =>
    router.table(menu).filter((row) => row['name']?.includes('trunkline-')),
  )
const loads = (router: Simulator) => router.commands.filter(({ words }) => words[0] === '/system/backup/load')
const set = (statement: ReturnType<typeof sql>) => fixture.panel.sql((tx) => statement.execute(tx))

test('a binary backup is loaded: the device restarts, and its configuration is that of the backup', async () => {
  const { router, id, target, current, run } = await changed()
  const preview = (await master('GET', path(id, target, 'load/preview'))).body.data
  expect(preview).toMatchObject({
    backup_id: target,
    current_id: current,
    recovers_access: true,
    difference: { added: 1, removed: 2 },
  })
  expect(preview.versions.backup).toBe(preview.versions.device)
  const end = await run()
  expect(end, end.detail?.message).toMatchObject({ kind: 'restore', verb: 'load', state: 'done' })
  expect(serversOf(router)).toBe('9.9.9.1')
  expect(router.table('ip/pool').some(({ name }) => name === 'wrong')).toBe(false)
  expect(leftOf(router)).toEqual([])
  // What the device has now is stored.
  expect(await newest(id)).toBeGreaterThan(current)
}, 30_000)

test('who may not manage the device cannot load, and rejections are at their field', async () => {
  const { router, id, target, body, load } = await changed()
  expect((await load(editor)).status).toBe(403)
  expect((await load(sibling)).status).toBe(404)
  expect((await editor('GET', path(id, target, 'load/preview'))).status).toBe(403)
  const errors = async (given: object = body) => {
    const { status, body } = await load(master, given)
    return [status, body.error.messages]
  }
  expect(await errors({ ...body, serial_number: 'HG-OTHER' })).toEqual([
    422,
    { serial_number: replied('backup.serial_not_repeated') },
  ])
  expect(await errors({ ...body, current_id: target })).toEqual([422, { current_id: replied('backup.not_current') }])
  const serial = body.serial_number as string
  const { board } = (await master('GET', path(id, target, 'show'))).body.data
  await set(sql`update config_backup set serial_number = 'HG0000OLD' where id = ${target}`)
  expect(await errors()).toEqual([
    422,
    { backupId: replied('backup.other_serial', { serial_number: 'HG0000OLD', expected: serial }) },
  ])
  await set(sql`update config_backup set serial_number = null where id = ${target}`)
  expect(await errors()).toEqual([422, { backupId: replied('backup.serial_unknown') }])
  await set(sql`update config_backup set serial_number = ${serial}, board = 'CCR2004' where id = ${target}`)
  expect(await errors()).toEqual([
    422,
    { backupId: replied('backup.other_board', { board: 'CCR2004', expected: board }) },
  ])
  await set(sql`update config_backup set board = ${board}, has_secrets = false where id = ${target}`)
  expect(await errors()).toEqual([422, { backupId: replied('backup.without_secrets') }])
  await set(sql`update config_backup set has_secrets = true, binary_state = 'deleted' where id = ${target}`)
  expect(await errors()).toEqual([422, { backupId: replied('backup.file_missing') }])
  expect(loads(router)).toEqual([])
}, 30_000)

test('another device at the address, or another configuration than the compared one, is not touched', async () => {
  const { router, id, target, current, body, load, run } = await changed()
  const started = await load()
  await set(sql`update config_backup set serial_number = 'HG0000OLD' where id = ${target}`)
  expect(await fixture.end(master, id, started)).toMatchObject({
    state: 'refused',
    detail: { reason: 'command.backup_of_other' },
  })
  await set(sql`update config_backup set serial_number = ${body.serial_number} where id = ${target}`)
  router.change('system/identity', null, { name: 'changed-again' })
  expect(await run()).toMatchObject({ state: 'refused', detail: { reason: 'command.configuration_changed' } })
  expect(await newest(id)).toBeGreaterThan(current)
  expect([serversOf(router), loads(router)]).toEqual(['203.0.113.1', []])
}, 30_000)

test('without SSH nothing is loaded, and a file that the router rejects changes nothing', async () => {
  const { router, id, body, load } = await changed()
  const run = async () => {
    const current_id = await backUp(id)
    return fixture.end(master, id, await load(master, { ...body, current_id }))
  }
  const ssh = router.table('ip/service').find(({ name }) => name === 'ssh')?.['.id'] as string
  router.change('ip/service', ssh, { disabled: 'true' })
  expect(await run()).toMatchObject({
    state: 'refused',
    detail: { reason: 'command.backup_not_uploaded', params: { cause: { reason: 'device.ssh_disabled' } } },
  })
  router.change('ip/service', ssh, { disabled: 'false' })
  router.faults.add({ kind: 'refuse', message: 'failure: wrong backup password', menu: 'system/backup', verb: 'load' })
  expect(await run()).toMatchObject({ state: 'refused', detail: { reason: 'command.backup_not_loaded' } })
  expect([serversOf(router), leftOf(router)]).toEqual(['203.0.113.1', []])
}, 30_000)

test('a router that acknowledges without restarting has not loaded the backup', async () => {
  const { router, run } = await changed()
  router.faults.add({ kind: 'lie', menu: 'system/backup', verb: 'load' })
  expect(await run()).toMatchObject({ state: 'refused', detail: { reason: 'command.not_restarted' } })
  expect([serversOf(router), leftOf(router)]).toEqual(['203.0.113.1', []])
}, 30_000)

test('a device that restarts with another configuration than that of the backup is reported as such', async () => {
  const { router, run } = await changed()
  // It restarts instead of loading.
  router.faults.add({ kind: 'reboot', menu: 'system/backup', verb: 'load', nth: 1, does: false })
  expect(await run()).toMatchObject({
    state: 'differs',
    detail: { reason: 'command.load_differs' },
    result: { differences: 2 },
  })
  expect([serversOf(router), leftOf(router)]).toEqual(['203.0.113.1', []])
}, 30_000)

test('a device that is not back in time is unconfirmed, and read when it is reached again', async () => {
  const { id, run } = await changed({ bootMs: 6000 })
  const end = await run()
  expect(end).toMatchObject({ state: 'unknown', detail: { reason: 'command.load_unread' } })
  await expect.poll(async () => (await fixture.worker.status([id]))[0]?.is_online, { timeout: 10_000 }).toBe(true)
  await fixture.worker.commands.workOff(id)
  expect((await master('GET', `/hardware/command/${end.id}/show`)).body.data).toMatchObject({ state: 'done' })
}, 40_000)

test('a lost certificate of api-ssl leaves a way in, which a user accepts before the result is known', async () => {
  const { router, id, target, run } = await changed({ apiTls: 0 }, 'api-ssl')
  expect((await master('GET', path(id, target, 'load/preview'))).body.data).toMatchObject({ recovers_access: true })
  // The entry is in the backup only.
  expect(leftOf(router)).toEqual([])
  const end = await run()
  expect(end).toMatchObject({
    state: 'unknown',
    detail: { reason: 'command.load_unread', params: { cause: { reason: 'device.certificate_changed' } } },
  })
  expect(serversOf(router)).toBe('9.9.9.1')
  const certificate = router.fingerprint as string
  await fixture.worker.status([id])
  const accepted = await master('PUT', `/hardware/control/${id}/certificate/accept`, { certificate })
  expect(accepted.status, accepted.text).toBe(200)
  await expect.poll(async () => (await fixture.worker.status([id]))[0]?.is_online, { timeout: 10_000 }).toBe(true)
  await fixture.worker.commands.workOff(id)
  const later = (await master('GET', `/hardware/command/${end.id}/show`)).body.data
  expect(later, later.detail?.message).toMatchObject({
    state: 'done',
    detail: { reason: 'command.loaded' },
    result: { differences: 0 },
  })
  expect(later.result.certificates_missing).toHaveLength(1)
  expect(leftOf(router)).toEqual([])
}, 40_000)

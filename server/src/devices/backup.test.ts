import { connect, removeTemporaryFiles } from '@trunkline/routeros'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'
import { deviceLogin, testKey } from '../testing/devices/create-device.ts'
import { countDifference, openBackupFile } from './backup.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, runCommand, system, database } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

interface BackupSeen {
  id: number
  reason: string
  text: string
  requested_by: string | null
  board: string | null
  serial_number: string | null
  binary_state: string | null
  lines_added: number
  lines_removed: number
}

const stored = async (hardware_id: number) =>
  (
    await system((tx) =>
      sql<BackupSeen>`select * from config_backup where hardware_id = ${hardware_id} order by id`.execute(tx),
    )
  ).rows
const fileOf = (id: number, kind: 'text' | 'binary') => system((tx) => openBackupFile(tx, testKey, id, kind))
const backup = { kind: 'backup' } as const

test('a backup has the text with masked secrets, and sealed the text with secrets and the binary backup', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.insert('ppp/secret', { name: 'customer', password: 'very-secret-1' })
  expect(await runCommand(devices, { hardware_id: id, ...backup })).toMatchObject({ state: 'done' })
  const [row] = await stored(id)
  expect(row).toMatchObject({ reason: 'manual', binary_state: 'stored', requested_by: fixture.actor.label })
  expect(row?.serial_number).not.toBeNull()
  expect(row?.text).toContain('customer')
  expect(row?.text).not.toContain('very-secret-1')
  expect((await fileOf(row!.id, 'text'))?.content.toString()).toContain('very-secret-1')
  const binary = await fileOf(row!.id, 'binary')
  // The mark of an encrypted backup of RouterOS, and the password that opens it.
  expect(binary?.content.subarray(0, 4).toString('hex')).toBe('efa89172')
  expect(binary?.password).toHaveLength(32)
  const plain = await database.databases.appAll.query('select secret, content from config_backup_file')
  for (const { secret, content } of plain.rows as { secret: Buffer; content: Buffer }[]) {
    expect(content.includes('very-secret-1')).toBe(false)
    expect(secret.includes(binary!.password!)).toBe(false)
  }
  expect(sim.table('file').filter((file) => file['name']?.includes('trunkline'))).toEqual([])
})

test('only a changed configuration is stored again; a changed secret is a change', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const added = sim.insert('ppp/secret', { name: 'customer', password: 'first' })
  await runCommand(devices, { hardware_id: id, ...backup })
  await runCommand(devices, { hardware_id: id, ...backup })
  expect(await stored(id)).toHaveLength(1)
  sim.change('ppp/secret', added, { password: 'second' })
  await runCommand(devices, { hardware_id: id, ...backup })
  const rows = await stored(id)
  expect(rows.map(({ lines_added, lines_removed }) => [lines_added, lines_removed])).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect((await fileOf(rows[1]!.id, 'text'))?.content.toString()).toContain('second')
})

test('a guarded change is preceded by a backup, a plain one is not', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const change = (servers: string, guarded: boolean) =>
    runCommand(devices, {
      hardware_id: id,
      kind: 'change',
      guarded,
      change: { steps: [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers } }] },
    })
  expect(await change('9.9.9.1', false)).toMatchObject({ state: 'done' })
  expect(await stored(id)).toEqual([])
  expect(await change('9.9.9.2', true)).toMatchObject({ state: 'done' })
  const [row] = await stored(id)
  expect(row).toMatchObject({ reason: 'before_command' })
  expect(row?.text).toContain('9.9.9.1')
})

test('a device that cannot export can still be changed', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'refuse', message: 'failure: no space left', verb: 'export' })
  const end = await runCommand(devices, {
    hardware_id: id,
    kind: 'change',
    guarded: true,
    change: { steps: [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers: '9.9.9.3' } }] },
  })
  expect(end).toMatchObject({ state: 'done' })
  expect(await stored(id)).toEqual([])
  expect(await runCommand(devices, { hardware_id: id, ...backup })).toMatchObject({ state: 'refused' })
})

test('without a binary backup the text is stored, with the cause', async () => {
  const devices = createService()
  const sim = await router()
  sim.faults.add({ kind: 'refuse', message: 'not enough permissions (9)', menu: 'system/backup', verb: 'save' })
  const id = await device({ router: sim })
  expect(await runCommand(devices, { hardware_id: id, ...backup })).toMatchObject({ state: 'done' })
  const [row] = await stored(id)
  expect(row).toMatchObject({ binary_state: 'rejected' })
  expect(await fileOf(row!.id, 'binary')).toBeUndefined()
  sim.faults.clear()
  // Not attempted again for the same configuration: the cause lies with the login.
  await runCommand(devices, { hardware_id: id, ...backup })
  expect((await stored(id)).map((one) => one.binary_state)).toEqual(['rejected'])
})

test('the number of configurations and of binary backups is limited, and the newest stays', async () => {
  const devices = createService({}, undefined, { count: 3, days: 0, binaries: 1 })
  const sim = await router()
  const id = await device({ router: sim })
  for (let n = 1; n <= 5; n++) {
    sim.insert('ip/firewall/address-list', { list: 'blocked', address: `198.51.100.${n}` })
    await runCommand(devices, { hardware_id: id, ...backup })
  }
  const rows = await stored(id)
  expect(rows.map((row) => row.binary_state)).toEqual(['deleted', 'deleted', 'stored'])
  expect(rows.at(-1)?.text).toContain('198.51.100.5')
  await system((tx) => sql`update config_backup set seen_at = now() - interval '9 days'`.execute(tx))
  const short = createService({}, undefined, { count: 3, days: 7, binaries: 1 })
  sim.insert('ip/firewall/address-list', { list: 'blocked', address: '198.51.100.6' })
  await runCommand(short, { hardware_id: id, ...backup })
  expect(await stored(id)).toHaveLength(1)
})

test('files that could not be removed are removed by a later backup', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const left = () => sim.table('file').filter((file) => file['name']?.startsWith('trunkline-'))
  sim.faults.add({ kind: 'refuse', message: 'failure: not now', menu: 'file', verb: 'remove' })
  await runCommand(devices, { hardware_id: id, ...backup })
  expect(left()).toHaveLength(3)
  sim.faults.clear()
  const session = await connect({ host: sim.host, port: sim.ports.api!, transport: 'api', ...deviceLogin })
  // Another process may be reading them.
  await removeTemporaryFiles(session)
  expect(left()).toHaveLength(3)
  await removeTemporaryFiles(session, Date.now() + 11 * 60_000)
  expect(left()).toEqual([])
  await session.close()
})

test('lines are counted where they differ', () => {
  expect(countDifference('a\nb\nc', 'a\nc\nd\ne')).toEqual({ added: 2, removed: 1 })
})

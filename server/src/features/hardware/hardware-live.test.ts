import { replied } from '../../testing/messages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { deviceLogin } from '../../testing/devices/create-device.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, editor: ApiCall, reader: ApiCall, client: ApiCall, sibling: ApiCall
let sim: Simulator, id: number

beforeAll(async () => {
  master = await fixture.as('master')
  editor = await fixture.as('master', 'editor')
  reader = await fixture.as('master', 'read-only')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  sim = await fixture.router()
  id = await fixture.device({ router: sim, serial_number: sim.serial })
})
afterAll(() => fixture.stop())

describe('commands of a device', () => {
  test('a reboot is verified by the uptime, and requires permission to manage the device', async () => {
    for (const [call, status] of [
      [editor, 403],
      [reader, 403],
      [client, 403],
      [sibling, 404],
    ] as const)
      expect((await call('PUT', `/hardware/${id}/reboot`)).status).toBe(status)
    const end = await fixture.end(master, id, await master('PUT', `/hardware/${id}/reboot`))
    expect(end, end.detail?.message).toMatchObject({
      kind: 'reboot',
      state: 'done',
      label: end.hardware_name,
      changes: [],
    })
  }, 20_000)

  test('leave a reading from after their end, so that the page shows no old values beside the result', async () => {
    const live = async () => (await client('GET', `/hardware/control/${id}/live/show`)).body.data
    await fixture.panel.sql((tx) =>
      sql`update hardware_state set uptime_seconds = 5000000, read_at = now() - interval '1 minute' where hardware_id = ${id}`.execute(
        tx,
      ),
    )
    const reply = await master('PUT', `/hardware/${id}/reboot`)
    expect(await live()).toMatchObject({ uptime_seconds: 5_000_000, open_commands: 1 })
    await fixture.end(master, id, reply)
    const after = await live()
    expect(after.uptime_seconds).toBeLessThan(600)
    expect(after.open_commands).toBe(0)
    expect(Date.parse(after.read_at)).toBeGreaterThan(Date.parse(after.last_command_at))
    await fixture.end(editor, id, await editor('POST', `/hardware/control/${id}/backup/store`))
    const later = await live()
    expect(Date.parse(later.last_command_at)).toBeGreaterThan(Date.parse(after.last_command_at))
    expect(Date.parse(later.read_at)).toBeGreaterThan(Date.parse(later.last_command_at))
  }, 30_000)

  test('a queued one can be cancelled, and the device receives no request', async () => {
    const { body } = await editor('PATCH', `/hardware/${id}/reload`)
    expect((await reader('PUT', `/hardware/command/${body.data.id}/cancel`)).status).toBe(403)
    const cancelled = await editor('PUT', `/hardware/command/${body.data.id}/cancel`)
    expect([cancelled.status, cancelled.body.data.state]).toEqual([200, 'cancelled'])
    const queued = sim.commands.length
    await fixture.worker.commands.workOff(id)
    expect(sim.commands.length).toBe(queued)
    const again = await editor('PUT', `/hardware/command/${body.data.id}/cancel`)
    expect([again.status, again.body.error.reason]).toEqual([409, 'command.not_queued'])
  })

  test('are listed with their device, found by each of their words, and shown with their changes', async () => {
    const reply = await master('PUT', `/hardware/control/${id}/ip/dns/update`, {
      servers: ['9.9.9.9'],
      seen: { servers: ['1.1.1.1'] },
    })
    const { data } = (await master('GET', `/hardware/command/${reply.body.data.id}/show`)).body
    expect(data.changes).toEqual([{ field: 'servers', before: '1.1.1.1', after: '9.9.9.9' }])
    expect(data).toMatchObject({ hardware_name: 'Router', company_name: 'Client', site_id: null, state: 'queued' })
    for (const search of [
      'dns',
      'target:ip/dns',
      'hardware_name:Rout;kind:change',
      'company_name:Client;state:queued',
      `hardware_id:${id};kind:change`,
    ]) {
      const list = await master('GET', `/hardware/command/index?search=${encodeURIComponent(search)}`)
      expect(
        list.body.data.map((row: { id: number }) => row.id),
        search,
      ).toEqual([data.id])
    }
    expect((await sibling('GET', `/hardware/command/${data.id}/show`)).status).toBe(404)
    await master('PUT', `/hardware/command/${data.id}/cancel`)
  })

  test('do not show what the worker compares the device with', async () => {
    const reply = await master('PUT', `/hardware/control/${id}/ip/dns/update`, {
      servers: ['9.9.9.9'],
      seen: { servers: ['1.1.1.1'] },
    })
    const show = async () => (await master('GET', `/hardware/command/${reply.body.data.id}/show`)).body.data.result
    const store = (result: object) =>
      fixture.panel.sql((tx) =>
        sql`update device_command set state = 'unknown', finished_at = now() - interval '8 days', result = ${JSON.stringify(result)}::jsonb where id = ${reply.body.data.id}`.execute(
          tx,
        ),
      )
    await store({ unchecked: true, before: [{ servers: '1.1.1.1' }] })
    expect(await show()).toBeNull()
    await store({ servers: '9.9.9.9' })
    expect(await show()).toEqual({ servers: '9.9.9.9' })
  })
})

describe('configuration backups', () => {
  test('are stored when they differ, compared by line, and never contain a secret', async () => {
    const backUp = async () => fixture.end(editor, id, await editor('POST', `/hardware/control/${id}/backup/store`))
    const first = await backUp()
    expect(first, first.detail?.message).toMatchObject({ kind: 'backup', state: 'done' })
    await backUp()
    sim.insert('ip/address', { address: '10.200.0.1/24', interface: 'ether5' })
    await backUp()
    const { data } = (await client('GET', `/hardware/control/${id}/backup/index`)).body
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({ lines_added: 1, lines_removed: 0 })
    const compare = await client('GET', `/hardware/control/${id}/backup/${data[0].id}/compare/${data[1].id}`)
    expect(compare.body.data).toMatchObject({ added: 1, removed: 0 })
    const lines = compare.body.data.places[0].lines.filter((line: { kind: string }) => line.kind === 'added')
    expect(lines[0].text).toContain('10.200.0.1/24')
    const now = async (who = client, of = id) =>
      who('GET', `/hardware/control/${of}/backup/${data[0].id}/compare-device`)
    expect((await now()).body.data).toMatchObject({ added: 0, removed: 0, places: [] })
    sim.insert('ip/address', { address: '10.201.0.1/24', interface: 'ether5' })
    const live = await now()
    expect(live.body.data, live.text).toMatchObject({ added: 1, removed: 0 })
    expect(live.text).toContain('10.201.0.1/24')
    expect(live.text).not.toContain(deviceLogin.password)
    expect(sim.table('file').filter((file) => String(file['name']).endsWith('.rsc'))).toEqual([])
    expect((await client('GET', `/hardware/control/${id}/backup/index`)).body.data).toHaveLength(2)
    expect((await now(sibling)).status).toBe(404)
    const shown = await client('GET', `/hardware/control/${id}/backup/${data[0].id}/show`)
    expect(shown.body.data.text.trimEnd().split('\n')).toHaveLength(data[0].lines)
    expect(shown.text).not.toContain(deviceLogin.password)
    const other = await fixture.device({ router: sim })
    expect((await client('GET', `/hardware/control/${other}/backup/${data[0].id}/show`)).status).toBe(404)
    expect((await now(client, other)).status).toBe(404)
  }, 30_000)
})

describe('files and restores of backups', () => {
  let newest: number, oldest: number
  const index = async () => (await client('GET', `/hardware/control/${id}/backup/index`)).body.data as { id: number }[]
  const path = (backup: number, call: string) => `/hardware/control/${id}/backup/${backup}/${call}`

  beforeAll(async () => {
    sim.change('ip/dns', null, { servers: '9.9.9.1' })
    await fixture.end(editor, id, await editor('POST', `/hardware/control/${id}/backup/store`))
    oldest = (await index())[0]!.id
    sim.change('ip/dns', null, { servers: '9.9.9.2' })
    await fixture.end(editor, id, await editor('POST', `/hardware/control/${id}/backup/store`))
    newest = (await index())[0]!.id
  })

  test('files with secrets are for those who manage the device, and each download is recorded', async () => {
    for (const call of ['text', 'binary', 'restore/preview'])
      for (const [who, status] of [
        [editor, 403],
        [reader, 403],
        [client, 403],
        [sibling, 404],
      ] as const)
        expect((await who('GET', path(newest, call))).status, call).toBe(status)
    expect((await editor('POST', path(newest, 'password'))).status).toBe(403)
    const file = await master('GET', path(newest, 'text'))
    expect(file.status, file.text).toBe(200)
    expect(file.text).toContain('servers=9.9.9.2')
    expect((await master('GET', path(newest, 'binary'))).status).toBe(200)
    const { body } = await master('POST', path(newest, 'password'))
    expect(body.data.password).toHaveLength(32)
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{
        n: number
      }>`select count(*)::int as n from audit_log where action = 'export' and subject = 'hardware' and object_id = ${id}`.execute(
        tx,
      ),
    )
    expect(rows[0]?.n).toBe(3)
  })

  test('a restore is previewed, rejected where it cannot be made, and started for what was compared', async () => {
    const preview = await master('GET', path(oldest, 'restore/preview'))
    expect(preview.body.data).toMatchObject({
      backup_id: oldest,
      current_id: newest,
      changes: [{ menu: 'ip/dns', verb: 'set', text: '/ip dns set servers="9.9.9.1"' }],
      skipped: [],
      rollback: 'script',
      other_serial: null,
    })
    const same = await master('GET', path(newest, 'restore/preview'))
    expect([same.status, same.body.error.messages]).toEqual([422, { backupId: replied('backup.nothing_to_restore') }])
    const old = await master('PUT', path(oldest, 'restore'), { current_id: oldest })
    expect([old.status, old.body.error.messages]).toEqual([422, { current_id: replied('backup.not_current') }])
    const board = (name: string) =>
      fixture.panel.sql((tx) => sql`update config_backup set board = ${name} where id = ${oldest}`.execute(tx))
    const { board: real } = (await master('GET', path(newest, 'show'))).body.data
    await board('CCR2004')
    const other = await master('PUT', path(oldest, 'restore'), { current_id: newest })
    expect([other.status, other.body.error.messages]).toEqual([
      422,
      { backupId: replied('backup.other_board', { board: 'CCR2004', expected: real }) },
    ])
    await board(real)
    const end = await fixture.end(master, id, await master('PUT', path(oldest, 'restore'), { current_id: newest }))
    expect(end, end.detail?.message).toMatchObject({ kind: 'restore', state: 'done' })
    expect(sim.table('ip/dns')[0]?.['servers']).toBe('9.9.9.1')
  }, 30_000)
})

test('a device has a modem if its reading has one, whatever its model', async () => {
  const hasLte = async (of: number) => (await client('GET', `/hardware/control/${of}/live/show`)).body.data.has_lte
  const modem = await fixture.router({ personality: 'lte' })
  const other = await fixture.device({ router: modem })
  expect([await hasLte(id), await hasLte(other)]).toEqual([false, false])
  for (const of of [id, other]) await fixture.end(editor, of, await editor('PATCH', `/hardware/${of}/reload`))
  await fixture.panel.sql((tx) => sql`update hardware_model set has_lte = true`.execute(tx))
  expect([await hasLte(id), await hasLte(other)]).toEqual([false, true])
  // Over REST the poller reads no menus: until they are requested, the model decides.
  await fixture.panel.sql((tx) => sql`delete from hardware_menu where hardware_id = ${id}`.execute(tx))
  expect(await hasLte(id)).toBe(true)
  await fixture.panel.sql((tx) => sql`update hardware_model set has_lte = false`.execute(tx))
}, 30_000)

describe('the history', () => {
  const history = async (query: string) =>
    (await client('GET', `/hardware/control/${id}/history/show?${query}`)).body.data

  test('has one point per step of its span, at most 400, with gaps where nothing was read', async () => {
    await fixture.panel.sql((tx) =>
      sql`insert into hardware_sample (hardware_id, at, seconds, online, cpu_load, rx_bps, tx_bps, interfaces, memory_load, lte_rsrp, wifi_clients, wifi_signal)
        select ${id}::bigint, to_timestamp(floor(extract(epoch from now()) / 300) * 300) - make_interval(secs => 300 * n), 300, n <> 1, 10 + n, 1000 * n, 5, '{"ether1": [7, 8]}'::jsonb,
          40 + n, -90 - n, n, -60
        from unnest('{0, 1, 3}'::int[]) n
        union all select ${id}::bigint, date_trunc('hour', now()) - make_interval(hours => 24 * n), 3600, true, 50, 400, 300, '{}'::jsonb, null, null, null, null from unnest('{1, 2, 300}'::int[]) n`.execute(
        tx,
      ),
    )
    for (const [span, count, seconds] of [
      ['hour', 12, 300],
      ['day', 288, 300],
      ['week', 336, 1800],
      ['month', 360, 7200],
      ['year', 365, 86_400],
    ] as const) {
      const { points, ...of } = await history(`span=${span}`)
      expect([span, points.length, of.seconds]).toEqual([span, count, seconds])
    }
    const { points } = await history('span=hour')
    expect(points.slice(-4)).toMatchObject([
      { online: true, cpu_load: 13, rx_bps: 3000, tx_bps: 5, memory_load: 43, lte_rsrp: -93, wifi_clients: 3 },
      { online: null, cpu_load: null, rx_bps: null, tx_bps: null },
      { online: false, cpu_load: 11, rx_bps: 1000 },
      { online: true, cpu_load: 10, rx_bps: 0 },
    ])
    expect((await history('span=hour&interface=ether1')).points.at(-1)).toMatchObject({ rx_bps: 7, tx_bps: 8 })
    expect((await history('span=hour&interface=none')).points.at(-1)).toMatchObject({ rx_bps: null, cpu_load: 10 })
    const year = (await history('span=year')).points
    expect(year.filter((point: { cpu_load: number | null }) => point.cpu_load === 50)).toHaveLength(3)
  })
})

describe('a first contact', () => {
  const contact = (body: object, call = editor) => call('POST', '/hardware/control/test', body)
  const login = () => ({ address: sim.host, port: sim.ports.api, protocol: 'api', ...deviceLogin })

  test('reports the identity, the model, and the device with the same serial number', async () => {
    const { board } = (await contact(login())).body.data
    expect(board).not.toBe('')
    const model = await fixture.panel.sql(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        update hardware_model set name = ${board} where id = (select min(id) from hardware_model) returning id`.execute(
        tx,
      )
      return rows[0]?.id
    })
    const { status, body, text } = await contact(login())
    expect(status, text).toBe(200)
    expect(body.data).toMatchObject({
      board,
      serial_number: sim.serial,
      certificate: null,
      model_id: model,
      model_name: board,
      known_as: { id, name: 'Router' },
      warnings: expect.arrayContaining(['plain-text']),
    })
    expect((await contact(login(), sibling)).body.data.known_as).toBeNull()
    expect((await contact({ hardware_id: id })).body.data).toMatchObject({ serial_number: sim.serial, known_as: null })
  })

  test('uses a stored password only for its device, and only with permission', async () => {
    const elsewhere = await fixture.router()
    const moved = await contact({ hardware_id: id, port: elsewhere.ports.api })
    expect([moved.status, Object.keys(moved.body.error.fields)]).toEqual([422, ['password']])
    expect(elsewhere.commands).toEqual([])
    const foreign = await contact({ hardware_id: id }, sibling)
    expect([foreign.status, foreign.body.error.messages]).toEqual([
      422,
      { hardware_id: replied('row.missing', { kind: 'hardware' }) },
    ])
    expect((await contact({ hardware_id: id }, reader)).status).toBe(403)
  })

  test('reports what failed, and never the password', async () => {
    const wrong = await contact({ ...login(), password: 'Hidden-Word' })
    expect([wrong.status, wrong.body.error.details.error]).toEqual([504, 'login'])
    expect(wrong.text).not.toContain('Hidden-Word')
    const inside = await contact({ ...login(), address: '169.254.169.254' })
    expect([inside.status, Object.keys(inside.body.error.fields)]).toEqual([422, ['address']])
    expect((await contact({ address: sim.host, protocol: 'api' })).status).toBe(422)
  })
})

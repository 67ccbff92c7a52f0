import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { CommandRequest } from './devices.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, runCommand, submit, seen, system } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

const addressOrder = (hardware_id: number, of: Partial<CommandRequest> = {}): CommandRequest => ({
  hardware_id,
  kind: 'change',
  target: 'ip/address',
  verb: 'add',
  label: '10.77.0.1/24, ether2',
  change: {
    steps: [
      {
        menu: 'ip/address',
        verb: 'add',
        values: { address: '10.77.0.1/24', interface: 'ether2', comment: 'Lab' },
        identifies: { address: '10.77.0.1/24' },
      },
    ],
    reads: ['ip/address'],
  },
  ...of,
})

test('an address is added, read back, and stored as the last reading', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const end = await runCommand(devices, addressOrder(id))
  expect(end).toMatchObject({ state: 'done', detail: null, step: '', secret: null })
  const row = sim.table('ip/address').find((one) => one['address'] === '10.77.0.1/24')
  expect(row?.['comment']).toBe('Lab')
  expect(end.result).toMatchObject({ id: row?.['.id'], row: { comment: 'Lab' } })
  const last = await system((tx) => devices.last(tx, id, 'ip/address'))
  expect(last?.rows).toContainEqual(expect.objectContaining({ address: '10.77.0.1/24', interface: 'ether2' }))
})

test("a rejection by the device has the device's own message", async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  await runCommand(devices, addressOrder(id))
  const again = await runCommand(devices, addressOrder(id))
  expect(again).toMatchObject({ state: 'refused' })
  expect(again.detail).toMatchObject({
    reason: 'text',
    params: { text: expect.stringContaining('already have such address') },
  })
})

test('a row that has changed since the caller saw it is not written', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  await runCommand(devices, addressOrder(id))
  const row = sim.table('ip/address').find((one) => one['address'] === '10.77.0.1/24')!['.id'] as string
  sim.change('ip/address', row, { comment: 'Somebody else' })
  const set = (expected: Record<string, string>) =>
    runCommand(devices, {
      ...addressOrder(id),
      change: { steps: [{ menu: 'ip/address', verb: 'set', id: row, values: { comment: 'Mine' }, expected }] },
    })
  const end = await set({ comment: 'Lab' })
  expect(end).toMatchObject({ state: 'refused', sent_at: null })
  expect(end.detail).toEqual(
    message('command.changed_meanwhile', {
      notes: [message('command.field_changed', { field: 'comment', seen: 'Lab', now: 'Somebody else' })],
    }),
  )
  expect(sim.table('ip/address').find((one) => one['.id'] === row)?.['comment']).toBe('Somebody else')
  expect(await set({ comment: 'Somebody else' })).toMatchObject({ state: 'done', result: { row: { comment: 'Mine' } } })
})

test('a rule is added before a given one, and not at all if that one is gone', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const rules = () => sim.table('ip/firewall/filter')
  const place = rules().findIndex((row) => row['chain'] === 'forward')
  const before = rules()[place]?.['.id'] as string
  const add = (comment: string, at: string) =>
    runCommand(devices, {
      ...addressOrder(id),
      change: {
        steps: [
          {
            menu: 'ip/firewall/filter',
            verb: 'add',
            values: { chain: 'forward', action: 'drop', comment },
            before: at,
            identifies: { comment },
          },
        ],
      },
    })
  expect(await add('apart', before)).toMatchObject({ state: 'done', result: { row: { comment: 'apart' } } })
  expect(rules().map((row) => row['comment'])[place]).toBe('apart')
  expect(rules()[place + 1]?.['.id']).toBe(before)
  expect(await add('nowhere', '*FFF')).toMatchObject({ state: 'refused', sent_at: null })
  expect(rules().some((row) => row['comment'] === 'nowhere')).toBe(false)
})

test('a device that acknowledges a change without applying it is detected', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'lie', menu: 'ip/dns', verb: 'set' })
  const end = await runCommand(devices, {
    hardware_id: id,
    kind: 'change',
    change: { steps: [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers: '9.9.9.9' } }] },
  })
  expect(end.state).toBe('refused')
  expect(end.detail).toMatchObject({
    reason: 'command.not_applied',
    params: { notes: [{ reason: 'command.field_differs', params: { field: 'servers', wanted: '9.9.9.9' } }] },
  })
})

test('a device that applies a part of a change ends as one that differs', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'halfApply', menu: 'ip/dns', verb: 'set' })
  const end = await runCommand(devices, {
    hardware_id: id,
    kind: 'change',
    change: {
      steps: [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers: '9.9.9.9', 'cache-size': '8192KiB' } }],
    },
  })
  expect(end.state).toBe('differs')
  expect(end.detail).toMatchObject({
    reason: 'command.partly_applied',
    params: { notes: [{ reason: 'command.field_differs', params: { field: 'cache-size' } }] },
  })
})

test('a connection lost after the write: the command is done if the device has the change', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'cut', afterBytes: 0, menu: 'ip/address', verb: 'add', nth: 1 })
  const end = await runCommand(devices, addressOrder(id))
  expect(end.state).toBe('done')
  expect(sim.table('ip/address').filter((one) => one['address'] === '10.77.0.1/24')).toHaveLength(1)
})

test('a connection lost before the device applied the write: the command ends as rejected with the state found, and nothing is sent twice', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'cut', afterBytes: 0, menu: 'ip/address', verb: 'add', does: false })
  const end = await runCommand(devices, addressOrder(id))
  expect(end.state).toBe('refused')
  expect(end.detail).toEqual(
    message('command.checked', { after: 'connection', cause: message('command.row_not_added') }),
  )
  expect(sim.commands.filter(({ words }) => words[0] === '/ip/address/add')).toHaveLength(1)
})

test('a command whose result cannot be checked ends as unknown if its reply was lost', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const run = () =>
    runCommand(devices, {
      hardware_id: id,
      kind: 'change',
      change: { steps: [{ menu: 'ip/dns/cache', verb: 'run', command: 'flush' }] },
    })
  sim.faults.add({ kind: 'cut', afterBytes: 0, menu: 'ip/dns/cache', verb: 'flush' })
  expect(await run()).toMatchObject({
    state: 'unknown',
    detail: message('command.unverifiable', { after: 'connection' }),
  })
})

test('a command for an offline device ends as unreachable, and nothing was sent', async () => {
  const devices = createService()
  const id = await device({ address: '127.0.0.1', port: 1 })
  const end = await runCommand(devices, addressOrder(id))
  expect(end).toMatchObject({ state: 'unreachable', detail: message('device.no_answer'), sent_at: null })
})

test('a wrong password is reported, and not retried immediately', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim, password: 'wrong' })
  const end = await runCommand(devices, addressOrder(id))
  expect(end).toMatchObject({ state: 'unreachable', detail: message('device.login_failed') })
  const logins = () => sim.commands.length
  const before = logins()
  expect((await runCommand(devices, addressOrder(id))).detail).toEqual(message('device.login_paused'))
  expect(logins()).toBe(before)
})

test('another device behind the address is not written to', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim, serial_number: 'HX0000001' })
  const end = await runCommand(devices, addressOrder(id))
  expect(end.state).toBe('unreachable')
  expect(end.detail).toMatchObject({ reason: 'device.other_serial_number', params: { expected: 'HX0000001' } })
})

test('secrets are encrypted until the end, reach the device, and are stored nowhere in plain text', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const { id: command } = await submit(devices, {
    hardware_id: id,
    kind: 'change',
    change: {
      steps: [
        {
          menu: 'user',
          verb: 'add',
          values: { name: 'guest', group: 'read', password: { secret: 'password' } },
          secretValues: ['password'],
          identifies: { name: 'guest' },
        },
      ],
    },
    secrets: { password: 'deeply hidden' },
  })
  expect((await seen(command)).secret).toBeInstanceOf(Buffer)
  await devices.commands.workOff(id)
  const end = await seen(command)
  expect(end).toMatchObject({ state: 'done', secret: null })
  const { rows } = await system((tx) =>
    sql<{
      text: string
    }>`select c::text as text from device_command c union all select a::text from audit_log a`.execute(tx),
  )
  expect(rows.filter(({ text }) => text.includes('deeply hidden'))).toEqual([])
})

test('a reboot is verified by the uptime', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const end = await runCommand(devices, { hardware_id: id, kind: 'reboot' })
  expect(end).toMatchObject({ state: 'done' })
})

test('a reboot that does not happen is not reported as done', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'lie', menu: 'system', verb: 'reboot' })
  const end = await runCommand(devices, { hardware_id: id, kind: 'reboot' })
  expect(end).toMatchObject({ state: 'refused', detail: message('command.not_restarted') })
})

test('a reload reads everything', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  expect(await runCommand(devices, { hardware_id: id, kind: 'reload' })).toMatchObject({
    state: 'done',
  })
  const { rows } = await system((tx) =>
    sql<{ menus: string[]; version: string }>`
      select array_agg(m.menu order by m.menu) as menus, max(s.routeros_version) as version
        from hardware_menu m join hardware_state s using (hardware_id) where hardware_id = ${id}`.execute(tx),
  )
  expect(rows[0]?.menus).toEqual(
    expect.arrayContaining([
      'interface',
      'interface/ethernet',
      'ip/address',
      'ip/dhcp-server/lease',
      'ip/dns',
      'ip/pool',
    ]),
  )
  expect(rows[0]?.version).toMatch(/^7\./)
})

test('an unchanged configuration is stored once', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const backup = () => runCommand(devices, { hardware_id: id, kind: 'backup' })
  const stored = async () =>
    (
      await system((tx) =>
        sql<{ lines_added: number; lines_removed: number; text: string }>`
          select lines_added, lines_removed, text from config_backup where hardware_id = ${id} order by id`.execute(tx),
      )
    ).rows
  expect(await backup()).toMatchObject({ state: 'done' })
  expect(await backup()).toMatchObject({ state: 'done' })
  expect(await stored()).toHaveLength(1)
  await runCommand(devices, addressOrder(id))
  expect(await backup()).toMatchObject({ state: 'done' })
  const [, second] = await stored()
  expect(second).toMatchObject({ lines_added: 1, lines_removed: 0 })
  expect(second?.text).toContain('10.77.0.1/24')
})

test('commands of one device run one after the other in the order of their requests, whichever worker runs them', async () => {
  const devices = [createService(), createService()]
  const sim = await router()
  const id = await device({ router: sim })
  const requested: number[] = []
  for (let n = 1; n <= 6; n++)
    requested.push(
      (
        await submit(devices[0]!, {
          hardware_id: id,
          kind: 'change',
          label: String(n),
          change: { steps: [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers: `9.9.9.${n}` } }] },
        })
      ).id,
    )
  let max = 0
  const watch = setInterval(() => {
    void system((tx) =>
      sql<{
        n: number
      }>`select count(*)::int as n from device_command where hardware_id = ${id} and state = 'running'`.execute(tx),
    ).then(({ rows }) => (max = Math.max(max, rows[0]!.n)))
  }, 5)
  await Promise.all(devices.flatMap((one) => [one.commands.workOff(id), one.commands.workOff(id)]))
  clearInterval(watch)
  const ends = await Promise.all(requested.map(seen))
  expect(ends.map(({ state }) => state)).toEqual(Array(6).fill('done'))
  expect(max).toBe(1)
  const sets = sim.commands.filter(({ words }) => words[0] === '/ip/dns/set').map(({ words }) => words.join(' '))
  expect(sets.map((words) => /9\.9\.9\.(\d)/.exec(words)?.[1])).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('a command that has not started by its deadline expires', async () => {
  const devices = createService()
  const id = await device({ address: '127.0.0.1', port: 1 })
  const { id: command } = await submit(devices, addressOrder(id, { deadlineSeconds: 0 }))
  await devices.commands.workOff(id)
  await devices.commands.sweep()
  expect(await seen(command)).toMatchObject({
    state: 'unreachable',
    detail: message('command.not_started'),
  })
})

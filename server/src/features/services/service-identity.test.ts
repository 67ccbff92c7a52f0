import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { createSession } from '../../testing/sessions/create-session.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let master: ApiCall, sibling: ApiCall
let tariff: number, foreignTariff: number
let ipoe: number, otherIpoe: number, pppoe: number

const created = async (call: ApiCall, path: string, body: object): Promise<number> => {
  const reply = await call('POST', `/network/${path}/store`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
  sibling = await fixture.as('sibling')
  tariff = await created(master, 'tariff', { name: 'Home' })
  foreignTariff = await created(sibling, 'tariff', { name: 'Elsewhere' })
  ipoe = await created(master, 'nas', { name: 'BNG', address: '192.0.2.1', purposes: ['ipoe'] })
  otherIpoe = await created(master, 'nas', { name: 'BNG 2', address: '192.0.2.2', purposes: ['ipoe', 'pppoe'] })
  pppoe = await created(master, 'nas', { name: 'PPPoE', address: '192.0.2.3', purposes: ['pppoe'] })
})
afterAll(() => fixture?.panel.stop())

const post = (more: object, kind = 'service', call = master) =>
  call('POST', `/network/${kind}/store`, {
    ...(kind === 'service' && { company_id: fixture.companies.client }),
    tariff_id: tariff,
    ...more,
  })
const store = async (more: object): Promise<number> => {
  const reply = await post(more)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const show = async (id: number) => (await master('GET', `/network/service/${id}/show`)).body.data
const update = (id: number, body: object) => master('PUT', `/network/service/${id}/update`, body)
const fields = (reply: { body: { error?: { messages?: object } } }) => reply.body.error?.messages
let serial = 0
/** A MAC address that no other service has. */
const newMac = () => `02:00:00:00:00:${(++serial).toString(16).padStart(2, '0')}`
const stored = (id: number) =>
  fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{
      mac: string | null
      circuit: string | null
      remote: string | null
      password: boolean
    }>`
      select mac::text, encode(circuit_id, 'hex') as circuit, encode(remote_id, 'hex') as remote, password is not null as password
      from service where id = ${id}`.execute(tx)
    return rows[0]
  })

describe('identified by a MAC address', () => {
  test('in any notation, without a password, with its own user name', async () => {
    const id = await store({ auth_method: 'mac', mac: 'aabb.cc00.0001' })
    expect(await show(id)).toMatchObject({
      auth_method: 'mac',
      mac: 'AA:BB:CC:00:00:01',
      username: 'aa:bb:cc:00:00:01',
      circuit_id: null,
      remote_id: null,
    })
    expect(await stored(id)).toEqual({ mac: 'aa:bb:cc:00:00:01', circuit: null, remote: null, password: false })
    const named = await store({ auth_method: 'mac', mac: '1:0:e1:c:38:c8:f8', username: 'berg-iptv', nas_id: ipoe })
    expect(await show(named)).toMatchObject({ mac: '00:E1:0C:38:C8:F8', username: 'berg-iptv' })
  })

  test('is rejected at the invalid field', async () => {
    const mac = newMac()
    for (const [body, expected] of [
      [{ auth_method: 'mac' }, { mac: replied('field.required') }],
      [{ auth_method: 'mac', mac: 'nonsense' }, { mac: replied('field.mac') }],
      [{ auth_method: 'mac', mac, password: 'secret' }, { password: replied('service.ipoe_password') }],
      [
        { auth_method: 'mac', mac, calling_station: 'AA:BB:CC:DD:EE:FF' },
        {
          calling_station: replied('service.ipoe_calling_station'),
        },
      ],
      [{ auth_method: 'mac', mac, nas_id: pppoe }, { nas_id: replied('nas.wrong_purpose', { purpose: 'ipoe' }) }],
      [{ auth_method: 'mac', mac, circuit_id: 'port 1' }, { circuit_id: replied('service.not_by_option82') }],
      [{ username: 'plain', password: 'secret', mac }, { mac: replied('service.not_by_mac') }],
      [{ password: 'secret' }, { username: replied('field.required') }],
      [{ username: 'plain' }, { password: replied('field.required') }],
      [
        { auth_method: 'eap', username: 'plain' },
        { auth_method: replied('field.allowed', { values: ['password', 'mac', 'option82'] }) },
      ],
    ] as const) {
      const reply = await post(body)
      expect([reply.status, fields(reply)]).toEqual([422, expected])
    }
  })

  test('is for services only', async () => {
    const expected = { auth_method: replied('service.dialup_password') }
    expect(fields(await post({ auth_method: 'mac', mac: newMac() }, 'vpn-dialup'))).toEqual(expected)
    expect(fields(await post({ auth_method: 'option82', remote_id: 'onu 1' }, 'vpn-dialup'))).toEqual(expected)
    const id = await post({ username: 'dial-in', password: 'secret' }, 'vpn-dialup')
    const changed = await master('PUT', `/network/vpn-dialup/${id.body.data.id}/update`, {
      auth_method: 'mac',
      mac: newMac(),
    })
    expect(fields(changed)).toEqual(expected)
    const { data } = (await master('GET', '/network/vpn-dialup/options')).body
    expect(data.auth_methods.map((choice: { id: string }) => choice.id)).toEqual(['password'])
    expect((await master('GET', '/network/service/options')).body.data.auth_methods).toHaveLength(3)
  })

  test('is unique in the installation, without revealing its company', async () => {
    const mac = newMac()
    await sibling('POST', '/network/service/store', {
      company_id: fixture.companies.foreign,
      tariff_id: foreignTariff,
      auth_method: 'mac',
      mac,
    })
    const allocated = await post({ auth_method: 'mac', mac })
    expect([allocated.status, fields(allocated)]).toEqual([409, { mac: replied('service.mac_taken') }])
    expect(JSON.stringify(allocated.body)).not.toMatch(/Foreign|Sibling/)
    const id = await store({ auth_method: 'mac', mac: newMac() })
    const moved = await update(id, { mac })
    expect([moved.status, fields(moved)]).toEqual([409, { mac: replied('service.mac_taken') }])
    // One in the trash is not reserved, and is not restored over another.
    await master('DELETE', `/network/service/${id}/destroy`)
    const again = await store({ auth_method: 'mac', mac: (await show(id)).mac })
    const recovered = await master('PUT', `/network/service/${id}/recover`)
    expect([recovered.status, Object.keys(fields(recovered) ?? {})]).toEqual([
      409,
      [expect.stringMatching(/mac|username/)],
    ])
    await master('DELETE', `/network/service/${again}/destroy`)
  })

  test('gets another user name if that of its MAC address is in use', async () => {
    const mac = newMac()
    await store({ username: mac, password: 'secret' })
    const id = await store({ auth_method: 'mac', mac })
    expect((await show(id)).username).toBe(`${mac}-2`)
  })

  test('a new MAC address changes the user name, unless a user set it', async () => {
    const [first, second] = [newMac(), newMac()]
    const id = await store({ auth_method: 'mac', mac: first })
    expect((await update(id, { mac: second })).body.data.username).toBe(second)
    expect((await update(id, { username: 'chosen' })).body.data.username).toBe('chosen')
    expect((await update(id, { mac: first })).body.data.username).toBe('chosen')
    expect((await update(id, { mac: first.toUpperCase() })).body.data.mac).toBe(first.toUpperCase())
  })

  test('is found in any notation, and listed', async () => {
    const id = await store({ auth_method: 'mac', mac: 'de:ad:be:00:0e:0f' })
    const found = async (query: string) =>
      (await master('GET', `/network/service/index?${query}`)).body.data.map((row: { id: number }) => row.id)
    for (const text of [
      'de:ad:be:00:0e:0f',
      'DE-AD-BE-00-0E-0F',
      'dead.be00.0e0f',
      'deadbe000e0f',
      'de:ad:be:0:e:f',
      '1:de:ad:be:0:e:f',
      'de-ad-be',
      'be:00:0e',
    ]) {
      expect(await found(`search=${text}`), text).toEqual([id])
      expect(await found(`search=mac:${text}`), `mac:${text}`).toEqual([id])
    }
    expect(await found('search=mac:de:ad:be:00:0e:0e')).toEqual([])
    expect(await found('search=auth_method:mac;mac:dead.be')).toEqual([id])
  })
})

describe('identified by option 82', () => {
  test('as text or in hexadecimal, stored as octets', async () => {
    const id = await store({ auth_method: 'option82', circuit_id: 'eth 1/2:100', remote_id: '0x000400640001' })
    expect(await show(id)).toMatchObject({
      auth_method: 'option82',
      circuit_id: 'eth 1/2:100',
      remote_id: '0x000400640001',
      username: 'eth_1/2:100.0x000400640001',
      mac: null,
    })
    expect(await stored(id)).toEqual({
      mac: null,
      circuit: Buffer.from('eth 1/2:100').toString('hex'),
      remote: '000400640001',
      password: false,
    })
    const hex = await store({ auth_method: 'option82', remote_id: '00:04:00:64:00:02', option82_format: 'hex' })
    expect((await show(hex)).remote_id).toBe('0x000400640002')
    const text = await store({ auth_method: 'option82', remote_id: '00:04:00:64:00:02' })
    expect((await show(text)).remote_id).toBe('00:04:00:64:00:02')
    expect((await update(text, { remote_id: '0x4142' })).body.data.remote_id).toBe('AB')
    const listed = await master('GET', '/network/service/index?search=eth 1/2')
    expect(listed.body.data.map((row: { id: number }) => row.id)).toContain(id)
  })

  test('is rejected at the invalid field', async () => {
    const bound = replied('service.circuit_id_needs_nas')
    for (const [body, expected] of [
      [{}, { circuit_id: replied('service.option82_required') }],
      [{ circuit_id: 'port 1' }, { nas_id: bound }],
      [{ circuit_id: 'port 1', nas_id: pppoe }, { nas_id: replied('nas.wrong_purpose', { purpose: 'ipoe' }) }],
      [{ remote_id: 'größe' }, { remote_id: replied('option82.ascii') }],
      [{ circuit_id: '0x123', remote_id: 'a' }, { circuit_id: replied('option82.hexadecimal') }],
      [{ remote_id: 'a'.repeat(248) }, { remote_id: replied('field.max_octets', { max: 247 }) }],
      [{ remote_id: 'a', mac: newMac() }, { mac: replied('service.not_by_mac') }],
      [{ remote_id: 'a', password: 'secret' }, { password: replied('service.ipoe_password') }],
    ] as const) {
      const reply = await post({ auth_method: 'option82', ...body })
      expect([reply.status, fields(reply)]).toEqual([422, expected])
    }
    const id = await store({ auth_method: 'option82', circuit_id: 'kept', nas_id: ipoe })
    expect(fields(await update(id, { nas_id: null }))).toEqual({ nas_id: bound })
    expect(fields(await update(id, { circuit_id: null }))).toEqual({ circuit_id: replied('service.option82_required') })
    expect((await update(id, { nas_id: null, remote_id: 'node 7' })).status).toBe(200)
  })

  test('is unique: a circuit at its NAS, or both IDs together', async () => {
    const allocated = replied('service.option82_taken')
    const first = await store({ auth_method: 'option82', circuit_id: 'slot 1', nas_id: ipoe })
    const reply = await post({ auth_method: 'option82', circuit_id: 'slot 1', nas_id: ipoe })
    expect([reply.status, fields(reply)]).toEqual([409, { circuit_id: allocated, remote_id: allocated }])
    const elsewhere = await store({ auth_method: 'option82', circuit_id: 'slot 1', nas_id: otherIpoe })
    expect([(await show(first)).username, (await show(elsewhere)).username]).toEqual(['slot_1', 'slot_1-2'])
    await store({ auth_method: 'option82', circuit_id: 'slot 1', remote_id: 'node 1' })
    expect((await post({ auth_method: 'option82', circuit_id: 'slot 1', remote_id: 'node 1' })).status).toBe(409)
    await store({ auth_method: 'option82', remote_id: 'node 1' })
  })
})

describe('another method', () => {
  test('clears the fields of the previous one, and requires a password', async () => {
    const id = await store({
      username: 'changes',
      password: 'secret',
      calling_station: 'AA:BB:CC:DD:EE:FF',
      nas_id: otherIpoe,
    })
    const mac = newMac()
    const byMac = await update(id, { auth_method: 'mac', mac })
    expect(byMac.body.data).toMatchObject({ auth_method: 'mac', username: 'changes', calling_station: null })
    expect((await stored(id))?.password).toBe(false)
    expect(fields(await update(id, { password: 'secret' }))).toEqual({ password: replied('service.ipoe_password') })
    expect(fields(await update(id, { auth_method: 'option82' }))).toEqual({
      circuit_id: replied('service.option82_required'),
    })
    await update(id, { auth_method: 'option82', circuit_id: 'slot 9' })
    expect(await stored(id)).toMatchObject({ mac: null, circuit: Buffer.from('slot 9').toString('hex') })
    expect(fields(await update(id, { auth_method: 'password' }))).toEqual({ password: replied('field.required') })
    await update(id, { auth_method: 'password', password: 'another' })
    expect(await stored(id)).toEqual({ mac: null, circuit: null, remote: null, password: true })
    // Its NAS must be for IPoE when it changes back.
    await update(id, { nas_id: pppoe })
    expect(fields(await update(id, { auth_method: 'mac', mac }))).toEqual({
      nas_id: replied('nas.wrong_purpose', { purpose: 'ipoe' }),
    })
  })

  test('disconnects a running session; an unchanged value does not', async () => {
    const requests = async (id: number) =>
      (await master('GET', `/network/coa/index?search=service_id:${id}`)).body.data.map(
        ({ reason, kind }: { reason: string; kind: string }) => [reason, kind],
      )
    const online = async (more: object) => {
      const id = await store(more)
      await fixture.panel.sql((tx) => createSession(tx, { service_id: id, nas_id: ipoe, started_at: new Date() }))
      return id
    }
    const mac = newMac()
    const byMac = await online({ auth_method: 'mac', mac, username: 'online-mac' })
    await update(byMac, { mac: mac.toUpperCase(), name: 'The same' })
    expect(await requests(byMac)).toEqual([])
    await update(byMac, { mac: newMac() })
    expect(await requests(byMac)).toEqual([['password', 'disconnect']])
    for (const change of [{ circuit_id: 'other' }, { remote_id: 'other' }]) {
      const id = await online({ auth_method: 'option82', circuit_id: `c${++serial}`, remote_id: `r${serial}` })
      await update(id, { circuit_id: `c${serial}` })
      expect(await requests(id)).toEqual([])
      await update(id, change)
      expect(await requests(id)).toEqual([['password', 'disconnect']])
    }
    const other = await online({ auth_method: 'option82', remote_id: `r${++serial}`, username: 'online-82' })
    await update(other, { auth_method: 'mac', mac: newMac() })
    expect(await requests(other)).toEqual([['password', 'disconnect']])
  })

  test('from a stale version is rejected, with the current record', async () => {
    const id = await store({ auth_method: 'mac', mac: newMac() })
    const { version } = await show(id)
    await update(id, { name: 'First', version })
    const stale = await update(id, { mac: newMac(), version })
    expect([stale.status, stale.body.error.code]).toEqual([409, 'stale_version'])
    expect(stale.body.error.details.current).toMatchObject({ name: 'First', auth_method: 'mac' })
  })
})

describe('limits', () => {
  test('a user name has at most 253 octets', async () => {
    const long = replied('field.max_octets', { max: 253 })
    await store({ username: 'ü'.repeat(126), password: 'secret' })
    expect(fields(await post({ username: 'ü'.repeat(127), password: 'secret' }))).toEqual({ username: long })
    expect(fields(await post({ username: 'a'.repeat(254), password: 'secret' }))).toEqual({ username: long })
    expect(fields(await post({ username: '😀'.repeat(64), password: 'secret' }))).toEqual({ username: long })
  })

  test('the number of sessions may be without limit', async () => {
    const id = await store({ username: 'many', password: 'secret', simultaneous_use: null })
    expect((await show(id)).simultaneous_use).toBeNull()
    expect((await update(id, { simultaneous_use: 3 })).body.data.simultaneous_use).toBe(3)
    expect((await update(id, { simultaneous_use: null })).body.data.simultaneous_use).toBeNull()
    expect((await show(await store({ username: 'one', password: 'secret' }))).simultaneous_use).toBe(1)
    expect(fields(await update(id, { simultaneous_use: 101 }))).toEqual({
      simultaneous_use: replied('field.range', { min: 1, max: 100 }),
    })
  })
})

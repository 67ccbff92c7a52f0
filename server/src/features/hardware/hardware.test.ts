import { message } from '@trunkline/contract/errors'
import { replied } from '../../testing/messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { open } from '../../secrets.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createManufacturer, createModel, createHardwareType } from '../../testing/hardware/create-catalogue.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, reseller: ApiCall, client: ApiCall, sibling: ApiCall
let manufacturer: number, type: number, model: number, otherModel: number
let serial = 0
const key = Buffer.alloc(32, 7)

beforeAll(async () => {
  fixture = await setupFixture()
  ;[provider, master, reseller, client, sibling] = (await Promise.all(
    (['provider', 'master', 'reseller', 'client', 'sibling'] as const).map((name) => fixture.as(name)),
  )) as [ApiCall, ApiCall, ApiCall, ApiCall, ApiCall]
  await fixture.panel.sql(async (tx) => {
    manufacturer = await createManufacturer(tx, { name: 'MikroTik' })
    type = await createHardwareType(tx)
    model = await createModel(tx, { name: 'hAP', manufacturer_id: manufacturer, type_id: type, warranty_months: 12 })
    otherModel = await createModel(tx, { name: 'EdgeRouter', warranty_months: 0 })
  })
})
afterAll(() => fixture?.panel.stop())

const make = async (by: ApiCall, of: object = {}): Promise<number> => {
  const reply = await by('POST', '/hardware/store', { name: `Device ${++serial}`, model, ...of })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const show = async (by: ApiCall, id: number) => (await by('GET', `/hardware/${id}/show`)).body.data
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

describe('fields of a device', () => {
  test('a MAC address is accepted and found in each notation, and shown in one', async () => {
    for (const mac of ['4C:5E:0C:01:02:03', '4c-5e-0c-01-02-03', '4c5e.0c01.0203', '4c5e0c010203']) {
      const id = await make(master, { mac })
      expect((await show(master, id)).mac).toBe('4C:5E:0C:01:02:03')
      for (const text of [mac, mac.toUpperCase(), mac.slice(0, 11)]) {
        const query = `search=${encodeURIComponent(`${text};id:${id}`)}`
        expect((await master('GET', `/hardware/index?${query}`)).body.data, text).toHaveLength(1)
        const named = `search=${encodeURIComponent(`mac:${text.replaceAll(':', '\\:')};id:${id}`)}`
        expect((await master('GET', `/hardware/index?${named}`)).body.data, text).toHaveLength(1)
        const found = await master('GET', `/search/index?query=${encodeURIComponent(text)}&limit=20`)
        expect(
          found.body.data.map((hit: { id: number }) => hit.id),
          text,
        ).toContain(id)
      }
    }
    expect((await master('GET', '/hardware/index?search=4c-5e-0d')).body.data).toEqual([])
  })

  test('type and manufacturer are those of the model; others are rejected at their field', async () => {
    const id = await make(master, { type, manufacturer })
    expect(await show(master, id)).toMatchObject({
      type,
      manufacturer,
      model,
      model_name: 'hAP',
      manufacturer_name: 'MikroTik',
    })
    const other = (await provider('GET', `/hardware/model/${otherModel}/show`)).body.data
    const reply = await master('PUT', `/hardware/${id}/update`, { type: other.type, manufacturer: other.manufacturer })
    expect(reply.status).toBe(422)
    expect(reply.body.error.messages).toEqual({
      type: replied('hardware.type_mismatch', { model: 'hAP' }),
      manufacturer: replied('hardware.manufacturer_mismatch', { model: 'hAP' }),
    })
    const moved = await master('PUT', `/hardware/${id}/update`, { model: otherModel, type: other.type })
    expect(moved.body.data).toMatchObject({ type: other.type, manufacturer: other.manufacturer, model: otherModel })
  })

  test('a warranty is limited to the months of the model, except for the provider; a stored one may remain', async () => {
    const id = await make(master, { warranty_expiry_at: day(360) })
    const far = await master('PUT', `/hardware/${id}/update`, { warranty_expiry_at: day(372) })
    expect(far.status).toBe(422)
    expect(far.body.error.messages.warranty_expiry_at).toMatchObject({
      reason: 'hardware.warranty_too_long',
      params: { until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), model: 'hAP', months: 12 },
    })
    const anyDay = await provider('PUT', `/hardware/${id}/update`, { warranty_expiry_at: '2040-01-01' })
    expect(anyDay.body.data.warranty_expiry_at).toBe('2040-01-01')
    const stored = await master('PUT', `/hardware/${id}/update`, { warranty_expiry_at: '2040-01-01', comment: 'x' })
    expect(stored.status).toBe(200)
    const none = await master('POST', '/hardware/store', { name: 'x', model: otherModel, warranty_expiry_at: day(2) })
    expect(none.body.error.messages.warranty_expiry_at.params).toMatchObject({ months: 0 })
    expect((await master('PUT', `/hardware/${id}/update`, { warranty_expiry_at: null })).status).toBe(200)
  })

  test('empty texts become null', async () => {
    const id = await make(master, {
      serial_number: 'E1',
      mac: '4C5E0C010203',
      comment: 'x',
      management_address: 'r1.example',
    })
    const empty = {
      serial_number: '',
      mac: '',
      comment: '',
      management_address: '',
      pinned_certificate: '',
      telephone: '',
    }
    expect((await master('PUT', `/hardware/${id}/update`, empty)).body.data).toMatchObject({
      serial_number: null,
      mac: null,
      comment: null,
      telephone: null,
      management: { address: null, pinned_certificate: null },
    })
  })
})

describe('serial numbers', () => {
  test('are unique per manufacturer in any case, and the existing device is named to users who may see it', async () => {
    const id = await make(reseller, { serial_number: 'HE508ABC', name: 'Roof router' })
    const seen = await master('POST', '/hardware/store', { name: 'x', model, serial_number: 'he508abc' })
    expect(seen.status).toBe(409)
    expect(seen.body.error.messages).toEqual({
      serial_number: replied('hardware.serial_taken_by', { name: 'Roof router' }),
    })
    expect(seen.body.error.details).toEqual({ id, name: 'Roof router' })
    const foreign = await sibling('POST', '/hardware/store', { name: 'x', model, serial_number: 'HE508ABC' })
    expect(foreign.status).toBe(409)
    expect(foreign.body.error.messages).toEqual({ serial_number: replied('hardware.serial_taken') })
    expect(foreign.text).not.toContain('Roof')
    await make(sibling, { model: otherModel, serial_number: 'HE508ABC' })
    await make(master)
    await make(master)
  })

  test('of two concurrent devices with one number, one is rejected', async () => {
    const replies = await Promise.all(
      [master, sibling, reseller, provider].map((by) =>
        by('POST', '/hardware/store', { name: 'Race', model, serial_number: 'RACE1' }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    for (const { status, body } of replies)
      if (status === 409) expect(Object.keys(body.error.fields)).toEqual(['serial_number'])
  })

  test('a device in the trash releases its number, and is not restored if it is used again', async () => {
    const id = await make(reseller, { serial_number: 'T1' })
    expect((await reseller('DELETE', `/hardware/${id}/destroy`)).status).toBe(204)
    const assignee = await make(sibling, { serial_number: 'T1', name: 'Taker' })
    const hidden = await reseller('PUT', `/hardware/${id}/recover`)
    expect([hidden.status, hidden.body.error.messages]).toEqual([
      409,
      { serial_number: replied('hardware.serial_taken') },
    ])
    const reported = await provider('PUT', `/hardware/${id}/recover`)
    expect([reported.status, reported.body.error]).toMatchObject([
      409,
      message('hardware.serial_taken_by', { name: 'Taker' }),
    ])
    await sibling('DELETE', `/hardware/${assignee}/destroy`)
    expect((await reseller('PUT', `/hardware/${id}/recover`)).status).toBe(200)
  })

  test('a device with a model in the trash is not restored', async () => {
    const gone = await fixture.panel.sql((tx) => createModel(tx, { name: 'Gone model' }))
    const id = await make(master, { model: gone })
    await master('DELETE', `/hardware/${id}/destroy`)
    expect((await provider('DELETE', `/hardware/model/${gone}/destroy`)).status).toBe(204)
    const reply = await master('PUT', `/hardware/${id}/recover`)
    expect([reply.status, reply.body.error]).toMatchObject([409, message('row.in_trash', { name: 'Gone model' })])
  })
})

describe('management settings', () => {
  test.each(['0.0.0.0', '255.255.255.255', '239.1.2.3', '169.254.1.1', 'fe80::1', 'ff02::1', '::'])(
    '%s is rejected, because no router has it',
    async (address) => {
      const reply = await master('POST', '/hardware/store', { name: 'x', model, management_address: address })
      expect([reply.status, reply.body.error.messages.management_address.reason]).toEqual([422, 'ip.unusable'])
    },
  )

  const management = {
    management_address: '2001:db8::1',
    management_protocol: 'rest',
    management_port: 8443,
    management_user: 'panel',
    management_password: 'never-told-17',
    pinned_certificate: `${'AB:'.repeat(31)}AB`,
  }

  test('are shown to users who may change the device, and the password to no user', async () => {
    const id = await make(reseller, { company_id: fixture.companies.client, ...management })
    const expected = {
      address: '2001:db8::1',
      protocol: 'rest',
      port: 8443,
      user: 'panel',
      has_password: true,
      pinned_certificate: 'ab'.repeat(32),
      vpn_dialup_id: null,
      vpn_dialup_name: null,
    }
    for (const who of [provider, master, reseller]) expect((await show(who, id)).management).toEqual(expected)
    expect((await show(client, id)).management).toBeNull()
    expect((await show(await fixture.as('reseller', 'read-only'), id)).management).toBeNull()
    expect((await show(await fixture.as('reseller', 'editor'), id)).management).toEqual(expected)
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ sealed: Buffer; log: string }>`select management_password as sealed,
        (select string_agg(before::text || after::text, '') from audit_log where object_id = h.id and subject = 'hardware') as log
        from hardware h where id = ${id}`.execute(tx),
    )
    expect(open(key, rows[0]!.sealed, `hardware:${id}`)).toBe('never-told-17')
    const replies = [await reseller('GET', `/hardware/${id}/show`), await reseller('GET', '/hardware/index?export=csv')]
    const log = await reseller('GET', `/audit-log/index?search=subject:hardware;object_id:${id}`)
    for (const text of [...replies.map((reply) => reply.text), log.text, rows[0]!.log ?? ''])
      expect(text).not.toContain('never-told-17')
  })

  test('the password is changed by a new one, unchanged if absent, and cleared by null', async () => {
    const id = await make(master, management)
    const has = async () => (await show(master, id)).management.has_password
    await master('PUT', `/hardware/${id}/update`, { comment: 'x' })
    expect(await has()).toBe(true)
    expect((await master('PUT', `/hardware/${id}/update`, { management_password: '' })).status).toBe(422)
    await master('PUT', `/hardware/${id}/update`, { management_password: null })
    expect(await has()).toBe(false)
  })

  test('refer to a dial-up that the caller may see, and never to a service', async () => {
    const seed = (kind: 'service' | 'vpn-dialup', company_id: number) =>
      fixture.panel.sql(async (tx) => {
        const { rows } = await sql<{ id: number }>`
          with t as (insert into tariff (company_id, name, price, currency) values (${fixture.companies.provider}, ${`t${++serial}`}, 1, 'GBP') returning id)
          insert into service (kind, company_id, tariff_id, username, password, ipv4_method, starts_on)
          select ${kind}, ${company_id}, t.id, ${`user${serial}`}, '\\x00', 'nas-decides', current_date from t returning id`.execute(
          tx,
        )
        return rows[0]!.id
      })
    const dialup = await seed('vpn-dialup', fixture.companies.reseller)
    const service = await seed('service', fixture.companies.client)
    const foreign = await seed('vpn-dialup', fixture.companies.sibling)
    const id = await make(master)
    for (const bad of [service, foreign]) {
      const reply = await master('PUT', `/hardware/${id}/update`, { vpn_dialup_id: bad })
      expect([reply.status, reply.body.error.messages]).toEqual([
        422,
        { vpn_dialup_id: replied('row.missing', { kind: 'vpn-dialup' }) },
      ])
    }
    const reply = await master('PUT', `/hardware/${id}/update`, { vpn_dialup_id: dialup })
    expect(reply.body.data.management).toMatchObject({
      vpn_dialup_id: dialup,
      vpn_dialup_name: expect.stringMatching(/^user/),
    })
  })
})

describe('readings', () => {
  test('are in readOnly, with the online state', async () => {
    const id = await make(master)
    const unread = await show(master, id)
    expect([unread.is_online, unread.online_status, unread.polled_at, unread.readOnly.identity]).toEqual([
      null,
      'unknown',
      null,
      null,
    ])
    await fixture.panel.sql(async (tx) => {
      await sql`insert into hardware_state (hardware_id, polled_at, identity, routeros_version, uptime_seconds, wan_address, memory_total)
        values (${id}, '2026-05-01 10:00:00.5Z', 'roof', '7.20.1', 90061, '192.0.2.9', 268435456)`.execute(tx)
      await sql`update hardware set is_online = true where id = ${id}`.execute(tx)
    })
    const read = await show(master, id)
    expect(read).toMatchObject({
      is_online: true,
      online_status: 'online',
      polled_at: '2026-05-01T10:00:00.500Z',
      version: unread.version,
    })
    expect(read.readOnly).toMatchObject({
      polled_at: '2026-05-01T10:00:00.500Z',
      identity: 'roof',
      routeros_version: '7.20.1',
      uptime_seconds: 90061,
      wan_address: '192.0.2.9',
      memory_total: 268435456,
      cpu_load: null,
    })
    const online = await master('GET', `/hardware/index?search=online_status:online`)
    expect(online.body.data.map((row: { id: number }) => row.id)).toEqual([id])
  })
})

describe('lookups', () => {
  test('find by name, serial number and MAC address, for a company, without a site, of a kind', async () => {
    const [own, below] = [
      await make(master, { name: 'Choose me', serial_number: 'CH1' }),
      await make(reseller, { name: 'Choose me too' }),
    ]
    const ids = async (by: ApiCall, query: string) =>
      (await by('GET', `/hardware/list?${query}`)).body.data.map((row: { id: number }) => row.id)
    expect(await ids(master, 'query=choose')).toEqual([own, below])
    expect(await ids(reseller, 'query=choose')).toEqual([below])
    expect(await ids(sibling, 'query=choose')).toEqual([])
    expect(await ids(master, 'query=ch1')).toEqual([own])
    expect(await ids(master, `query=choose&for_company_id=${fixture.companies.reseller}`)).toEqual([own, below])
    expect(await ids(master, `query=choose&for_company_id=${fixture.companies.master}`)).toEqual([own])
    expect(await ids(reseller, `query=choose&for_company_id=${fixture.companies.master}`)).toEqual([])
    expect(await ids(master, 'query=choose&unplaced=1&kind=router')).toEqual([own, below])
    expect(await ids(master, 'query=choose&kind=switch')).toEqual([])
    const [row] = (await master('GET', '/hardware/list?query=ch1')).body.data
    expect(row).toEqual({
      id: own,
      name: 'Choose me',
      serial_number: 'CH1',
      model_name: 'hAP',
      kind: 'router',
      path: 'Master',
    })
  })

  test('complete names and serial numbers by prefix', async () => {
    await make(master, { name: 'Zebra one', serial_number: 'QX77' })
    const names = async (query: string) =>
      (await master('GET', `/hardware/listAutocomplete?query=${encodeURIComponent(query)}`)).body.data.map(
        (row: { name: string }) => row.name,
      )
    expect(await names('zeb')).toEqual(['Zebra one'])
    expect(await names('qx')).toEqual(['QX77'])
    expect(await names('one')).toEqual([])
    expect(await names('%')).toEqual([])
  })

  test("list owner companies in the caller's part of the tree", async () => {
    const { body } = await master('GET', '/hardware/companies/list')
    expect(body.data.map((row: { name: string }) => row.name)).toEqual(['Client', 'Master', 'Reseller'])
  })
})

import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, editor: ApiCall, reseller: ApiCall, sibling: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  editor = await fixture.as('master', 'editor')
  reseller = await fixture.as('reseller')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture?.panel.stop())

let serial = 0
const store = async (call: ApiCall, body: object = {}): Promise<number> => {
  const reply = await call('POST', '/network/nas/store', {
    name: `NAS ${++serial}`,
    address: `198.51.100.${serial}`,
    ...body,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

describe('the address', () => {
  test('is unique in the installation, without revealing its company', async () => {
    await store(sibling, { address: '203.0.113.7' })
    const { status, body } = await master('POST', '/network/nas/store', { name: 'Mine', address: '203.0.113.7' })
    expect([status, body.error.messages]).toEqual([409, { address: replied('nas.address_taken') }])
    expect(JSON.stringify(body)).not.toContain('Sibling')
  })

  test('is free again after deletion, and prevents restoring if used again', async () => {
    const first = await store(master, { address: '2001:DB8::7' })
    expect((await master('GET', `/network/nas/${first}/show`)).body.data.address).toBe('2001:db8::7')
    await master('DELETE', `/network/nas/${first}/destroy`)
    const second = await store(sibling, { address: '2001:db8::7' })
    expect((await master('PUT', `/network/nas/${first}/recover`)).status).toBe(409)
    await sibling('DELETE', `/network/nas/${second}/destroy`)
    expect((await master('PUT', `/network/nas/${first}/recover`)).status).toBe(200)
  })
})

describe('seen by a descendant', () => {
  test('a NAS of an ancestor is used and not changed; its company is not named', async () => {
    const id = await store(master, { name: 'Shared tower' })
    const { body } = await reseller('GET', `/network/nas/${id}/show`)
    expect(body.data).toMatchObject({ name: 'Shared tower', inherited: true, company_name: null })
    expect((await reseller('PUT', `/network/nas/${id}/update`, { name: 'X' })).status).toBe(403)
    expect((await reseller('GET', `/network/nas/${id}/commands?with_secret=1&server=192.0.2.1`)).status).toBe(403)
    expect(
      (await reseller('GET', '/network/nas/list?query=shared')).body.data.map((row: { id: number }) => row.id),
    ).toEqual([id])
    expect((await sibling('GET', `/network/nas/${id}/show`)).status).toBe(404)
  })
})

describe('the secret', () => {
  test('is in no response, export or log', async () => {
    const id = await store(master, { secret: 'Very-Secret-Word' })
    await master('PUT', `/network/nas/${id}/update`, { secret: 'Other-Secret-Word' })
    for (const path of [
      `/network/nas/${id}/show`,
      '/network/nas/index',
      '/network/nas/index?export=csv',
      '/network/nas/list',
      `/network/nas/${id}/commands?server=192.0.2.1`,
      '/audit-log/index?search=subject:nas',
    ]) {
      const { text, status } = await master('GET', path)
      expect(status, path).toBe(200)
      expect(text, path).not.toMatch(/Secret-Word|"secret":"[^•]/)
    }
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ secret: Buffer }>`select secret from nas where id = ${id}`.execute(tx),
    )
    expect(rows[0]?.secret.toString('latin1')).not.toContain('Secret-Word')
  })

  test('is in the commands for users who may manage the NAS, and each access is audited', async () => {
    const id = await store(master, { secret: 'Paste-Me-Please', vendor: 'mikrotik', purposes: ['pppoe'] })
    expect((await editor('GET', `/network/nas/${id}/commands?with_secret=1&server=192.0.2.1`)).status).toBe(403)
    const { body } = await master('GET', `/network/nas/${id}/commands?with_secret=1&server=192.0.2.200`)
    expect(body.data).toMatchObject({ vendor: 'mikrotik', server: '192.0.2.200', with_secret: true, coa_port: 3799 })
    expect(body.data.text).toContain('service=ppp address=192.0.2.200 secret="Paste-Me-Please"')
    expect(body.data.text).toContain('/radius incoming set accept=yes port=3799')
    const log = await master('GET', `/audit-log/index?search=subject:nas;object_id:${id};action:export`)
    expect(log.body.data).toHaveLength(1)
  })

  test('is generated if none is given', async () => {
    const id = await store(master)
    const text: string = (
      await master('GET', `/network/nas/${id}/commands?with_secret=1&vendor=strongswan&server=192.0.2.1`)
    ).body.data.text
    expect(text).toMatch(/secret = [A-Za-z0-9]{24}/)
  })

  test('each vendor has its own syntax', async () => {
    const id = await store(master, { purposes: ['pppoe', 'hotspot', 'ipoe', 'login', 'vpn'] })
    const texts = await Promise.all(
      (await master('GET', '/network/nas/vendors/list')).body.data.map(
        async (vendor: { id: string }) =>
          (await editor('GET', `/network/nas/${id}/commands?vendor=${vendor.id}&server=192.0.2.1`)).body.data
            .text as string,
      ),
    )
    expect(new Set(texts).size).toBe(6)
    for (const text of texts) expect(text).toContain('SECRET')
  })
})

describe('pools', () => {
  test('are IPv4 address pools in the given order', async () => {
    const [block, first, second] = await fixture.panel.sql(async (tx) => [
      await createSubnet(tx, { net: '100.72.0.0/16' }),
      await createSubnet(tx, { net: '100.72.1.0/24', attributes: { type: 'pool' } }),
      await createSubnet(tx, { net: '100.72.0.0/24', attributes: { type: 'pool' } }),
    ])
    const id = await store(provider, { pool_ids: [first, second] })
    expect(
      (await provider('GET', `/network/nas/${id}/show`)).body.data.pools.map((one: { net: string }) => one.net),
    ).toEqual(['100.72.1.0/24', '100.72.0.0/24'])
    const { body } = await provider('PUT', `/network/nas/${id}/update`, { pool_ids: [second] })
    expect(body.data.pools).toHaveLength(1)
    const bad = await provider('PUT', `/network/nas/${id}/update`, { pool_ids: [second, block] })
    expect([bad.status, bad.body.error.messages]).toEqual([
      422,
      { 'pool_ids.1': replied('pool.required', { family: 4 }) },
    ])
    expect((await provider('GET', `/network/nas/${id}/show`)).body.data.pools).toHaveLength(1)
  })
})

describe('health', () => {
  const received = (id: number, at: { auth?: string; accept?: string; acct?: string }) =>
    fixture.panel.sql((tx) =>
      sql`insert into nas_heard (nas_id, auth_at, accept_at, acct_at) values (${id}, ${at.auth ?? null}, ${at.accept ?? null}, ${at.acct ?? null})`.execute(
        tx,
      ),
    )
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  test('a NAS that never sent a packet is reported as such', async () => {
    const id = await store(master)
    expect((await master('GET', `/network/nas/${id}/health`)).body.data).toEqual({
      auth_at: null,
      accept_at: null,
      acct_at: null,
      never_accounts: false,
      live_sessions: 0,
      accepts: 0,
      signed_at: null,
      unsigned_at: null,
      authenticator: 'unknown',
      can_require_authenticator: false,
      unanswered: [],
      rejects: [],
      coa_setting: null,
    })
  })

  test('logins without accounting are distinguished from a login of the last minute', async () => {
    const silent = await store(master)
    const fresh = await store(master)
    const well = await store(master)
    await received(silent, { auth: ago(1), accept: ago(30) })
    await received(fresh, { auth: ago(1), accept: ago(1) })
    await received(well, { auth: ago(1), accept: ago(30), acct: ago(2) })
    const never = async (id: number) => (await master('GET', `/network/nas/${id}/health`)).body.data.never_accounts
    expect([await never(silent), await never(fresh), await never(well)]).toEqual([true, false, false])
  })

  test('visible rejects of 24 hours are counted by reason', async () => {
    const id = await store(master)
    const { master: own, sibling: foreign } = fixture.companies
    await fixture.panel.sql(async (tx) => {
      for (const [company, reason, minutes] of [
        [own, 'bad-credentials', 5],
        [own, 'bad-credentials', 10],
        [own, 'service-suspended', 15],
        [own, 'bad-credentials', 60 * 25],
        [foreign, 'pool-full', 5],
      ] as const)
        await sql`insert into auth_log (at, username, company_id, nas_id, accepted, reason, ancestor_ids)
          select ${ago(minutes)}, 'u', ${company}, ${id}, false, ${reason}, ancestor_ids from company where id = ${company}`.execute(
          tx,
        )
    })
    const { rejects } = (await master('GET', `/network/nas/${id}/health`)).body.data
    expect(rejects.map(({ reason, count }: { reason: string; count: number }) => [reason, count])).toEqual([
      ['login.bad_credentials', 2],
      ['login.service_suspended', 1],
    ])
    expect(rejects[0]).toMatchObject(replied('login.bad_credentials'))
  })

  test('a setting that makes CoA or Disconnect fail is named until a request of its kind succeeds', async () => {
    const id = await store(master)
    const request = (kind: string, state: string, error_cause: number | null, minutes: number) =>
      fixture.panel.sql((tx) =>
        sql`insert into coa_request (company_id, nas_id, uid, username, kind, reason, state, error_cause, conclusion, detail, created_at, finished_at)
          values (${fixture.companies.master}, ${id}, 'u', 'u', ${kind}, 'tariff', ${state}, ${error_cause}, ${error_cause === null ? null : 'setting'}, ${JSON.stringify(message('coa.error_cause', { cause: 405 }))}::jsonb, ${ago(minutes)}, ${ago(minutes)})`.execute(
          tx,
        ),
      )
    const setting = async () => (await master('GET', `/network/nas/${id}/health`)).body.data.coa_setting
    await request('disconnect', 'nak', 501, 60 * 24 * 40)
    expect(await setting()).toBeNull()
    await request('coa', 'nak', 405, 30)
    expect(await setting()).toEqual({
      kind: 'coa',
      error_cause: 405,
      detail: replied('coa.error_cause', { cause: 405 }),
      at: expect.any(String),
    })
    await request('disconnect', 'ack', null, 20)
    expect(await setting()).toMatchObject({ kind: 'coa', error_cause: 405 })
    await request('coa', 'ack', null, 10)
    expect(await setting()).toBeNull()
  })
})

describe('the address of the RADIUS server', () => {
  const commands = async (call: ApiCall, id: number, query = '') =>
    call('GET', `/network/nas/${id}/commands?vendor=mikrotik${query}`)
  const set = (body: object) => provider('PUT', '/installation/update', body)

  test('is required if none is configured, because the panel itself is at localhost here', async () => {
    const { status, body } = await commands(master, await store(master))
    expect([status, body.error.messages]).toEqual([422, { server: replied('radius_address.not_configured') }])
  })

  test.each(['localhost', '127.0.0.1', '::1', '0.0.0.0'])('is never %s', async (server) => {
    const { status, body } = await commands(master, await store(master), `&server=${server}`)
    expect([status, body.error.messages]).toEqual([422, { server: replied('radius_address.unreachable') }])
  })

  test('is that of the settings, with a second server, and can be given by the caller', async () => {
    const id = await store(master)
    expect((await set({ radius_address: 'Radius.Example.net', radius_address_2: '2001:DB8::53' })).status).toBe(200)
    const { data } = (await commands(master, id)).body
    expect([data.server, data.server_2]).toEqual(['radius.example.net', '2001:db8::53'])
    expect(data.text.match(/^\/radius add .*/gm)).toHaveLength(2)
    const named = (await commands(master, id, '&server=10.9.9.9')).body.data
    expect([named.server, named.server_2]).toEqual(['10.9.9.9', null])
    expect(named.text).not.toContain('radius.example.net')
    await set({ radius_address: '', radius_address_2: '' })
    expect((await commands(master, id)).status).toBe(422)
  })

  test.each([
    [{ radius_address: 'localhost' }, 'radius_address', 'radius_address.unreachable'],
    [{ radius_address: 'no address' }, 'radius_address', 'radius_address.format'],
    [{ radius_address_2: '192.0.2.2' }, 'radius_address_2', expect.any(String)],
    [{ radius_address: '192.0.2.2', radius_address_2: '192.0.2.2' }, 'radius_address_2', expect.any(String)],
  ])('in the settings is validated: %j', async (body, field, reason) => {
    const reply = await set(body)
    expect(reply.status).toBe(422)
    expect(reply.body.error.messages[field].reason).toEqual(reason)
  })
})

describe('IPoE', () => {
  test('its password is encrypted, never returned, cleared with null, and in the commands for users who manage the NAS', async () => {
    const id = await store(master, {
      purposes: ['ipoe'],
      ipoe_identifier: 'circuit-id',
      ipoe_password: 'Every "Request"',
    })
    const shown = await master('GET', `/network/nas/${id}/show`)
    expect(shown.body.data).toMatchObject({ ipoe_identifier: 'circuit-id', has_ipoe_password: true })
    const column = async () =>
      (
        await fixture.panel.sql((tx) =>
          sql<{ sealed: Buffer | null }>`select ipoe_password as sealed from nas where id = ${id}`.execute(tx),
        )
      ).rows[0]?.sealed
    expect((await column())?.toString('latin1')).not.toContain('Request')
    await master('PUT', `/network/nas/${id}/update`, { ipoe_password: 'Another-Request' })
    for (const path of [
      `/network/nas/${id}/show`,
      '/network/nas/index?export=csv',
      `/network/nas/${id}/commands?server=192.0.2.1&vendor=mikrotik`,
      `/audit-log/index?search=subject:nas;object_id:${id}`,
    ]) {
      const { text, status } = await master('GET', path)
      expect(status, path).toBe(200)
      expect(text, path).not.toMatch(/Request"|Another-Request|ipoe_password":"(?!•)/)
    }
    const plain = (await master('GET', `/network/nas/${id}/commands?server=192.0.2.1&vendor=mikrotik`)).body.data.text
    expect(plain).toContain('radius-password="IPOE-PASSWORD"')
    const secret = await master('GET', `/network/nas/${id}/commands?server=192.0.2.1&vendor=mikrotik&with_secret=1`)
    expect(secret.body.data.text).toContain('radius-password="Another-Request"')
    const { body } = await master('PUT', `/network/nas/${id}/update`, {
      ipoe_password: null,
      version: shown.body.data.version + 1,
    })
    expect(body.data.has_ipoe_password).toBe(false)
    expect(await column()).toBeNull()
  })

  test.each([
    [{ ipoe_identifier: 'serial' }, 'ipoe_identifier'],
    [{ ipoe_password: '' }, 'ipoe_password'],
    [{ ipoe_password: 'pässword' }, 'ipoe_password'],
    [{ ipoe_password: 'x'.repeat(129) }, 'ipoe_password'],
  ])('rejects %j', async (body, field) => {
    const { status, body: reply } = await master('POST', '/network/nas/store', {
      name: 'N',
      address: '198.51.100.250',
      ...body,
    })
    expect([status, Object.keys(reply.error.messages)]).toEqual([422, [field]])
  })
})

describe('the Message-Authenticator', () => {
  const day = 1440
  const sends = (id: number, signed: number | null, unsigned: number | null) =>
    fixture.panel.sql((tx) =>
      sql`insert into nas_heard (nas_id, signed_at, unsigned_at)
        values (${id}, now() - make_interval(mins => ${signed}), now() - make_interval(mins => ${unsigned}))`.execute(
        tx,
      ),
    )

  test.each([
    ['never heard', null, null, 'unknown', false],
    ['unsigned only', null, 5, 'never', false],
    ['signed only', 5, null, 'always', true],
    ['unsigned an hour ago', 5, 60, 'sometimes', false],
    ['unsigned six days ago', 5, 6 * day, 'sometimes', false],
    ['unsigned eight days ago', 5, 8 * day, 'always', true],
    ['signed eight days ago, and silent since', 8 * day, null, 'always', false],
    ['unsigned after the last signed one, both long ago', 9 * day, 8 * day, 'sometimes', false],
  ] as const)('of a NAS that was %s', async (_what, signed, unsigned, authenticator, can) => {
    const id = await store(master)
    await sends(id, signed, unsigned)
    const expected = { authenticator, can_require_authenticator: can }
    expect((await master('GET', `/network/nas/${id}/show`)).body.data).toMatchObject(expected)
    expect((await master('GET', `/network/nas/${id}/health`)).body.data).toMatchObject(expected)
    expect(
      (await master('GET', `/network/nas/index?search=id:${id};authenticator:${authenticator}`)).body.data,
    ).toMatchObject([{ id, ...expected }])
    await master('PUT', `/network/nas/${id}/update`, { require_message_authenticator: true })
    expect((await master('GET', `/network/nas/${id}/show`)).body.data).toMatchObject({
      require_message_authenticator: true,
      can_require_authenticator: false,
    })
  })
})

describe('unanswered packets', () => {
  const note = (id: number, reason: string, hours = 0) =>
    fixture.panel.sql(
      async (tx) =>
        (
          await sql<{
            id: number
          }>`insert into radius_unanswered (address, reason, nas_id, company_id, ancestor_ids, count, last_at)
            select address, ${reason}, id, company_id, ancestor_ids, 12, now() - make_interval(hours => ${hours}) from nas where id = ${id} returning id`.execute(
            tx,
          )
        ).rows[0]!.id,
    )
  const stranger = (address: string) =>
    fixture.panel.sql(
      async (tx) =>
        (
          await sql<{
            id: number
          }>`insert into radius_unanswered (address, reason) values (${address}, 'unknown') returning id`.execute(tx)
        ).rows[0]!.id,
    )
  const listed = async (call: ApiCall, query = '') =>
    (await call('GET', `/network/nas/unanswered/index?perPage=200${query}`)).body.data as {
      id: number
      address: string
    }[]
  const ids = async (call: ApiCall) => (await listed(call)).map(({ id }) => id)

  test('are listed for the company of the NAS and its ancestors, unknown senders for the provider only', async () => {
    const own = await store(master, { name: 'Wrong secret' })
    const entry = await note(own, 'bad-authenticator')
    const foreign = await note(await store(sibling), 'disabled')
    const unknown = await stranger('192.0.2.201')
    expect(await ids(provider)).toEqual(expect.arrayContaining([entry, foreign, unknown]))
    expect(await ids(master)).toEqual([entry])
    expect(await ids(editor)).toEqual([entry])
    // Descendants use the NAS; its problems concern only its owner.
    expect(await ids(reseller)).toEqual([])
    expect(await listed(master)).toMatchObject([
      { reason: 'bad-authenticator', nas_id: own, nas_name: 'Wrong secret', nas_version: 1, count: 12 },
    ])
    expect(await listed(provider, '&search=reason:unknown')).toMatchObject([
      { id: unknown, address: '192.0.2.201', nas_id: null },
    ])
    expect(await listed(provider, '&search=192.0.2.201')).toHaveLength(1)
  })

  test('are deleted by users who manage the NAS, unknown ones by the provider', async () => {
    const entry = await note(await store(master), 'missing-authenticator')
    const unknown = await stranger('192.0.2.202')
    const clear = async (call: ApiCall, id: number) =>
      (await call('DELETE', `/network/nas/unanswered/${id}/destroy`)).status
    expect(await clear(editor, entry)).toBe(403)
    expect(await clear(sibling, entry)).toBe(404)
    expect(await clear(reseller, entry)).toBe(404)
    expect(await clear(master, unknown)).toBe(404)
    expect(await ids(provider)).toEqual(expect.arrayContaining([entry, unknown]))
    expect(await clear(master, entry)).toBe(204)
    expect(await clear(master, entry)).toBe(404)
    expect(await clear(provider, unknown)).toBe(204)
    expect(await ids(provider)).not.toEqual(expect.arrayContaining([entry]))
    expect(await ids(provider)).not.toEqual(expect.arrayContaining([unknown]))
  })

  test('of the last 24 hours are in the health of the NAS', async () => {
    const id = await store(master)
    await note(id, 'bad-authenticator')
    await note(id, 'missing-authenticator', 25)
    const { unanswered } = (await master('GET', `/network/nas/${id}/health`)).body.data
    expect(unanswered).toMatchObject([{ reason: 'bad-authenticator', count: 12, packet: '' }])
    expect((await reseller('GET', `/network/nas/${id}/health`)).body.data.unanswered).toEqual([])
  })

  test('are deleted with their cause: address, secret, state', async () => {
    for (const change of [{ secret: 'another-secret' }, { address: '198.51.100.251' }, { is_active: false }]) {
      const id = await store(master)
      const entry = await note(id, 'bad-authenticator')
      await master('PUT', `/network/nas/${id}/update`, { name: `Renamed ${id}` })
      expect(await ids(master)).toContain(entry)
      await master('PUT', `/network/nas/${id}/update`, change)
      expect(await ids(master), JSON.stringify(change)).not.toContain(entry)
    }
  })
})

test('regions in use, by part of the name', async () => {
  await store(master, { region: 'Lake District' })
  await store(master, { region: 'Lake District' })
  await store(sibling, { region: 'Lakeside' })
  expect((await master('GET', '/network/nas/regions/list?query=lake')).body.data).toEqual([
    { id: 'Lake District', name: 'Lake District' },
  ])
  expect((await master('GET', '/network/nas/purposes/list')).body.data).toHaveLength(6)
})

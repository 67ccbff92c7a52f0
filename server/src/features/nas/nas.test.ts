import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGround, type Ground } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { plantSubnet } from '../../testing/plant-subnet.ts'

let ground: Ground
let provider: ApiCall, master: ApiCall, editor: ApiCall, reseller: ApiCall, sibling: ApiCall

beforeAll(async () => {
  ground = await makeGround()
  provider = await ground.as('provider')
  master = await ground.as('master')
  editor = await ground.as('master', 'editor')
  reseller = await ground.as('reseller')
  sibling = await ground.as('sibling')
})
afterAll(() => ground?.panel.stop())

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
  test('is held once in the installation, and whose it is stays untold', async () => {
    await store(sibling, { address: '203.0.113.7' })
    const { status, body } = await master('POST', '/network/nas/store', { name: 'Mine', address: '203.0.113.7' })
    expect([status, body.error.fields]).toEqual([409, { address: 'Another NAS has this address.' }])
    expect(JSON.stringify(body)).not.toContain('Sibling')
  })

  test('is free again when the NAS is in the trash, and in the way of its return', async () => {
    const first = await store(master, { address: '2001:DB8::7' })
    expect((await master('GET', `/network/nas/${first}/show`)).body.data.address).toBe('2001:db8::7')
    await master('DELETE', `/network/nas/${first}/destroy`)
    const second = await store(sibling, { address: '2001:db8::7' })
    expect((await master('PUT', `/network/nas/${first}/recover`)).status).toBe(409)
    await sibling('DELETE', `/network/nas/${second}/destroy`)
    expect((await master('PUT', `/network/nas/${first}/recover`)).status).toBe(200)
  })
})

describe('seen from below', () => {
  test('a NAS above is used and not changed; its company is not named', async () => {
    const id = await store(master, { name: 'Shared tower' })
    const { body } = await reseller('GET', `/network/nas/${id}/show`)
    expect(body.data).toMatchObject({ name: 'Shared tower', from_above: true, company_name: null })
    expect((await reseller('PUT', `/network/nas/${id}/update`, { name: 'X' })).status).toBe(403)
    expect((await reseller('GET', `/network/nas/${id}/commands?with_secret=1`)).status).toBe(403)
    expect(
      (await reseller('GET', '/network/nas/list?query=shared')).body.data.map((row: { id: number }) => row.id),
    ).toEqual([id])
    expect((await sibling('GET', `/network/nas/${id}/show`)).status).toBe(404)
  })
})

describe('the secret', () => {
  test('is in no reply, no export and no log', async () => {
    const id = await store(master, { secret: 'Very-Secret-Word' })
    await master('PUT', `/network/nas/${id}/update`, { secret: 'Other-Secret-Word' })
    for (const path of [
      `/network/nas/${id}/show`,
      '/network/nas/index',
      '/network/nas/index?export=csv',
      '/network/nas/list',
      `/network/nas/${id}/commands`,
      '/audit-log/index?search=subject:nas',
    ]) {
      const { text, status } = await master('GET', path)
      expect(status, path).toBe(200)
      expect(text, path).not.toMatch(/Secret-Word|"secret":"[^•]/)
    }
    const { rows } = await ground.panel.sql((tx) =>
      sql<{ secret: Buffer }>`select secret from nas where id = ${id}`.execute(tx),
    )
    expect(rows[0]?.secret.toString('latin1')).not.toContain('Secret-Word')
  })

  test('stands in the commands for whoever may manage, and that it was told is written down', async () => {
    const id = await store(master, { secret: 'Paste-Me-Please', vendor: 'mikrotik', purposes: ['pppoe'] })
    expect((await editor('GET', `/network/nas/${id}/commands?with_secret=1`)).status).toBe(403)
    const { body } = await master('GET', `/network/nas/${id}/commands?with_secret=1&server=192.0.2.200`)
    expect(body.data).toMatchObject({ vendor: 'mikrotik', server: '192.0.2.200', with_secret: true, coa_port: 3799 })
    expect(body.data.text).toContain('service=ppp address=192.0.2.200 secret="Paste-Me-Please"')
    expect(body.data.text).toContain('/radius incoming set accept=yes port=3799')
    const log = await master('GET', `/audit-log/index?search=subject:nas;object_id:${id};action:export`)
    expect(log.body.data).toHaveLength(1)
  })

  test('is made by the panel where none is given', async () => {
    const id = await store(master)
    const text: string = (await master('GET', `/network/nas/${id}/commands?with_secret=1&vendor=strongswan`)).body.data
      .text
    expect(text).toMatch(/secret = [A-Za-z0-9]{24}/)
  })

  test('every vendor has its own words', async () => {
    const id = await store(master, { purposes: ['pppoe', 'hotspot', 'ipoe', 'login', 'vpn'] })
    const texts = await Promise.all(
      (await master('GET', '/network/nas/vendors/list')).body.data.map(
        async (vendor: { id: string }) =>
          (await editor('GET', `/network/nas/${id}/commands?vendor=${vendor.id}`)).body.data.text as string,
      ),
    )
    expect(new Set(texts).size).toBe(6)
    for (const text of texts) expect(text).toContain('SECRET')
  })
})

describe('pools', () => {
  test('are pools that give IPv4 addresses, in the order given', async () => {
    const [block, first, second] = await ground.panel.sql(async (tx) => [
      await plantSubnet(tx, { net: '100.72.0.0/16' }),
      await plantSubnet(tx, { net: '100.72.1.0/24', attributes: { type: 'pool' } }),
      await plantSubnet(tx, { net: '100.72.0.0/24', attributes: { type: 'pool' } }),
    ])
    const id = await store(provider, { pool_ids: [first, second] })
    expect(
      (await provider('GET', `/network/nas/${id}/show`)).body.data.pools.map((one: { net: string }) => one.net),
    ).toEqual(['100.72.1.0/24', '100.72.0.0/24'])
    const { body } = await provider('PUT', `/network/nas/${id}/update`, { pool_ids: [second] })
    expect(body.data.pools).toHaveLength(1)
    const bad = await provider('PUT', `/network/nas/${id}/update`, { pool_ids: [second, block] })
    expect([bad.status, bad.body.error.fields]).toEqual([
      422,
      { 'pool_ids.1': 'Choose a pool that gives IPv4 addresses.' },
    ])
    expect((await provider('GET', `/network/nas/${id}/show`)).body.data.pools).toHaveLength(1)
  })
})

describe('health', () => {
  const heard = (id: number, at: { auth?: string; accept?: string; acct?: string }) =>
    ground.panel.sql((tx) =>
      sql`insert into nas_heard (nas_id, auth_at, accept_at, acct_at) values (${id}, ${at.auth ?? null}, ${at.accept ?? null}, ${at.acct ?? null})`.execute(
        tx,
      ),
    )
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  test('a NAS that was never heard says so', async () => {
    const id = await store(master)
    expect((await master('GET', `/network/nas/${id}/health`)).body.data).toEqual({
      auth_at: null,
      accept_at: null,
      acct_at: null,
      never_accounts: false,
      live_sessions: 0,
      accepts: 0,
      rejects: [],
      coa_setting: null,
    })
  })

  test('logins without accounting are told apart from a login of this minute', async () => {
    const silent = await store(master)
    const fresh = await store(master)
    const well = await store(master)
    await heard(silent, { auth: ago(1), accept: ago(30) })
    await heard(fresh, { auth: ago(1), accept: ago(1) })
    await heard(well, { auth: ago(1), accept: ago(30), acct: ago(2) })
    const never = async (id: number) => (await master('GET', `/network/nas/${id}/health`)).body.data.never_accounts
    expect([await never(silent), await never(fresh), await never(well)]).toEqual([true, false, false])
  })

  test('rejects of 24 hours are counted by reason, those that the caller may see', async () => {
    const id = await store(master)
    const { master: own, sibling: foreign } = ground.companies
    await ground.panel.sql(async (tx) => {
      for (const [company, reason, minutes] of [
        [own, 'bad-credentials', 5],
        [own, 'bad-credentials', 10],
        [own, 'service-suspended', 15],
        [own, 'bad-credentials', 60 * 25],
        [foreign, 'pool-full', 5],
      ] as const)
        await sql`insert into auth_log (at, username, company_id, nas_id, accepted, reason, lineage)
          select ${ago(minutes)}, 'u', ${company}, ${id}, false, ${reason}, lineage from company where id = ${company}`.execute(
          tx,
        )
    })
    const { rejects } = (await master('GET', `/network/nas/${id}/health`)).body.data
    expect(rejects.map(({ reason, count }: { reason: string; count: number }) => [reason, count])).toEqual([
      ['bad-credentials', 2],
      ['service-suspended', 1],
    ])
  })

  test('a setting that makes CoA or Disconnect fail is named until a request of its kind succeeds', async () => {
    const id = await store(master)
    const request = (kind: string, state: string, error_cause: number | null, minutes: number) =>
      ground.panel.sql((tx) =>
        sql`insert into coa_request (company_id, nas_id, uid, username, kind, reason, state, error_cause, conclusion, detail, created_at, finished_at)
          values (${ground.companies.master}, ${id}, 'u', 'u', ${kind}, 'tariff', ${state}, ${error_cause}, ${error_cause === null ? null : 'setting'}, 'Why', ${ago(minutes)}, ${ago(minutes)})`.execute(
          tx,
        ),
      )
    const setting = async () => (await master('GET', `/network/nas/${id}/health`)).body.data.coa_setting
    await request('disconnect', 'nak', 501, 60 * 24 * 40)
    expect(await setting()).toBeNull()
    await request('coa', 'nak', 405, 30)
    expect(await setting()).toEqual({ kind: 'coa', error_cause: 405, detail: 'Why', at: expect.any(String) })
    await request('disconnect', 'ack', null, 20)
    expect(await setting()).toMatchObject({ kind: 'coa', error_cause: 405 })
    await request('coa', 'ack', null, 10)
    expect(await setting()).toBeNull()
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

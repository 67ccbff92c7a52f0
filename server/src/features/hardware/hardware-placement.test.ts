import { message } from '@trunkline/contract/errors'
import { replied } from '../../testing/messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createCompany } from '../../testing/panel.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createModel } from '../../testing/hardware/create-catalogue.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let master: ApiCall, reseller: ApiCall, client: ApiCall, sibling: ApiCall
let model: number
let site: number, otherSite: number, foreignSite: number
let otherClient: number
let serial = 0

const createSite = (company_id: number, name: string) =>
  fixture.panel.sql(
    async (tx) =>
      (
        await sql<{
          id: number
        }>`insert into site (company_id, name) values (${company_id}, ${name}) returning id`.execute(tx)
      ).rows[0]!.id,
  )

beforeAll(async () => {
  fixture = await setupFixture()
  ;[master, reseller, client, sibling] = (await Promise.all(
    (['master', 'reseller', 'client', 'sibling'] as const).map((name) => fixture.as(name)),
  )) as [ApiCall, ApiCall, ApiCall, ApiCall]
  model = await fixture.panel.sql((tx) => createModel(tx))
  otherClient = await fixture.panel.sql((tx) =>
    createCompany(tx, { name: 'Other client', type: 'client', parent_id: fixture.companies.reseller }),
  )
  site = await createSite(fixture.companies.client, 'Barn')
  otherSite = await createSite(otherClient, 'Mill')
  foreignSite = await createSite(fixture.companies.foreign, 'Foreign')
})
afterAll(() => fixture?.panel.stop())

const store = (by: ApiCall, of: object = {}) =>
  by('POST', '/hardware/store', { name: `Device ${++serial}`, model, ...of })
const make = async (by: ApiCall, of: object = {}): Promise<number> => {
  const reply = await store(by, of)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const place = async (id: number) => {
  const { company_id, site_id } = (await master('GET', `/hardware/${id}/show`)).body.data
  return { company_id, site_id }
}
const update = (by: ApiCall, id: number, body: object) => by('PUT', `/hardware/${id}/update`, body)
const countAt = (id: number) =>
  fixture.panel.sql(
    async (tx) =>
      (await sql<{ n: number }>`select hardware_count as n from site where id = ${id}`.execute(tx)).rows[0]!.n,
  )
const createNas = (company_id: number, hardware_id: number, name: string) =>
  fixture.panel.sql(async (tx) => {
    await sql`insert into nas (company_id, hardware_id, name, address, secret) values (${company_id}, ${hardware_id}, ${name}, ${`192.0.2.${++serial}`}, '\\x00')`.execute(
      tx,
    )
  })

describe('the company of a device', () => {
  test("is the caller's by default, that of the site if there is one", async () => {
    expect(await place(await make(master))).toEqual({ company_id: fixture.companies.master, site_id: null })
    expect(await place(await make(master, { site_id: site }))).toEqual({
      company_id: fixture.companies.client,
      site_id: site,
    })
    const named = { company_id: fixture.companies.client, site_id: site }
    expect(await place(await make(reseller, named))).toEqual(named)
  })

  test('other than that of the site is rejected at company_id, an invisible one as not found', async () => {
    const reply = await store(master, { company_id: otherClient, site_id: site })
    expect([reply.status, reply.body.error.messages]).toEqual([
      422,
      { company_id: replied('hardware.site_of_other_company') },
    ])
    const foreign = await store(master, { company_id: fixture.companies.sibling })
    expect(foreign.body.error.messages).toEqual({ company_id: replied('row.missing', { kind: 'company' }) })
    const outside = await store(master, { site_id: foreignSite })
    expect(outside.body.error.messages).toEqual({ site_id: replied('row.missing', { kind: 'site' }) })
  })

  test('is not changed by a client', async () => {
    expect((await store(client)).status).toBe(403)
    const id = await make(reseller, { company_id: fixture.companies.client })
    expect((await update(client, id, { name: 'x' })).status).toBe(403)
    expect((await client('PUT', '/hardware/deassociation', { ids: [id] })).status).toBe(403)
  })

  test('changes only while the device is at no site', async () => {
    const id = await make(master)
    expect((await update(master, id, { company_id: fixture.companies.reseller })).status).toBe(200)
    expect((await place(id)).company_id).toBe(fixture.companies.reseller)
    await update(master, id, { site_id: site })
    const reply = await update(master, id, { company_id: otherClient })
    expect([reply.status, reply.body.error.messages]).toEqual([422, { company_id: replied('hardware.at_site') }])
    expect((await update(master, id, { company_id: fixture.companies.client, name: 'Kept' })).status).toBe(200)
  })
})

describe('assignment to a site', () => {
  test("transfers the device from the site's company or an ancestor to the site's company", async () => {
    const before = await countAt(site)
    for (const company_id of [fixture.companies.master, fixture.companies.reseller, fixture.companies.client]) {
      const id = await make(master, { company_id })
      expect((await update(master, id, { site_id: site })).status).toBe(200)
      expect(await place(id)).toEqual({ company_id: fixture.companies.client, site_id: site })
    }
    expect(await countAt(site)).toBe(before + 3)
  })

  test('counts concurrent assignments', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => make(master)))
    const before = await countAt(site)
    const replies = await Promise.all(ids.map((id) => update(master, id, { site_id: site })))
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(await countAt(site)).toBe(before + 6)
    await Promise.all([
      ...ids.slice(0, 3).map((id) => master('DELETE', `/hardware/${id}/destroy`)),
      master('PUT', '/hardware/deassociation', { ids: ids.slice(3) }),
    ])
    expect(await countAt(site)).toBe(before)
  })

  test('is rejected from another branch, unless the change sets the company too', async () => {
    const id = await make(master, { company_id: otherClient })
    const reply = await update(master, id, { site_id: site })
    expect([reply.status, reply.body.error.messages]).toEqual([
      422,
      { site_id: replied('hardware.company_not_above_site') },
    ])
    const wrong = await update(master, id, { site_id: site, company_id: fixture.companies.reseller })
    expect(wrong.body.error.messages).toEqual({ company_id: replied('hardware.site_of_other_company') })
    expect((await update(master, id, { site_id: site, company_id: fixture.companies.client })).status).toBe(200)
    expect(await place(id)).toEqual({ company_id: fixture.companies.client, site_id: site })
    expect((await update(master, id, { site_id: null })).status).toBe(200)
    expect(await place(id)).toEqual({ company_id: fixture.companies.client, site_id: null })
  })

  test('is rejected for a site in the trash, and a device in the trash is not restored to one', async () => {
    const gone = await createSite(fixture.companies.client, 'Gone')
    const id = await make(master, { site_id: gone })
    expect((await master('DELETE', `/hardware/${id}/destroy`)).status).toBe(204)
    await fixture.panel.sql((tx) => sql`update site set deleted_at = now() where id = ${gone}`.execute(tx))
    const reply = await master('PUT', `/hardware/${id}/recover`)
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'row.in_trash'])
    expect((await store(master, { site_id: gone })).body.error.messages).toEqual({
      site_id: replied('row.missing', { kind: 'site' }),
    })
  })

  test('is rejected for a device that is the NAS of a company in another branch', async () => {
    const id = await make(master)
    await createNas(otherClient, id, 'Mill NAS')
    const reply = await update(master, id, { site_id: site })
    expect([reply.status, reply.body.error.reason, reply.body.error.params.holders]).toEqual([
      409,
      'hardware.in_use',
      [message('hardware.holder', { kind: 'nas', name: 'Mill NAS' })],
    ])
    expect((await update(master, id, { site_id: otherSite })).status).toBe(200)
  })
})

describe('removal from sites', () => {
  test('in bulk keeps the company of the devices', async () => {
    const ids = [await make(master, { site_id: site }), await make(master, { site_id: site }), await make(master)]
    const before = await countAt(site)
    const reply = await reseller('PUT', '/hardware/deassociation', { ids: ids.slice(0, 2) })
    expect(reply.body.data).toEqual(ids.slice(0, 2).map((id) => ({ id, ok: true })))
    expect(await countAt(site)).toBe(before - 2)
    expect(await place(ids[0]!)).toEqual({ company_id: fixture.companies.client, site_id: null })
    // Idempotent, also for a device at no site.
    expect((await master('PUT', '/hardware/deassociation', { ids })).status).toBe(200)
  })

  test('is all or none: a device in use is named with its users', async () => {
    const [free, used] = [await make(master, { site_id: site }), await make(master, { site_id: site, name: 'Used' })]
    await createNas(fixture.companies.client, used, 'Barn NAS')
    const reply = await master('PUT', '/hardware/deassociation', { ids: [free, used] })
    expect(reply.status).toBe(409)
    expect(reply.body.error).toMatchObject(
      replied('hardware.in_use', {
        name: 'Used',
        holders: [message('hardware.holder', { kind: 'nas', name: 'Barn NAS' })],
      }),
    )
    expect(reply.body.error.details.holders).toEqual([
      { hardware_id: used, kind: 'nas', id: expect.any(Number), name: 'Barn NAS' },
    ])
    expect((await place(free)).site_id).toBe(site)
  })

  test('is all or none: a device of another company is reported as not found', async () => {
    const own = await make(master, { site_id: site })
    const foreign = await make(sibling)
    const reply = await master('PUT', '/hardware/deassociation', { ids: [own, foreign] })
    expect(reply.status).toBe(404)
    expect((await place(own)).site_id).toBe(site)
  })

  test('is rejected for a device in the trash', async () => {
    const id = await make(master, { site_id: site, name: 'Thrown away' })
    await master('DELETE', `/hardware/${id}/destroy`)
    const reply = await master('PUT', '/hardware/deassociation', { ids: [id] })
    expect([reply.status, reply.body.error]).toMatchObject([409, message('row.in_trash', { name: 'Thrown away' })])
  })
})

describe('deletion', () => {
  test('is rejected for a NAS, and the NAS of an invisible company is not named', async () => {
    const id = await make(reseller, { name: 'Core' })
    await createNas(fixture.companies.reseller, id, 'Core NAS')
    const seen = await reseller('DELETE', `/hardware/${id}/destroy`)
    expect([seen.status, seen.body.error]).toMatchObject([
      409,
      message('hardware.in_use', {
        name: 'Core',
        holders: [message('hardware.holder', { kind: 'nas', name: 'Core NAS' })],
      }),
    ])
    const hidden = await make(reseller, { name: 'Edge' })
    await fixture.panel.sql(async (tx) => {
      await sql`with t as (insert into tariff (company_id, name, price, currency) values (${fixture.companies.master}, 'T', 1, 'GBP') returning id)
        insert into service (kind, company_id, hardware_id, tariff_id, username, password, status)
        select 'vpn-dialup', ${fixture.companies.master}, ${hidden}, t.id, 'edge-tunnel', '\\x00', 'active' from t`.execute(
        tx,
      )
    })
    const rejected = await reseller('DELETE', `/hardware/${hidden}/destroy`)
    expect(rejected.body.error).toMatchObject(
      message('hardware.in_use', {
        name: 'Edge',
        holders: [message('hardware.holder_elsewhere', { kind: 'vpn-dialup' })],
      }),
    )
    expect(rejected.body.error.details.holders).toEqual([
      { hardware_id: hidden, kind: 'vpn-dialup', id: null, name: null },
    ])
    expect((await master('DELETE', `/hardware/${hidden}/destroy`)).text).toContain('edge-tunnel')
    await fixture.panel.sql((tx) =>
      sql`update service set status = 'terminated' where username = 'edge-tunnel'`.execute(tx),
    )
    expect((await reseller('DELETE', `/hardware/${hidden}/destroy`)).status).toBe(204)
  })
})

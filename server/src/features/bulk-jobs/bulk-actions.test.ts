import { everyEndpoint } from '@trunkline/contract/contract'
import { pathNames } from '@trunkline/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobResults, runBulkJob, showJob, startedJob } from '../../testing/bulk-jobs.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let provider: ApiCall, master: ApiCall
beforeAll(async () => {
  provider = await fixture.as('provider')
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

const query = async <T>(statement: ReturnType<typeof sql<T>>) =>
  (await fixture.panel.sql((tx) => statement.execute(tx))).rows
const run = (id: number) => runBulkJob(fixture.panel, id)
const store = async (call: ApiCall, path: string, body: object): Promise<number> => {
  const reply = await call('POST', path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const endsIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('every action has the access of the call that it makes, which takes one id or is a bulk call', () => {
  const actions = everyEndpoint.filter(({ job }) => job !== undefined)
  expect(actions.length).toBeGreaterThan(20)
  for (const { name, access, object, job } of actions) {
    const { call, index } = job!
    expect([access, object], name).toEqual([call.access, index.object])
    expect(call.bulk === true || pathNames(call.path).join() === 'id', name).toBe(true)
    expect(index.list, name).toBeDefined()
  }
})

describe('devices', () => {
  test('are rebooted by commands, whose results the report shows', async () => {
    const sim = await fixture.router()
    const reachable = await fixture.device({ router: sim, serial_number: sim.serial })
    const other = await fixture.router()
    const wrong = await fixture.device({ router: other, serial_number: 'HX9999999' })
    const unmanaged = await fixture.device({})
    const id = startedJob(await master('POST', '/hardware/bulk/reboot', { ids: [reachable, wrong, unmanaged] }))
    await run(id)
    expect(await jobResults(master, id)).toEqual({
      [reachable]: 'waiting',
      [wrong]: 'waiting',
      [unmanaged]: 'skipped device.not_managed',
    })
    expect(await showJob(master, id)).toMatchObject({ state: 'running', done: 0, skipped: 1 })
    await fixture.worker.commands.workOff(reachable)
    await fixture.worker.commands.workOff(wrong)
    await run(id)
    expect(await jobResults(master, id)).toEqual({
      [reachable]: 'done',
      [wrong]: 'failed device.other_serial_number',
      [unmanaged]: 'skipped device.not_managed',
    })
    expect(await showJob(master, id)).toMatchObject({ state: 'done', done: 1, skipped: 1, failed: 1 })
    const { body } = await master('GET', `/bulk-job/${id}/report?search=row_id:${reachable}`)
    const command = (await master('GET', `/hardware/command/${body.data[0].command_id}/show`)).body.data
    expect(command).toMatchObject({ kind: 'reboot', state: 'done', hardware_id: reachable })
    await master('POST', `/bulk-job/${id}/retry`)
    await run(id)
    expect((await jobResults(master, id))[wrong]).toBe('waiting')
  }, 60_000)

  test('of a cancelled job that have not started their command do not start it', async () => {
    const sim = await fixture.router()
    const device = await fixture.device({ router: sim, serial_number: sim.serial })
    const id = startedJob(await master('POST', '/hardware/bulk/refresh', { ids: [device] }))
    await run(id)
    expect((await master('PUT', `/bulk-job/${id}/cancel`)).status).toBe(200)
    const sent = sim.commands.length
    await fixture.worker.commands.workOff(device)
    expect(sim.commands.length).toBe(sent)
    await run(id)
    expect(await showJob(master, id)).toMatchObject({ state: 'cancelled', skipped: 1 })
    expect((await showJob(master, id)).finished_at).not.toBeNull()
    expect(await jobResults(master, id)).toEqual({ [device]: 'skipped command.cancelled' })
  }, 60_000)

  test('are moved to the site of another company, and from there to a company', async () => {
    const { client, master: company } = fixture.companies
    const site_id = await store(master, '/site/store', { name: 'Warehouse', company_id: client })
    const at = await fixture.device({ company: 'master' })
    const there = await fixture.device({ company: 'client' })
    const place = (ids: readonly number[]) =>
      query(
        sql<{
          company_id: number
          site_id: number | null
        }>`select company_id, site_id from hardware where id = any (${[...ids]}::bigint[]) order by id`,
      )
    const id = startedJob(
      await master('POST', '/hardware/bulk/move', { ids: [at, there], site_id, company_id: client }),
    )
    await run(id)
    expect(await jobResults(master, id)).toEqual({ [at]: 'done', [there]: 'done' })
    expect(await place([at, there])).toEqual([
      { company_id: client, site_id },
      { company_id: client, site_id },
    ])
    const again = startedJob(await master('POST', '/hardware/bulk/move', { ids: [at], site_id }))
    await run(again)
    expect(await jobResults(master, again)).toEqual({ [at]: 'skipped bulk.unchanged' })
    const back = startedJob(
      await master('POST', '/hardware/bulk/move', { ids: [at, there], site_id: null, company_id: company }),
    )
    await run(back)
    expect(await place([at, there])).toEqual([
      { company_id: company, site_id: null },
      { company_id: company, site_id: null },
    ])
    const foreign = await store(await fixture.as('sibling'), '/site/store', {
      name: 'Elsewhere',
      company_id: fixture.companies.foreign,
    })
    const hidden = await master('POST', '/hardware/bulk/move', { ids: [at], site_id: foreign })
    expect([hidden.status, hidden.body.error.messages.site_id.reason]).toEqual([422, 'row.missing'])
  })

  test('with a warranty are named in one mail to each administrator of their company', async () => {
    const ids = [
      await fixture.device({ company: 'reseller' }),
      await fixture.device({ company: 'reseller' }),
      await fixture.device({ company: 'reseller' }),
    ] as const
    await query(sql`update hardware set warranty_expiry_at = current_date + 10 where id in (${ids[0]}, ${ids[1]})`)
    const id = startedJob(await master('POST', '/hardware/bulk/remind-warranty', { ids }))
    await run(id)
    expect(await jobResults(master, id)).toEqual({
      [ids[0]]: 'done',
      [ids[1]]: 'done',
      [ids[2]]: 'skipped hardware.no_warranty',
    })
    const mails = await query(
      sql<{
        subject: string
        company_id: number
      }>`select subject, company_id from mail where kind = 'warranty-reminder'`,
    )
    expect(mails).toEqual(
      Array.from({ length: 2 }, () => ({
        subject: 'Warranties of 2 devices end',
        company_id: fixture.companies.reseller,
      })),
    )
  })
})

describe('services', () => {
  test('get another tariff and another status; those of the other kind are not found', async () => {
    const tariff = await store(master, '/network/tariff/store', { name: 'Home' })
    const faster = await store(master, '/network/tariff/store', { name: 'Home fast' })
    const line = (username: string) =>
      store(master, '/network/service/store', {
        company_id: fixture.companies.client,
        username,
        password: 'correct horse',
        tariff_id: tariff,
      })
    const ids = [await line('bulk-1'), await line('bulk-2')]
    const change = startedJob(await master('POST', '/network/service/bulk/tariff', { ids, tariff_id: faster }))
    await run(change)
    expect(await showJob(master, change)).toMatchObject({ state: 'done', done: 2, params: { tariff_id: faster } })
    const suspend = startedJob(
      await master('POST', '/network/service/bulk/status', {
        matching: { search: 'username:bulk-', searchFields: 'username:like', total: 2 },
        status: 'suspended',
      }),
    )
    await run(suspend)
    const rows = await query(
      sql<object>`select tariff_id, status from service where id = any (${ids}::bigint[]) order by id`,
    )
    expect(rows).toEqual(ids.map(() => ({ tariff_id: faster, status: 'suspended' })))
    const repeated = startedJob(await master('POST', '/network/service/bulk/status', { ids, status: 'suspended' }))
    await run(repeated)
    expect(await showJob(master, repeated)).toMatchObject({ done: 0, skipped: 2 })
    expect((await master('POST', '/network/vpn-dialup/bulk/status', { ids, status: 'active' })).status).toBe(404)
  })
})

describe('licences', () => {
  test('are renewed by months, and their companies are reminded by one mail', async () => {
    const licence = (more: object) =>
      store(provider, '/licence/store', { company_id: fixture.companies.reseller, category: 'radius', ...more })
    const ids = [
      await licence({ expires_on: endsIn(20) }),
      await licence({ expires_on: endsIn(5) }),
      await licence({ type: 'perpetual' }),
    ] as const
    await query(
      sql`update licence set starts_on = current_date - 400, expires_on = current_date - 30, status = 'expired' where id = ${ids[1]}`,
    )
    const remind = startedJob(await provider('POST', '/licence/bulk/remind', { ids }))
    await run(remind)
    expect(await jobResults(provider, remind)).toEqual({
      [ids[0]]: 'done',
      [ids[1]]: 'done',
      [ids[2]]: 'skipped licence.perpetual',
    })
    const mails = await query(sql<{ subject: string }>`select subject from mail where kind = 'licence-reminder'`)
    expect(mails).toEqual([{ subject: '2 licences end soon' }, { subject: '2 licences end soon' }])
    const renew = startedJob(await provider('POST', '/licence/bulk/renew', { ids, months: 12 }))
    await run(renew)
    expect(await jobResults(provider, renew)).toEqual({
      [ids[0]]: 'done',
      [ids[1]]: 'done',
      [ids[2]]: 'skipped licence.perpetual',
    })
    const rows = await query(sql<object>`
      select status, expires_on = (current_date + 20 + interval '1 year')::date as from_end, expires_on = (current_date + interval '1 year')::date as from_today
      from licence where id in (${ids[0]}, ${ids[1]}) order by id`)
    expect(rows).toEqual([
      { status: 'available', from_end: true, from_today: false },
      { status: 'active', from_end: false, from_today: true },
    ])
    const bad = await provider('POST', '/licence/bulk/renew', { ids, months: 0 })
    expect([bad.status, bad.body.error.messages.months.reason]).toEqual([422, 'field.range'])
  })
})

describe('invitations', () => {
  test('are sent again with new links; closed ones are skipped', async () => {
    const invite = (email: string) =>
      store(master, '/user/invite/store', { email, role: 'editor', company_id: fixture.companies.master })
    const ids = [await invite('one@bulk.example'), await invite('two@bulk.example')] as const
    await master('DELETE', `/user/invite/${ids[1]}`)
    await query(sql`delete from mail`)
    const id = startedJob(await master('POST', '/user/invite/bulk/re-send', { ids }))
    await run(id)
    expect(await jobResults(master, id)).toEqual({ [ids[0]]: 'done', [ids[1]]: 'skipped invitation.cancelled' })
    expect(await query(sql<object>`select kind, to_address from mail`)).toEqual([
      { kind: 'invitation', to_address: 'one@bulk.example' },
    ])
  })
})

describe('companies', () => {
  test('move with their descendants, one transaction each, and the report says which did not', async () => {
    const { master: parent, sibling, client } = fixture.companies
    const reseller = await store(provider, '/company/store', { name: 'Moved', type: 'reseller', parent_id: parent })
    const below = await store(provider, '/company/store', { name: 'Moved along', type: 'client', parent_id: reseller })
    const resident = await store(provider, '/company/store', { name: 'Is there', type: 'client', parent_id: sibling })
    const id = startedJob(
      await provider('POST', '/company/bulk/move', { ids: [reseller, resident, parent], parent_id: sibling }),
    )
    // Nothing has changed before the worker runs.
    expect(
      (await provider('GET', `/company/${below}/show`)).body.data.path.map((step: { id: number }) => step.id),
    ).toContain(parent)
    await run(id)
    expect(await jobResults(provider, id)).toEqual({
      [reseller]: 'done',
      [resident]: 'skipped bulk.unchanged',
      [parent]: 'failed company.rank',
    })
    const [row] = await query<{ parents: number[] }>(
      sql`select ancestor_ids as parents from company where id = ${below}`,
    )
    expect(row?.parents.slice(-3)).toEqual([sibling, reseller, below])
    expect((await master('GET', `/company/${below}/show`)).status).toBe(404)
    const rejected = await provider('POST', '/company/bulk/move', { ids: [reseller], parent_id: 999_999 })
    expect(rejected.status).toBe(422)
    expect((await master('POST', '/company/bulk/move', { ids: [client], parent_id: parent })).status).toBe(403)
  })
})

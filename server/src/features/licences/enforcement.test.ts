import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { createLicenceCheck, onLicenceChange } from './enforcement.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, reseller: ApiCall
let forget: () => void

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const run = (statement: ReturnType<typeof sql>) => fixture.panel.sql((tx) => statement.execute(tx))
/** Enforcement enabled this many days ago. */
const enforce = async (days = 0) => {
  await provider('PUT', '/installation/update', { licence_enforcement: true })
  await run(
    sql`update setting set value = to_jsonb((now() - make_interval(days => ${days}))::text) where key = 'licence_enforced_since'`,
  )
  forget()
}
const sell = async (more: object = {}): Promise<number> => {
  const { status, body, text } = await provider('POST', '/licence/store', {
    company_id: fixture.companies.master,
    category: 'hardware',
    expires_on: day(100),
    ...more,
  })
  expect(status, text).toBe(201)
  return body.data.id
}
let serial = 0
const site = (call = master) =>
  call('POST', '/site/store', { company_id: fixture.companies.client, name: `Site ${++serial}` })
const tariff = (call = master) => call('POST', '/network/tariff/store', { name: `Tariff ${++serial}` })
const standing = async (part: string, call = master) => {
  const { enforced, parts } = (await call('GET', '/licence/standing')).body.data
  const { state, until } = parts.find((one: { part: string }) => one.part === part)
  return [enforced, state, until]
}

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  reseller = await fixture.as('reseller')
  ;({ forget } = createLicenceCheck(fixture.panel.databases))
})
afterAll(() => fixture?.panel.stop())
beforeEach(async () => {
  await run(sql`delete from licence`)
  await provider('PUT', '/installation/update', { licence_enforcement: false })
})

test('disabled by default: everything is open', async () => {
  expect((await provider('GET', '/installation/show')).body.data).toMatchObject({
    licence_enforcement: false,
    licence_enforced_since: null,
  })
  expect((await site()).status).toBe(201)
  expect(await standing('hardware')).toEqual([false, 'open', null])
})

test('the time of enabling is stored, and not changed by other settings', async () => {
  const settings = async (change: object) =>
    (await provider('PUT', '/installation/update', change)).body.data.licence_enforced_since as string | null
  const since = await settings({ licence_enforcement: true })
  expect(Date.now() - Date.parse(since as string)).toBeLessThan(60_000)
  expect(await settings({ licence_enforcement: true, default_country: 'DE' })).toBe(since)
  expect(await settings({ licence_enforcement: false })).toBe(null)
})

describe('enabled', () => {
  test('after fourteen days of grace, a part without a licence is read-only, and the error names it', async () => {
    await enforce(14)
    expect(await standing('hardware')).toEqual([true, 'grace', day(0)])
    expect((await site()).status).toBe(201)
    await enforce(15)
    expect(await standing('hardware')).toEqual([true, 'closed', null])
    const { status, body } = await site()
    expect([status, body.error.code, body.error.reason, body.error.details]).toEqual([
      403,
      'licence_missing',
      'licence.part_missing',
      { part: 'hardware' },
    ])
    expect((await master('GET', '/site/index')).status).toBe(200)
    expect((await tariff()).body.error.details).toEqual({ part: 'radius' })
  })

  test('the provider, companies, users and licences are never limited', async () => {
    await enforce(100)
    expect((await site(provider)).status).toBe(201)
    const client = { name: `Client ${++serial}`, type: 'client', parent_id: fixture.companies.reseller }
    expect((await master('POST', '/company/store', client)).status).toBe(201)
    const id = await sell({ company_id: fixture.companies.reseller })
    expect((await master('PUT', `/licence/${id}/update`, { notes: 'X' })).status).toBe(200)
    expect(await standing('hardware', provider)).toEqual([true, 'open', null])
  })

  test('a licence opens its parts immediately, for its own company only', async () => {
    await enforce(100)
    expect((await site()).status).toBe(403)
    await sell({ permissions: ['radius'] })
    expect((await site()).status).toBe(201)
    expect((await tariff()).status).toBe(201)
    expect((await tariff(reseller)).body.error.code).toBe('licence_missing')
    expect(await standing('hardware')).toEqual([true, 'open', day(100)])
    expect(await standing('vpn')).toEqual([true, 'closed', null])
    await sell({ type: 'perpetual', expires_on: undefined })
    expect(await standing('hardware')).toEqual([true, 'open', null])
  })

  test('a future, suspended, cancelled, expired or deleted one opens nothing', async () => {
    await enforce(100)
    const closed = async (change: ReturnType<typeof sql>) => {
      const id = await sell()
      // Simulates an older change: its grace period is over.
      await run(sql`update licence set ${change} where id = ${id}`)
      await run(sql`update licence set status_changed_at = now() - interval '15 days' where id = ${id}`)
      forget()
      expect((await site()).status).toBe(403)
    }
    await closed(sql`starts_on = current_date + 1`)
    await closed(sql`status = 'suspended'`)
    await closed(sql`status = 'cancelled'`)
    await closed(sql`starts_on = current_date - 90, expires_on = current_date - 15`)
    await closed(sql`deleted_at = now() - interval '15 days'`)
  })

  test('the grace period starts at the end of the last licence if that is later', async () => {
    await enforce(100)
    const id = await sell()
    await run(sql`update licence set starts_on = current_date - 90, expires_on = current_date - 14 where id = ${id}`)
    forget()
    expect(await standing('hardware')).toEqual([true, 'grace', day(0)])
    expect((await site()).status).toBe(201)
    const cancelled = await sell()
    await provider('PUT', '/licence/change-status', { ids: [cancelled], status: 'cancelled' })
    expect(await standing('hardware')).toEqual([true, 'grace', day(14)])
    await run(sql`update licence set starts_on = current_date - 90, expires_on = current_date - 15`)
    forget()
    expect(await standing('hardware')).toEqual([true, 'closed', day(-15)])
  })

  test('a new licence and the setting take effect at the next call of this process', async () => {
    await enforce(100)
    expect((await site()).status).toBe(403)
    const id = await sell()
    expect((await site()).status).toBe(201)
    await run(
      sql`update licence set status_changed_at = now() - interval '20 days', starts_on = current_date + 1 where id = ${id}`,
    )
    forget()
    expect((await site()).status).toBe(403)
    await provider('PUT', '/installation/update', { licence_enforcement: false })
    expect((await site()).status).toBe(201)
  })

  test('the cache of one process is cleared when another reports a change', async () => {
    await enforce(100)
    expect((await site()).status).toBe(403)
    const id = await sell()
    await run(sql`update licence set status = 'suspended', status_changed_at = now() where id = ${id}`)
    await run(sql`update licence set status_changed_at = now() - interval '20 days' where id = ${id}`)
    forget()
    expect((await site()).status).toBe(403)
    await run(sql`update licence set status = 'active' where id = ${id}`)
    expect((await site()).status).toBe(403)
    onLicenceChange(fixture.panel.databases, 'trunkline_changed', JSON.stringify({ subject: 'users' }))
    expect((await site()).status).toBe(403)
    onLicenceChange(fixture.panel.databases, 'trunkline_changed', JSON.stringify({ subject: 'licences' }))
    expect((await site()).status).toBe(201)
  })
})

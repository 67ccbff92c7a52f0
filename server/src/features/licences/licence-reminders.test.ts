import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { taskContext } from '../../testing/task-context.ts'
import { licenceTasks } from './licence-tasks.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall
const tasks = licenceTasks({
  baseUrl: 'https://panel.example',
  smtpUrl: undefined,
  key: Buffer.alloc(32, 7),
  mailFrom: 'panel@panel.example',
})
const run = (task: keyof typeof tasks) => tasks[task].run({}, taskContext(fixture.panel.databases))
const query = async <T>(statement: ReturnType<typeof sql<T>>) =>
  (await fixture.panel.sql((tx) => statement.execute(tx))).rows

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  await query(
    sql`update app_user set locale = 'de' where company_id = ${fixture.companies.reseller} and role = 'admin'`,
  )
})
afterAll(() => fixture?.panel.stop())
beforeEach(async () => {
  await query(sql`delete from licence`)
  await query(sql`delete from mail`)
})

/** A licence of the reseller that ends in this many days and has existed for two months. */
const store = async (days: number, more: object = {}): Promise<number> => {
  const reply = await provider('POST', '/licence/store', {
    company_id: fixture.companies.reseller,
    category: 'radius',
    expires_on: new Date(Date.now() + Math.max(days, 0) * 86_400_000).toISOString().slice(0, 10),
    ...more,
  })
  expect(reply.status, reply.text).toBe(201)
  await query(
    sql`update licence set created_at = now() - interval '60 days', starts_on = current_date - 60, expires_on = current_date + ${days}::int where id >= ${reply.body.data.id}`,
  )
  return reply.body.data.id
}
const mails = () =>
  query(sql<{ to_address: string; subject: string; locale: string; company_id: number; body_text: string }>`
    select to_address, subject, locale, company_id, body_text from mail where kind = 'licence-reminder' order by id`)
const reminders = (id: number) =>
  query(sql<{ days: number | null }>`select days from licence_reminder where licence_id = ${id} order by id`)

describe('by a user', () => {
  test('is sent to the administrators in their language, and recorded', async () => {
    const id = await store(100)
    const { status, body } = await master('PUT', `/licence/${id}/send-email`)
    expect([status, body.data.sent_to.length]).toEqual([200, 2])
    const sent = await mails()
    expect(sent.map(({ to_address }) => to_address)).toEqual(body.data.sent_to)
    expect(sent.map(({ locale }) => locale).sort()).toEqual(['de', 'en'])
    const { key, reminders: reported } = (await provider('GET', `/licence/${id}/show`)).body.data
    for (const { subject, company_id } of sent) {
      expect(subject).toContain(key)
      expect(company_id).toBe(fixture.companies.reseller)
    }
    expect(sent[0]?.body_text).toContain('/licence/list')
    expect(reported).toEqual([expect.objectContaining({ days: null, sent_to: body.data.sent_to })])
    expect(reported[0].sent_by).toContain('@')
    const log = await provider('GET', `/audit-log/index?search=subject:licences;object_id:${id};action:send`)
    expect(log.body.data).toHaveLength(1)
  })

  test('not for a perpetual or deleted licence, or without a recipient', async () => {
    const reason = async (id: number) => {
      const { status, body } = await provider('PUT', `/licence/${id}/send-email`)
      return [status, body.error.reason]
    }
    const endless = (
      await provider('POST', '/licence/store', {
        company_id: fixture.companies.reseller,
        category: 'vpn',
        type: 'perpetual',
      })
    ).body.data.id
    expect(await reason(endless)).toEqual([409, 'licence.perpetual'])
    const gone = await store(10)
    await provider('DELETE', `/licence/${gone}/destroy`)
    expect(await reason(gone)).toEqual([409, 'row.trashed'])
    const lonely = await store(10, { company_id: fixture.companies.client })
    await query(sql`update app_user set is_active = false where company_id = ${fixture.companies.client}`)
    expect(await reason(lonely)).toEqual([409, 'licence.no_admin'])
    await query(sql`update app_user set is_active = true where company_id = ${fixture.companies.client}`)
    expect(await mails()).toEqual([])
  })
})

describe('by the schedule', () => {
  test('on each of the four days once, however often the task runs', async () => {
    const ids: number[] = []
    for (const days of [30, 14, 7, 1]) ids.push(await store(days))
    const others = [await store(31), await store(-1), await store(7, { type: 'trial' })]
    await query(sql`update licence set status = 'suspended' where id = ${others[2]}`)
    await run('licence-reminders')
    await run('licence-reminders')
    for (const [i, days] of [30, 14, 7, 1].entries()) expect(await reminders(ids[i] as number)).toEqual([{ days }])
    for (const id of others) expect(await reminders(id)).toEqual([])
    // One mail to each of the two administrators about all four.
    const sent = await mails()
    expect(sent.map(({ subject }) => subject).sort()).toEqual(['4 Lizenzen enden bald', '4 licences end soon'])
  })

  test('missed reminders are not sent: only the nearest day counts', async () => {
    const id = await store(12)
    await run('licence-reminders')
    expect(await reminders(id)).toEqual([{ days: 14 }])
    await query(sql`update licence set expires_on = current_date + 3 where id = ${id}`)
    await query(sql`update licence_reminder set expires_on = current_date + 3 where licence_id = ${id}`)
    await run('licence-reminders')
    expect(await reminders(id)).toEqual([{ days: 14 }, { days: 7 }])
  })

  test('a new end is reminded of again', async () => {
    const id = await store(5)
    await run('licence-reminders')
    await query(sql`update licence set expires_on = current_date + 6 where id = ${id}`)
    await run('licence-reminders')
    expect(await reminders(id)).toEqual([{ days: 7 }, { days: 7 }])
  })

  test('a trial of ten days gets no reminder on its first day', async () => {
    const id = await store(10)
    await query(sql`update licence set created_at = now() where id = ${id}`)
    await run('licence-reminders')
    expect(await reminders(id)).toEqual([])
  })

  test('a thousand licences of a company are one mail, which names ten', { timeout: 60_000 }, async () => {
    await store(14, { amount: 1000 })
    await run('licence-reminders')
    const sent = await mails()
    expect(sent).toHaveLength(2)
    expect(sent[0]?.body_text.match(/TL-/g)).toHaveLength(10)
    expect(sent.map(({ body_text }) => body_text).join()).toMatch(/990 more|990 weitere/)
  })

  test('companies without an administrator are reminded when they have one', async () => {
    const id = await store(7, { company_id: fixture.companies.client })
    await query(sql`update app_user set is_active = false where company_id = ${fixture.companies.client}`)
    await run('licence-reminders')
    expect(await reminders(id)).toEqual([])
    await query(sql`update app_user set is_active = true where company_id = ${fixture.companies.client}`)
    await run('licence-reminders')
    expect(await reminders(id)).toEqual([{ days: 7 }])
  })

  test('expired licences are marked on the day after their last', async () => {
    const [over, last, suspended] = [await store(-1), await store(0), await store(-1)]
    await query(sql`update licence set status = 'suspended' where id = ${suspended}`)
    await run('licence-expiry')
    const statuses = await query(sql<{ status: string }>`select status from licence order by id`)
    expect(statuses.map(({ status }) => status)).toEqual(['expired', 'available', 'suspended'])
    expect([over, last].length).toBe(2)
    const log = await provider('GET', `/audit-log/index?search=subject:licences;object_id:${over};action:update`)
    expect(log.body.data.some((entry: { actor_name: string }) => entry.actor_name === 'system')).toBe(true)
  })
})

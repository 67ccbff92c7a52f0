import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, client: ApiCall, sibling: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture?.panel.stop())

let serial = 0
const createAlert = (company_id: number, of: { condition?: string; severity?: string; parent_id?: number } = {}) =>
  fixture.panel.sql(async (tx) => {
    const closed = of.condition === 'closed'
    const { rows } = await sql<{ id: number }>`
      insert into alert (company_id, cause, rule, subject, subject_name, condition, severity, since, fired_at, closed_at, close_reason, observed_at, parent_id)
      values (${company_id}, ${`cpu:device:t${++serial}`}, 'cpu', 'device', ${`Router ${serial}`}, ${of.condition ?? 'firing'}, ${of.severity ?? 'warning'},
        now(), now(), ${closed ? sql`now()` : null}, ${closed ? 'cleared' : null}, now(), ${of.parent_id ?? null}) returning id`.execute(
      tx,
    )
    return rows[0]!.id
  })
const ids = async (call: ApiCall, query = ''): Promise<number[]> =>
  (await call('GET', `/alert/index${query}`)).body.data.map(({ id }: { id: number }) => id)
const show = async (id: number) => (await master('GET', `/alert/${id}/show`)).body.data

describe('alerts', () => {
  test('are listed to the company and those above it, open ones first by severity, pending ones never', async () => {
    const { client: of } = fixture.companies
    const closed = await createAlert(of, { condition: 'closed', severity: 'critical' })
    const info = await createAlert(of, { severity: 'info' })
    const critical = await createAlert(of, { severity: 'critical' })
    const pending = await createAlert(of, { condition: 'pending' })
    for (const call of [provider, master, client])
      expect((await ids(call)).filter((id) => [closed, info, critical, pending].includes(id))).toEqual([
        critical,
        info,
        closed,
      ])
    expect((await ids(sibling)).filter((id) => [closed, info, critical].includes(id))).toEqual([])
    expect((await sibling('GET', `/alert/${critical}/show`)).status).toBe(404)
    expect((await provider('GET', `/alert/${pending}/show`)).status).toBe(404)
  })

  test('are counted under the alert that explains them', async () => {
    const parent = await createAlert(fixture.companies.client)
    const child = await createAlert(fixture.companies.client, { parent_id: parent })
    expect(await show(parent)).toMatchObject({ suppressed_count: 1, suppressed: false })
    expect(await show(child)).toMatchObject({ parent_id: parent, suppressed: true, suppressed_count: 0 })
    expect(await ids(master, `?search=parent_id:${parent}`)).toEqual([child])
  })

  test('are acknowledged with a note and a time, and reported if they have ended or are out of sight', async () => {
    const open = await createAlert(fixture.companies.client)
    const closed = await createAlert(fixture.companies.client, { condition: 'closed' })
    const foreign = await createAlert(fixture.companies.foreign)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const body = { ids: [open, closed, foreign], note: 'On my way', until }
    const { status, body: reply } = await master('POST', '/alert/acknowledge', body)
    expect(status, JSON.stringify(reply)).toBe(200)
    expect(reply.data).toMatchObject([
      { id: open, ok: true },
      { id: closed, ok: false, reason: 'alert.closed' },
      { id: foreign, ok: false, reason: 'row.missing' },
    ])
    expect(await show(open)).toMatchObject({
      acknowledged: true,
      acknowledge_note: 'On my way',
      acknowledged_until: until,
      events: [{ kind: 'acknowledged', note: 'On my way', notify: null }],
    })
    expect((await client('POST', '/alert/acknowledge', { ids: [open] })).status).toBe(403)
    await master('POST', '/alert/unacknowledge', { ids: [open] })
    expect(await show(open)).toMatchObject({ acknowledged: false, events: [{ kind: 'unacknowledged' }, {}] })
  })

  test('are not acknowledged until a time that is past', async () => {
    const id = await createAlert(fixture.companies.client)
    const { status, body } = await master('POST', '/alert/acknowledge', { ids: [id], until: '2020-01-01T00:00:00Z' })
    expect([status, body.error.messages.until.reason]).toEqual([422, 'alert.until_past'])
  })
})

describe('rules', () => {
  const none = {
    enabled: null,
    severity: null,
    threshold: null,
    clear_threshold: null,
    fire_seconds: null,
    clear_seconds: null,
    locked: [],
  }
  const update = (call: ApiCall, body: object) => call('POST', '/alert/rule/update', { rule: 'cpu', ...none, ...body })
  const threshold = async (call: ApiCall) => {
    const { body } = await call('GET', '/alert/rule/list')
    const cpu = body.data.find(({ rule }: { rule: string }) => rule === 'cpu')
    return cpu.fields.find(({ field }: { field: string }) => field === 'threshold')
  }
  const fieldsOf = ({ status, body }: Awaited<ReturnType<ApiCall>>) => [
    status,
    Object.fromEntries(
      Object.entries((body.error?.messages ?? {}) as Record<string, { reason: string }>).map(([name, { reason }]) => [
        name,
        reason,
      ]),
    ),
  ]

  test('are inherited by companies below, until they are reset', async () => {
    expect(await threshold(client)).toMatchObject({ value: 90, from: 'built-in', from_name: null })
    expect((await update(master, { threshold: 85 })).status).toBe(200)
    expect(await threshold(master)).toMatchObject({ value: 85, from: 'own', own: 85 })
    expect(await threshold(client)).toMatchObject({ value: 85, from: 'company', own: null })
    expect(await threshold(sibling)).toMatchObject({ value: 90, from: 'built-in' })
    expect((await update(master, {})).status).toBe(200)
    expect(await threshold(client)).toMatchObject({ value: 90, from: 'built-in' })
  })

  test('are locked for companies below, at the field', async () => {
    await update(provider, { threshold: 95, locked: ['threshold'] })
    expect(await threshold(master)).toMatchObject({ value: 95, locked_above: true })
    expect(fieldsOf(await update(master, { threshold: 85 }))).toEqual([422, { threshold: 'alert.locked' }])
    expect((await update(master, { severity: 'critical' })).status).toBe(200)
    await update(provider, {})
    await update(master, {})
  })

  test('reject what has no effect or never clears', async () => {
    expect(fieldsOf(await update(master, { clear_threshold: 95 }))).toEqual([
      422,
      { clear_threshold: 'alert.clear_threshold' },
    ])
    expect(fieldsOf(await update(master, { threshold: 101 }))).toEqual([422, { threshold: 'field.max' }])
    expect(fieldsOf(await update(master, { rule: 'rollout-failed', threshold: 1 }))).toEqual([
      422,
      { threshold: 'alert.no_threshold' },
    ])
  })

  test('are changed by admins only, and not for companies above', async () => {
    expect((await update(client, { threshold: 85 })).status).toBe(403)
    const editor = await fixture.as('master', 'editor')
    expect((await update(editor, { threshold: 85 })).status).toBe(403)
    expect((await update(master, { threshold: 85, company_id: fixture.companies.foreign })).status).not.toBe(200)
  })
})

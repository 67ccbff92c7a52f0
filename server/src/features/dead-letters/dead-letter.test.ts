import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pruneDeadLetters } from '../../sessions/tasks.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall
let nas: number

const record = (more: object = {}) => ({
  type: 'Stop',
  uid: 'a1',
  session_id: '81000001',
  login: 'ann',
  nas: String(nas),
  src_ip: '192.0.2.1',
  port: '',
  calling: '',
  called: '',
  ip: '10.0.0.5',
  ipv6_prefix: '',
  delegated_prefix: '',
  at: Math.floor(Date.now() / 1000),
  secs: '60',
  in_octets: '',
  in_gigawords: '',
  out_octets: '',
  out_gigawords: '',
  cause: '',
  ...more,
})
const insert = (arguments_: object, more: { sqlstate?: string; error?: string; kind?: string; at?: string } = {}) =>
  fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into acct_dead_letter (arguments, error, sqlstate, kind, login, nas_id, at)
      values (${JSON.stringify(arguments_)}::jsonb, ${more.error ?? 'invalid input syntax for type inet: "x"'}, ${more.sqlstate ?? '22P02'},
        ${more.kind ?? 'accounting'}, 'ann', ${nas}, ${more.at ?? new Date().toISOString()}) returning id`.execute(tx)
    return rows[0]!.id
  })
const letters = () =>
  fixture.panel.sql(
    async (tx) =>
      (
        await sql<{ id: number; error: string; sqlstate: string; retries: number; retried_at: string | null }>`
          select id, error, sqlstate, retries, retried_at from acct_dead_letter order by id`.execute(tx)
      ).rows,
  )
const sessions = () =>
  fixture.panel.sql(
    async (tx) => (await sql<{ uid: string }>`select uid from session_closed order by uid`.execute(tx)).rows,
  )

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  const reply = await provider('POST', '/network/nas/store', { name: 'Tower', address: '192.0.2.1' })
  nas = reply.body.data.id
})
afterAll(() => fixture?.panel.stop())
beforeEach(() =>
  fixture.panel.sql(async (tx) => {
    await sql`delete from acct_dead_letter`.execute(tx)
    await sql`delete from session_closed`.execute(tx)
  }),
)

describe('the list', () => {
  test('contains the error, the NAS, the user and all attributes of a record', async () => {
    const id = await insert(record({ ip: 'x', calling: null }))
    await insert(record(), { sqlstate: '23514' })
    const { body } = await provider('GET', `/network/dead-letter/index?search=id:${id}`)
    expect(body.data).toMatchObject([
      {
        id,
        kind: 'accounting',
        reason: 'invalid-value',
        sqlstate: '22P02',
        nas_name: 'Tower',
        login: 'ann',
        retries: 0,
      },
    ])
    expect(body.data[0].attributes).toMatchObject({ ip: 'x', calling: null, at: expect.stringMatching(/^\d+$/) })
    expect((await provider('GET', `/network/dead-letter/${id}/show`)).body.data).toEqual(body.data[0])
    expect((await provider('GET', '/network/dead-letter/4000000/show')).status).toBe(404)
  })

  test.each([
    ['22021', 'invalid-value'],
    ['23503', 'conflict'],
    ['42883', 'definition'],
    ['P0001', 'rejected'],
    ['', 'other'],
  ])('contains the class of SQLSTATE %s %s, which can be searched', async (sqlstate, reason) => {
    const id = await insert(record(), { sqlstate })
    await insert(record(), { sqlstate: sqlstate === '40001' ? '22P02' : '0A000' })
    const { body } = await provider('GET', `/network/dead-letter/index?search=reason:${reason}`)
    expect(body.data.map((row: { id: number }) => row.id)).toContain(id)
    expect(body.data.every((row: { reason: string }) => row.reason === reason)).toBe(true)
  })

  test('is exported as CSV with the attributes', async () => {
    await insert(record({ calling: '=cmd' }))
    const { text } = await provider('GET', '/network/dead-letter/index?export=csv')
    expect(text.split('\r\n')).toHaveLength(3)
    expect(text).toContain('""session_id"":""81000001""')
  })
})

describe('a retry', () => {
  test('stores the record and deletes the dead letter', async () => {
    const id = await insert(record())
    const { status, body } = await provider('POST', '/network/dead-letter/retry', { ids: [id] })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toEqual([{ id, ok: true }])
    expect(await letters()).toEqual([])
    expect(await sessions()).toEqual([{ uid: 'a1' }])
  })

  test('that fails keeps the row, with the new error and one more attempt', async () => {
    const id = await insert(record({ ip: 'x' }), { error: 'an older error', sqlstate: '42883' })
    for (const tries of [1, 2]) {
      const { body } = await provider('POST', '/network/dead-letter/retry', { ids: [id] })
      expect(body.data).toEqual([
        {
          id,
          ok: false,
          code: 'conflict',
          ...replied('dead_letter.not_stored', { error: 'invalid input syntax for type inet: "x"' }),
        },
      ])
      expect(await letters()).toEqual([
        {
          id,
          error: 'invalid input syntax for type inet: "x"',
          sqlstate: '22P02',
          retries: tries,
          retried_at: expect.any(String),
        },
      ])
    }
  })

  test('of a record without a time fails, and is counted too', async () => {
    const id = await insert(record({ at: 'noon' }))
    const { body } = await provider('POST', '/network/dead-letter/retry', { ids: [id] })
    expect(body.data[0].ok).toBe(false)
    expect(await letters()).toMatchObject([{ id, sqlstate: '23502', retries: 1 }])
  })

  test('of all matching records retries each separately', async () => {
    const one = await insert(record({ uid: 'b1' }))
    const bad = await insert(record({ uid: 'b2', nas: '999999' }))
    const two = await insert(record({ uid: 'b3' }))
    const { body } = await provider('POST', '/network/dead-letter/retry', { matching: { total: 3 } })
    expect(
      body.data
        .filter(({ ok }: { ok: boolean }) => ok)
        .map(({ id }: { id: number }) => id)
        .sort(),
    ).toEqual([one, two].sort())
    expect(await letters()).toMatchObject([{ id: bad, sqlstate: 'P0001', retries: 1 }])
    expect(await sessions()).toEqual([{ uid: 'b1' }, { uid: 'b3' }])
    expect((await provider('POST', '/network/dead-letter/retry', { matching: { total: 7 } })).body.error.code).toBe(
      'selection_moved',
    )
  })

  test('of a missing one, or of a login, is rejected and changes nothing', async () => {
    const login = await insert(record(), { kind: 'login' })
    const { body } = await provider('POST', '/network/dead-letter/retry', { ids: [login, 4_000_000] })
    expect(body.data).toEqual([
      { id: login, ok: false, code: 'conflict', ...replied('dead_letter.not_accounting') },
      { id: 4_000_000, ok: false, code: 'not_found', ...replied('row.missing', { kind: 'dead-letter' }) },
    ])
    expect(await letters()).toMatchObject([{ id: login, retries: 0 }])
  })
})

describe('deleting', () => {
  test('deletes only the selected records, reports missing ones, and is audited', async () => {
    const [one, two] = [await insert(record()), await insert(record())]
    const { body } = await provider('POST', '/network/dead-letter/destroy', { ids: [one, 4_000_000] })
    expect(body.data).toMatchObject([
      { id: one, ok: true },
      { id: 4_000_000, ok: false, code: 'not_found' },
    ])
    expect(await letters()).toMatchObject([{ id: two }])
    const log = await provider('GET', '/audit-log/index?search=object_label:dead-letter')
    expect(log.body.data[0]).toMatchObject({ action: 'destroy', subject: 'installation', before: { records: 1 } })
  })

  test.each([
    ['neither ids nor a query', {}],
    ['no row', { ids: [] }],
    ['a row twice', { ids: [1, 1] }],
  ])('without a selection is an error: %s', async (_what, body) => {
    for (const call of ['retry', 'destroy']) {
      const reply = await provider('POST', `/network/dead-letter/${call}`, body)
      expect(reply.status).toBe(422)
      expect(reply.body.error.messages).toHaveProperty('ids')
    }
  })
})

test('is limited to admins of the provider', async () => {
  const id = await insert(record())
  for (const call of [
    await fixture.as('master'),
    await fixture.as('client'),
    await fixture.as('provider', 'editor'),
    await fixture.as('provider', 'read-only'),
  ]) {
    expect((await call('GET', '/network/dead-letter/index')).status).toBe(403)
    expect((await call('GET', `/network/dead-letter/${id}/show`)).status).toBe(403)
    expect((await call('POST', '/network/dead-letter/retry', { ids: [id] })).status).toBe(403)
    expect((await call('POST', '/network/dead-letter/destroy', { ids: [id] })).status).toBe(403)
  }
  expect(await letters()).toHaveLength(1)
})

test('the dashboard shows their number to the provider only', async () => {
  await insert(record())
  const cards = async (call: ApiCall) =>
    (await call('GET', '/dashboard/summary')).body.data.cards.filter(
      ({ key }: { key: string }) => key === 'dead-letters',
    )
  expect(await cards(provider)).toMatchObject([{ total: 1, subject: 'installation' }])
  expect(await cards(await fixture.as('master'))).toEqual([])
})

test('housekeeping deletes records older than 90 days and the oldest beyond the limit, and logs it', async () => {
  await insert(record(), { at: new Date(Date.now() - 91 * 86_400_000).toISOString() })
  const stored = []
  for (let i = 0; i < 5; i++) stored.push(await insert(record()))
  const lines: unknown[] = []
  const log = { info: (of: unknown) => lines.push(of), warn: (of: unknown) => lines.push(of) }
  await pruneDeadLetters({ system: fixture.panel.sql, log } as never, 3)
  expect((await letters()).map(({ id }) => id)).toEqual(stored.slice(2))
  expect(lines).toEqual([{ records: 1 }, { records: 2, max: 3 }])
  await pruneDeadLetters({ system: fixture.panel.sql, log } as never, 3)
  expect(lines).toHaveLength(2)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../testing/describe-resource.ts'
import { encodeForm, formOf } from '../testing/multipart.ts'
import type { ApiCall, ApiReply } from '../testing/panel.ts'

let fixture: Fixture
let master: ApiCall
beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
})
afterAll(() => fixture?.panel.stop())

const fields = (reply: ApiReply): Record<string, string> => {
  expect(reply.status, reply.text).toBe(422)
  expect(reply.body.error.code).toBe('validation_failed')
  return reply.body.error.fields
}
const storeSite = (of: object) =>
  master('POST', '/site/store', { name: 'Hotel', company_id: fixture.companies.client, ...of })

describe('numbers', () => {
  test('an id in a lookup is an integer', async () => {
    for (const path of [
      '/site/list?company_id=1.5',
      '/network/tariff/list?company_id=1e2',
      '/company/list?parent_id=0x10',
      '/user/list?parent_company_id=01',
      '/hardware/list?for_company_id=-1',
      '/hardware/list?for_company_id=',
      '/network/nas/list?company_id=9007199254740993',
    ])
      expect(Object.keys(fields(await master('GET', path))), path).toHaveLength(1)
  })

  test('an id in a path, a list parameter or a search consists of decimal digits only', async () => {
    const { id } = (await storeSite({ name: 'Sixteen' })).body.data
    for (const written of [`0x${id.toString(16)}`, `${id}e0`, `0${id}`, `%2B${id}`, `%20${id}`, `${id}.0`])
      expect((await master('GET', `/site/${written}/show`)).status, written).toBe(404)
    expect((await master('GET', `/site/${id}/show`)).status).toBe(200)
    for (const query of ['page=1e0', 'page=0x1', 'company=1e2', 'perPage=2.5e1', 'search=id:0x10', 'search=id:1e2'])
      expect(Object.keys(fields(await master('GET', `/site/index?${query}`))), query).toHaveLength(1)
  })

  test('the error for 0 where ids begin at 1 has the minimum', async () => {
    expect(fields(await storeSite({ company_id: 0 }))).toEqual({ company_id: 'Must be at least 1.' })
    expect(fields(await master('GET', '/site/index?page=0'))).toEqual({ page: 'Must be at least 1.' })
  })

  test('an id that is too long is not found, one that is not UTF-8 is a bad request, both in the usual error format', async () => {
    const long = await master('GET', `/site/${'1'.repeat(400)}/show`)
    expect([long.status, long.body.error.code]).toEqual([404, 'not_found'])
    const broken = await master('GET', '/site/%ff/show')
    expect([broken.status, broken.body.error.code]).toEqual([400, 'bad_request'])
    expect(broken.body.error.request_id).toBe(broken.headers['x-request-id'])
  })
})

describe('types', () => {
  test('the error for a wrong type names the type, for a missing field that it is required', async () => {
    expect(fields(await storeSite({ name: 5, company_id: 'one', latitude: '1' }))).toMatchObject({
      name: 'Must be text.',
      company_id: 'Must be a number.',
    })
    expect(fields(await storeSite({ company_id: 1.5 }))).toEqual({ company_id: 'Must be a whole number.' })
    expect(fields(await storeSite({ name: undefined, company_id: null }))).toEqual({
      name: 'Required.',
      company_id: 'Required.',
    })
    expect(fields(await master('PUT', '/company/change-status', { ids: 1, is_active: 'yes' }))).toEqual({
      ids: 'Must be a list.',
      is_active: 'Must be true or false.',
    })
    expect(fields(await master('PUT', '/company/change-status', []))).toEqual({ '': 'Must be an object.' })
  })

  test('a field called __proto__ is rejected like any unknown field', async () => {
    expect(
      fields(
        await master(
          'POST',
          '/site/store',
          Buffer.from(`{"name":"x","company_id":${fixture.companies.client},"__proto__":1}`),
        ),
      ),
    ).toEqual({ ['__proto__']: 'Unknown field.' })
  })

  test('a call without parameters ignores its query string', async () => {
    const { id } = (await storeSite({ name: 'Plain' })).body.data
    expect((await master('GET', `/site/${id}/show?_=1795398951`)).status).toBe(200)
  })

  test('a body of more than 32 levels is a bad request', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    expect((await master('POST', '/site/store', Buffer.from(deep))).status).toBe(400)
  })
})

describe('references', () => {
  test('are reported together with all other fields', async () => {
    expect(fields(await storeSite({ name: '', company_id: fixture.companies.foreign }))).toEqual({
      name: 'Required.',
      company_id: 'No such company.',
    })
    expect(fields(await storeSite({ name: 7, company_id: 4_000_000_000 }))).toEqual({
      name: 'Must be text.',
      company_id: 'No such company.',
    })
  })

  test('are reported together with the fields of a form', async () => {
    const form = formOf({ company_id: fixture.companies.foreign, mode: 'some' }, { name: 'a.csv', bytes: 'name\nx\n' })
    expect(Object.keys(fields(await master('POST', '/company/import', form))).sort()).toEqual(['company_id', 'mode'])
  })

  test('that are not ids are reported by the schema', async () => {
    for (const company_id of [-1, 1.5, 2 ** 60, '1', [1], { id: 1 }])
      expect(Object.keys(fields(await storeSite({ name: '', company_id }))), String(company_id)).toEqual([
        'name',
        'company_id',
      ])
  })
})

test('a date or time in the year 0, which PostgreSQL does not have, is rejected at its parameter', async () => {
  for (const path of [
    '/network/session/index?search=started_at:0000-01-01&searchFields=started_at:>=',
    '/network/address-history?address=192.0.2.1&at=0000-01-01T00:00:00Z',
  ]) {
    const provider = await fixture.as('provider')
    expect(Object.keys(fields(await provider('GET', path))), path).toHaveLength(1)
  }
})

describe('texts', () => {
  const unicode = 'Must be valid Unicode text.'
  const direction = 'Characters that change the text direction are not allowed.'

  test('an unpaired surrogate is rejected at its field', async () => {
    expect(fields(await storeSite({ name: 'Hotel \ud800' }))).toEqual({ name: unicode })
    const { id } = (await storeSite({ name: 'Lobby' })).body.data
    const ssid = await master('POST', `/site/${id}/wifi/setting/store`, { ssid: '\ud800' })
    expect(fields(ssid)).toMatchObject({ ssid: unicode })
    expect(
      fields(await master('PUT', '/preference/update', { key: 'table.sites', value: { columns: ['a\udc00'] } })),
    ).toEqual({
      'value.columns.0': unicode,
    })
    expect(fields(await master('PUT', '/preference/update', { key: 'table.sites', value: { 'a\udc00': 1 } }))).toEqual({
      value: unicode,
    })
  })

  test('bytes that are not UTF-8 are rejected at their field', async () => {
    const body = Buffer.concat([
      Buffer.from('{"name":"M'),
      Buffer.from([0xfc]),
      Buffer.from(`ller","company_id":${fixture.companies.client}}`),
    ])
    expect(fields(await master('POST', '/site/store', body))).toEqual({ name: unicode })
    expect(fields(await master('GET', '/site/index?search=M%FCller'))).toEqual({ search: unicode })
    expect(fields(await master('GET', '/site/index?search=%ED%A0%80'))).toEqual({ search: unicode })
    expect((await master('GET', '/site/index?search=100%')).status).toBe(200)
    const form = await encodeForm(formOf({ mode: 'M?ller' }, { name: 'a.csv', bytes: 'name\nx\n' }))
    form.payload[form.payload.indexOf('M?ller') + 1] = 0xfc
    expect(fields(await master('POST', '/company/import', form.payload, form.headers))).toMatchObject({ mode: /./ })
  })

  test('characters that change the direction of text are rejected, right-to-left text is stored', async () => {
    for (const character of ['\u202a', '\u202e', '\u2066', '\u2069'])
      expect(fields(await storeSite({ name: `Hotel ${character}gpj` }))).toEqual({ name: direction })
    const name = 'מלון \u200fירושלים'
    const { id } = (await storeSite({ name })).body.data
    expect((await master('GET', `/site/${id}/show`)).body.data.name).toBe(name)
  })

  test('control characters are rejected; line breaks and tabs are allowed in multi-line texts', async () => {
    for (const character of ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f']) {
      expect(fields(await storeSite({ name: `a${character}b` })), JSON.stringify(character)).toHaveProperty('name')
      expect(fields(await storeSite({ notes: `a${character}b` })), JSON.stringify(character)).toEqual({
        notes: 'Control characters are not allowed.',
      })
      expect(Object.keys(fields(await master('GET', `/site/index?search=a${encodeURIComponent(character)}b`)))).toEqual(
        ['search'],
      )
    }
    for (const character of ['\n', '\t', '\u2028'])
      expect(fields(await storeSite({ name: `a${character}b` }))).toEqual({
        name: 'Line breaks and control characters are not allowed.',
      })
    expect((await storeSite({ name: 'Notes', notes: 'one\r\ntwo\tthree' })).status).toBe(201)
  })

  test('a password may contain characters that names may not, if they can be encoded', async () => {
    const wrong = await master('POST', '/auth/two-factor/recovery-codes', { password: 'tab\tand\u202e' })
    expect(Object.values(fields(wrong))).not.toContain(direction)
    expect(fields(await master('POST', '/auth/two-factor/recovery-codes', { password: 'x\ud800' }))).toEqual({
      password: unicode,
    })
  })
})

describe('uploads', () => {
  test('a form that is truncated is a bad request', async () => {
    const { headers, payload } = await encodeForm(
      formOf({ mode: 'skip-bad' }, { name: 'a.csv', bytes: 'name\nHotel\n' }),
    )
    for (let length = 0; length < payload.length - 4; length += 7) {
      const reply = await master('POST', '/company/import', payload.subarray(0, length), headers)
      expect([400, 422], `${length}: ${reply.text}`).toContain(reply.status)
    }
    expect((await master('POST', '/company/import', payload.subarray(0, -10), headers)).status).toBe(400)
    expect((await master('POST', '/company/import', payload, { 'content-type': 'multipart/form-data' })).status).toBe(
      400,
    )
  })

  test('a file name is stored without forbidden characters', async () => {
    const form = formOf({ dry_run: 1 }, { name: '\u202egpj\u0085.csv', bytes: 'name;type\nx;client\n' })
    const reply = await master('POST', '/company/import', form)
    expect(reply.body.data.file_name).toBe('gpj.csv')
  })
})

test('an unknown path is not found, in the language of the caller', async () => {
  const reply = await master('GET', '/no-such-call', undefined, { 'accept-language': 'de' })
  expect([reply.status, reply.body.error]).toMatchObject([
    404,
    { code: 'not_found', reason: 'not_found', params: {}, message: 'Nicht gefunden.' },
  ])
})

import type { AddressRow } from '@trunkline/contract/resources/address-history'
import { addressKinds } from '@trunkline/contract/resources/address-history'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setZone } from '../../ui/zone.ts'
import { reply } from '../../testing/api-server.ts'
import { field, press, shows, text, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import AddressHistory from './AddressHistory.tsx'
import { formOf, queryOf, readingOf, readQuery } from './history-search.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'
import { replied } from '../../testing/messages.ts'

const row: AddressRow = {
  kind: 'ipv4',
  address: '203.0.113.7',
  port_from: null,
  port_to: null,
  from: '2026-02-04T12:00:00.000Z',
  until: '2026-02-04T15:00:00.000Z',
  username: 'ann',
  service_id: 9,
  service_kind: 'service',
  company_id: 40,
  company_name: 'North Reseller',
  nas_id: 5,
  nas_name: 'Leeds core',
  calling: 'AA:BB:CC:00:11:22',
  session_id: 'f00d',
  acct_session_id: '81000001',
}
const answer = (data: AddressRow[], next: string | null = null) => ({
  data,
  next,
  history_since: '2025-01-01T00:00:00.000Z',
})

const { api, visit } = screenTests(['panel', 'address-history', 'sessions'], { notices: true })
const open = (address: string) => visit({ '/address-history': AddressHistory }, address)
const queries = () =>
  api.of('/api/network/address-history').map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams))
const links = () =>
  [...document.querySelectorAll('a')].map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))

beforeEach(() => {
  setZone('Europe/Berlin')
  api.on('GET /api/network/address-history', () => answer([row]))
})

describe('the screen', () => {
  it('sends no query before the form is submitted, then shows sessions with links', async () => {
    const router = await open('/address-history')
    await shows('Every query is written to the audit log')
    expect(queries()).toEqual([])
    await type('Address or prefix', ' 203.0.113.7')
    await type('Date and time', '2026-02-04T14:05:09')
    await type('Port', '1500')
    await type('Reference', 'Case 12')
    await shows('UTC: 2026-02-04T13:05:09.000Z')
    await press('Search address')
    await shows('1 row, latest first')
    expect(text()).toContain('2026-02-04T12:00:00.000Z')
    expect(queries()).toEqual([
      { address: '203.0.113.7', at: '2026-02-04T13:05:09.000Z', port: '1500', limit: '100', reference: 'Case 12' },
    ])
    // The URL has the query without the reference.
    expect(router.state.location.search).toEqual({
      address: '203.0.113.7',
      at: '2026-02-04T13:05:09.000Z',
      port: '1500',
    })
    expect(links()).toEqual(
      expect.arrayContaining([
        '/services/details/9',
        '/company-management/summary/40',
        '/nas/details/5',
        '/sessions/history?search=id:f00d&searchFields=id:=',
      ]),
    )
  })

  it('opens a query from the URL, in the time zone of the user', async () => {
    await open('/address-history?address=2001:db8::1&from=2026-02-01T00:00:00.000Z&to=2026-02-02T00:00:00.000Z')
    await shows('1 row, latest first')
    expect(field('Address or prefix').value).toBe('2001:db8::1')
    expect(field('From').value).toMatch(/^2026-02-01T01:00/)
    expect(queries()[0]).toMatchObject({ from: '2026-02-01T00:00:00.000Z', to: '2026-02-02T00:00:00.000Z' })
  })

  it('shows missing fields without a request, and errors of the server at their fields', async () => {
    await open('/address-history')
    await press('Search address')
    await shows('Required.')
    expect(queries()).toEqual([])
    await type('Address or prefix', '10.0.0.0/8')
    await type('Date and time', '2026-02-04T14:05')
    await press('Search address')
    await shows('The prefix length must be at least 24.')
    expect(queries()).toEqual([])
    api.on('GET /api/network/address-history', () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'Some fields are not valid.',
          fields: { at: replied('time.future') },
          request_id: 'r-1',
        },
      }),
    )
    await type('Address or prefix', '10.0.0.1')
    await press('Search address')
    await shows('Must not be in the future.')
  })

  it('shows an empty result, further pages, and an address in use', async () => {
    api.on('GET /api/network/address-history', () => answer([]))
    await open('/address-history?address=203.0.113.7&at=2024-02-04T14:05:00.000Z')
    await shows('No session used this address at that time')
    await shows('Older sessions have been deleted')
    api.on('GET /api/network/address-history', ({ path }) =>
      path.includes('cursor=')
        ? answer([{ ...row, session_id: 'beef', acct_session_id: null }])
        : answer([{ ...row, kind: 'cgn', port_from: 1024, port_to: 2047, until: null }], '1.2.3'),
    )
    await open('/address-history?address=203.0.113.8&at=2026-02-04T14:05:00.000Z')
    await shows('First 1 row')
    await shows('Ports 1024 to 2047')
    await shows('In use')
    expect(links()).toContain('/sessions/list?search=id:f00d&searchFields=id:=')
    await press('Load more')
    await shows('2 rows, latest first')
    await shows('Open session')
  })

  it('shows an error with a retry', async () => {
    api.on('GET /api/network/address-history', () => reply(403, 'forbidden'))
    await open('/address-history?address=203.0.113.7&at=2026-02-04T14:05:00.000Z')
    await until(() => document.querySelector('[role="alert"]'), 'the error')
    api.on('GET /api/network/address-history', () => answer([row]))
    await press('Try again')
    await shows('1 row, latest first')
  })

  it('exports only with a reference', async () => {
    const bodies: unknown[] = []
    api.on('POST /api/network/address-history/export', ({ body }) => {
      bodies.push(body)
      return { document: {} }
    })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    await open('/address-history?address=203.0.113.7&at=2026-02-04T14:05:00.000Z')
    await shows('1 row, latest first')
    await press('Export signed file')
    await shows('Required.')
    expect(bodies).toEqual([])
    await type('Reference', 'Case 12')
    await press('Export signed file')
    await shows('Signed file downloaded')
    expect(bodies).toEqual([{ address: '203.0.113.7', at: '2026-02-04T14:05:00.000Z', reference: 'Case 12' }])
    api.on('POST /api/network/address-history/export', () => reply(403, 'forbidden'))
    await press('Export signed file')
    await shows('Export failed')
    expect(text()).not.toContain('undefined')
  })
})

describe('a query', () => {
  it('is read from a URL, and undefined where address or time are missing or invalid', () => {
    expect(readQuery({ address: ' 10.0.0.1 ', at: '2026-02-04T14:05:00Z', port: '7' })).toEqual({
      address: '10.0.0.1',
      at: '2026-02-04T14:05:00.000Z',
      port: 7,
    })
    for (const search of [
      {},
      { address: '10.0.0.1' },
      { address: '10.0.0.1', at: 'x' },
      { address: '10.0.0.1', from: '2026-02-04' },
    ])
      expect(readQuery(search), JSON.stringify(search)).toBeUndefined()
  })

  it('survives the form, also across a change to daylight saving time', () => {
    const search = { address: '10.0.0.1', from: '2026-03-29T00:59:59.000Z', to: '2026-03-29T01:00:00.000Z', port: 7 }
    const form = formOf(search, 'Europe/Berlin')
    expect([form.from, form.to]).toEqual(['2026-03-29T01:59:59', '2026-03-29T03:00:00'])
    expect(queryOf(form, 'Europe/Berlin')).toEqual({ query: search, errors: {} })
    expect(readingOf('2026-01-01T00:00:00.000Z', 'UTC')).toBe('2026-01-01T00:00:00')
  })

  it('has errors by field', () => {
    const form = { address: '1.2.3', mode: 'range', at: '', from: '', to: '', port: '70000', reference: '' } as const
    expect(Object.keys(queryOf(form, 'UTC').errors).sort()).toEqual(['address', 'from', 'port', 'to'])
  })
})

it('every kind has a name', () => {
  for (const texts of [en, de]) expect(Object.keys(texts.kind)).toEqual([...addressKinds])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { loadDictionary, sampleDictionary } from '../../testing/radius-dictionary.ts'

describe('the lookup of RADIUS attributes', () => {
  let fixture: Fixture
  let provider: ApiCall, master: ApiCall, reseller: ApiCall, client: ApiCall, sibling: ApiCall

  beforeAll(async () => {
    fixture = await setupFixture()
    provider = await fixture.as('provider')
    master = await fixture.as('master')
    reseller = await fixture.as('reseller')
    client = await fixture.as('client')
    sibling = await fixture.as('sibling')
    await loadDictionary(fixture.panel)
  })
  afterAll(() => fixture?.panel.stop())

  const lookup = (call: ApiCall, query = '') => call('GET', `/network/radius/attributes${query}`)
  const names = (reply: { body: { data: { name: string }[] } }) => reply.body.data.map(({ name }) => name)

  test('finds by part of the name, prefix matches first, and by vendor', async () => {
    expect(names(await lookup(master, '?search=framed'))).toEqual([
      'Framed-Address',
      'Framed-IP-Address',
      'Framed-Interface-Id',
      'Framed-MTU',
      'Framed-Pool',
    ])
    expect(names(await lookup(master, '?search=RATE'))).toEqual(['Mikrotik-Rate-Limit'])
    expect(names(await lookup(master, '?search=dns'))).toEqual(['DNS-Server-IPv6-Address', 'MS-Primary-DNS-Server'])
    expect(names(await lookup(master, '?search=dns&vendor=standard'))).toEqual(['DNS-Server-IPv6-Address'])
    expect(names(await lookup(master, '?vendor=cisco'))).toEqual(['Cisco-AVPair'])
    expect(names(await lookup(master, '?search=%25'))).toEqual([])
    expect(names(await lookup(master, '?names=filter-id,Cisco-AVPair,Nonsense'))).toEqual(['Cisco-AVPair', 'Filter-Id'])
  })

  test('returns type, named values, headers and tags', async () => {
    const { body } = await lookup(master, '?names=Service-Type,Tunnel-Password')
    expect(body).toMatchObject({
      loaded: true,
      data: [
        {
          name: 'Service-Type',
          vendor: null,
          type: 'integer',
          overhead: 2,
          values: [
            { name: 'Framed-User', number: 2 },
            { name: 'Administrative-User', number: 6 },
          ],
          is_secret: false,
        },
        { name: 'Tunnel-Password', has_tag: true, is_secret: true },
      ],
    })
  })

  test('answers texts that PostgreSQL rejects, and missing pages, without a server error', async () => {
    for (const query of ['?search=%00', '?names=%00,x', '?vendor=%00', '?page=0', '?page=x', '?search=%27%5C'])
      expect((await lookup(master, query)).status, query).toBeLessThan(500)
    expect((await lookup(master, '?search=filter&page=10000')).body.data).toEqual([])
  })

  test('returns 50 rows per page', async () => {
    const more = Array.from({ length: 60 }, (_, i) => `ATTRIBUTE Many-${String(i).padStart(2, '0')} 200 string`)
    await loadDictionary(fixture.panel, `${sampleDictionary}\n${more.join('\n')}`)
    expect(names(await lookup(master, '?search=many'))).toHaveLength(50)
    expect(names(await lookup(master, '?search=many&page=2'))).toHaveLength(10)
    // Attributes missing in a new dictionary are deleted.
    await loadDictionary(fixture.panel)
    expect(names(await lookup(master, '?search=many'))).toEqual([])
  })

  test('is available to all who see tariffs and NAS devices, including descendants, and not to clients', async () => {
    for (const call of [provider, reseller, sibling]) expect((await lookup(call, '?search=filter')).status).toBe(200)
    expect(names(await lookup(reseller, '?search=filter'))).toEqual(['Filter-Id'])
    expect((await lookup(client)).status).toBe(403)
    const tariff = { name: 'Tariff', extra_attributes: [{ attribute: 'Filter-Id', op: ':=', value: 'r' }] }
    expect((await reseller('POST', '/network/tariff/store', tariff)).status).toBe(201)
  })
})

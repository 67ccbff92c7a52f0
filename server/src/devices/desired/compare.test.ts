import type { Row } from '@trunkline/routeros'
import { describe, expect, test } from 'vitest'
import { compareDesired } from './compare.ts'
import { desiredState, withSecrets, type RouterFacts } from './items.ts'
import type { DesiredState } from './rows.ts'

const facts: RouterFacts = { routeros_version: '7.16.2', user: 'panel', service: 'api-ssl' }
const rowsOf = (menus: Record<string, Row[] | undefined>) => new Map(Object.entries(menus))
const wanted = (...items: Parameters<typeof desiredState>[0]) => {
  const state = desiredState(items, facts)
  if ('problem' in state) throw new Error(state.problem.reason)
  return state
}

describe('the comparison with wanted settings', () => {
  test('writes only named properties that differ, and expects the values that were read', () => {
    const found = compareDesired(
      rowsOf({ 'ip/dns': [{ servers: '192.0.2.1', 'allow-remote-requests': 'true', 'cache-size': '2048KiB' }] }),
      wanted({ kind: 'dns', servers: ['192.0.2.53'], remote_requests: true }),
    )
    expect(found.steps).toEqual([
      { menu: 'ip/dns', verb: 'set', id: null, values: { servers: '192.0.2.53' }, expected: { servers: '192.0.2.1' } },
    ])
    expect(found.differences).toEqual([
      { menu: 'ip/dns', row: '', verb: 'set', field: 'servers', is: '192.0.2.1', wanted: '192.0.2.53' },
    ])
  })

  test('takes the notations of RouterOS for the same value', () => {
    expect(
      compareDesired(
        rowsOf({ 'ip/service': [{ '.id': '*1', name: 'ssh', disabled: 'no', port: '22', address: '' }] }),
        wanted({ kind: 'service', service: 'ssh', enabled: true, port: 22, sources: [] }),
      ),
    ).toEqual({ steps: [], differences: [] })
  })

  test('finds rows by their key, not those that RouterOS created, and rejects duplicates', () => {
    const state = wanted({ kind: 'address_list', list: 'office', addresses: ['192.0.2.1/32'], mode: 'add' })
    const menu = 'ip/firewall/address-list'
    const dynamic = { '.id': '*1', list: 'office', address: '192.0.2.1', dynamic: 'true' }
    expect(compareDesired(rowsOf({ [menu]: [dynamic] }), state).steps).toMatchObject([{ verb: 'add' }])
    const own = { ...dynamic, '.id': '*2', dynamic: 'false' }
    expect(compareDesired(rowsOf({ [menu]: [dynamic, own] }), state).steps).toEqual([])
    expect(compareDesired(rowsOf({ [menu]: [own, { ...own, '.id': '*3' }] }), state)).toMatchObject({
      steps: [],
      problem: { reason: 'change.row_ambiguous' },
    })
  })

  test('a missing menu, and a row of RouterOS that is to be removed, are problems', () => {
    expect(
      compareDesired(
        rowsOf({ 'ip/dns': undefined }),
        wanted({ kind: 'dns', servers: ['192.0.2.1'], remote_requests: null }),
      ),
    ).toMatchObject({
      problem: { reason: 'change.menu_missing' },
    })
    const state: DesiredState = {
      rows: [{ menu: 'user', key: { name: 'admin' }, state: 'absent', values: {} }],
      exclusions: [],
    }
    expect(compareDesired(rowsOf({ user: [{ '.id': '*1', name: 'admin', builtin: 'true' }] }), state)).toMatchObject({
      problem: { reason: 'change.row_built_in' },
    })
  })

  test('a secret is written without being compared, and is part of no difference', () => {
    const state = wanted(
      ...withSecrets(
        [{ kind: 'user', name: 'support', state: 'present', group: 'read', password: null, sources: [] }],
        {
          'item.0': 'open sesame',
        },
      ),
    )
    const row = { '.id': '*2', name: 'support', group: 'read', address: '' }
    const found = compareDesired(rowsOf({ user: [row] }), state)
    expect(found.steps).toMatchObject([
      { verb: 'set', values: { password: { secret: 'item.0' } }, secretValues: ['password'] },
    ])
    expect(found.differences).toMatchObject([{ field: 'password', is: null, wanted: null }])
    expect(JSON.stringify([found, compareDesired(rowsOf({ user: [] }), state)])).not.toContain('open sesame')
  })

  test('a user without a password is not added, and can be changed', () => {
    const state = wanted({
      kind: 'user',
      name: 'support',
      state: 'present',
      group: 'full',
      password: null,
      sources: [],
    })
    expect(compareDesired(rowsOf({ user: [] }), state)).toMatchObject({
      steps: [],
      problem: { reason: 'change.value_missing', params: { fields: 'password' } },
    })
    const row = { '.id': '*2', name: 'support', group: 'read', address: '' }
    expect(compareDesired(rowsOf({ user: [row] }), state).steps).toMatchObject([
      { verb: 'set', values: { group: 'full' } },
    ])
  })

  test.each([
    ['6.49.17', { 'primary-ntp': '192.0.2.1', 'secondary-ntp': '0.0.0.0', 'server-dns-names': 'time.example.net' }],
    ['7.16', { servers: '192.0.2.1,time.example.net' }],
  ])('time servers of RouterOS %s', (routeros_version, values) => {
    const state = desiredState([{ kind: 'ntp', servers: ['192.0.2.1', 'time.example.net'] }], {
      ...facts,
      routeros_version,
    })
    expect(state).toMatchObject({ rows: [{ values }] })
  })

  test('RouterOS 6 takes no third address', () => {
    expect(
      desiredState([{ kind: 'ntp', servers: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] }], {
        ...facts,
        routeros_version: '6.49',
      }),
    ).toEqual({ problem: { reason: 'change.ntp_two_addresses', params: {} } })
  })
})

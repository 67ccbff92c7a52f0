import type { UserRole } from '@trunkline/contract/abilities'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { reply } from '../../testing/api-server.ts'
import { buttons, field, press, shows, text, type, until } from '../../testing/page.ts'
import { control as base } from '../../testing/quay-router.ts'
import AddressList from './AddressList.tsx'
import Firewall from './Firewall.tsx'
import ForwardForm from './ForwardForm.tsx'
import { filterRule, firewallTests } from '../../testing/firewall-fixture.tsx'
import { replied } from '../../testing/messages.ts'

const router = firewallTests()

const screens = {
  '/hardware/$id/firewall': Firewall,
  '/hardware/$id/firewall-nat/add': ForwardForm,
  '/hardware/$id/firewall-nat/$natId': ForwardForm,
  '/hardware/$id/firewall-list/$listId': AddressList,
}
const open = (at: string, role?: UserRole) => router.visit(screens, `/hardware/9/${at}`, { role })
const openRules = (role?: 'read-only', tab = '') => open(`firewall${tab}`, role)
const openRule = (row: string) => open(`firewall-nat/${row}`)
const openNew = () => open('firewall-nat/add')
const openList = (role?: 'read-only') => open('firewall-list/banned', role)
const pairName = 'TCP and UDP 8443 from anywhere → 192.168.88.10:443'

describe('the rules of a router', () => {
  it('are listed in order, forwards as a sentence, both rules of a forward as one row', async () => {
    await openRules()
    await shows(pairName)
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(rows).toHaveLength(4)
    expect(rows[0]).toContain('srcnat masquerade out-interface-list=WAN')
    expect(rows[0]).toContain('Owner')
    expect(rows[1]).toContain('2, 3')
    expect(rows[1]).toContain('Panel')
    expect(rows[1]).toContain('1,234 packets')
    expect(rows[1]).toContain('1.2 MB')
    expect(rows[2]).toContain('TCP 9000 on ether1 from anywhere → 192.168.88.20:9000')
    expect(rows[2]).toContain('Disabled')
    expect(rows[3]).toContain('Router')
    expect(buttons('Remove Camera')).toHaveLength(1)
    expect(buttons('Remove old recorder')).toEqual([])
  })

  it('are moved by buttons and keys, after a confirmation', async () => {
    await openRules()
    await shows(pairName)
    expect(buttons('Move Camera up')[0]?.getAttribute('aria-disabled')).toBe('true')
    await press('Move Camera down')
    // The next rule was created by the router.
    expect(text()).not.toContain('the device rolls back')
    const [button] = buttons('Move old recorder up')
    await act(async () =>
      button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true })),
    )
    await shows('the device rolls back')
    await press('Move rule')
    await until(() => router.sent('ip/firewall/nat/move') !== undefined, 'the call')
    expect(router.sent('ip/firewall/nat/move')?.body).toEqual({
      id: '*4',
      before: '*2',
      seen: { position: expect.any(Number) },
    })
  })

  it('of the owner are enabled with the seen values', async () => {
    await openRules()
    await shows(pairName)
    await press('Enable old recorder')
    await shows('not created by the panel')
    await press('Enable', -1)
    await until(() => router.sent('ip/firewall/nat/update') !== undefined, 'the call')
    expect(router.sent('ip/firewall/nat/update')?.body).toEqual({ id: '*4', disabled: false, seen: { disabled: true } })
  })

  it('have no actions for read-only users', async () => {
    await openRules('read-only')
    await shows(pairName)
    expect(buttons('Move old recorder up')).toEqual([])
    expect(buttons('Enable old recorder')).toEqual([])
    expect(text()).not.toContain('Add port forward')
  })

  it('have an empty state, and a fault if the router does not answer', async () => {
    router.nat = []
    await openRules()
    await shows('No NAT rules')
    await router.leave()
    queryClient.clear()
    router.api.on(`GET ${base}/ip/firewall/nat/index`, () =>
      reply(504, {
        error: {
          code: 'device_unreachable',
          message: 'The device is not responding.',
          request_id: 'r-1',
          details: { error: 'unreachable', read_at: null, rows: null },
        },
      }),
    )
    await openRules()
    await shows('The device is not responding.')
    await shows('Not read from the device yet')
  })

  it('of the filter have their own section, with links to their lists', async () => {
    router.filters = [filterRule({ chain: 'input', action: 'drop', src_address_list: '!friends', comment: 'all else' })]
    await openRules(undefined, '?tab=filter')
    await shows('input drop src-address-list=!friends')
    const link = [...document.querySelectorAll('a')].find((one) => one.textContent === 'friends')
    expect(link?.getAttribute('href')).toContain('/hardware/9/firewall-list/friends')
  })
})

describe('a port forward', () => {
  it('is previewed as RouterOS commands', async () => {
    await openNew()
    await shows('Enter the external ports')
    await type('External ports', '8080')
    await type('Internal address', '192.168.88.10')
    await type('Comment', 'Door')
    await shows('TCP 8080 from anywhere → 192.168.88.10:8080')
    await shows(
      '/ip firewall nat add chain=dstnat action=dst-nat protocol=tcp in-interface-list=WAN dst-port=8080 to-addresses=192.168.88.10 comment="trunkline:f… Door"',
    )
    await shows('Added after all other rules')
    await type('External ports', '8443')
    await shows('Rule 2 (Camera) already forwards these ports')
    await type('Internal address', '10.99.0.1')
    await shows('in none of the router’s networks')
  })

  it('is sent without empty fields, and shows the result', async () => {
    await openNew()
    await shows('Enter the external ports')
    await type('External ports', '8080')
    await type('Internal address', '192.168.88.10')
    await press('Add to device')
    await until(() => router.sent('ip/firewall/nat/store') !== undefined, 'the call')
    expect(router.sent('ip/firewall/nat/store')?.body).toEqual({
      protocol: 'tcp',
      outside: '8080',
      to_address: '192.168.88.10',
      disabled: false,
    })
    await shows('Writing …')
  })

  it('shows validation errors at their field, without a call if the form finds them', async () => {
    router.api.on(`POST ${base}/ip/firewall/nat/store`, () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'Not valid.',
          request_id: 'r-1',
          fields: {
            outside: replied('firewall.management_port', { port: 8728 }),
          },
        },
      }),
    )
    await openNew()
    await shows('Enter the external ports')
    await type('External ports', 'web')
    await type('Internal address', '192.168.88.10')
    await press('Add to device')
    await shows('Enter ports as numbers')
    expect(router.sent('ip/firewall/nat/store')).toBeUndefined()
    await type('External ports', '8728')
    await press('Add to device')
    await shows('The panel manages the device on port 8728')
    expect(field('External ports').getAttribute('aria-invalid')).toBe('true')
  })

  it('is changed with the seen values, by either of its rules', async () => {
    await openRule('*3')
    await until(() => field('Internal address')?.value === '192.168.88.10', 'the form')
    expect(text()).toContain('Stays at position 2')
    await type('Internal address', '192.168.88.11')
    await press('Apply to device')
    await until(() => router.sent('ip/firewall/nat/update') !== undefined, 'the call')
    expect(router.sent('ip/firewall/nat/update')?.body).toEqual({
      id: '*2',
      to_address: '192.168.88.11',
      seen: { comment: 'Camera', to_address: '192.168.88.10' },
    })
  })

  it('of the owner has only its state and comment to edit', async () => {
    await openRule('*4')
    await shows('belongs to the owner of the router')
    expect(field('External ports')).toBeNull()
    await type('Comment', 'new recorder')
    await press('Apply to device')
    await until(() => router.sent('ip/firewall/nat/update') !== undefined, 'the call')
    expect(router.sent('ip/firewall/nat/update')?.body).toEqual({
      id: '*4',
      comment: 'new recorder',
      seen: { comment: 'old recorder' },
    })
  })

  it('shows a message if it no longer exists', async () => {
    await openRule('*9')
    await shows('Rule not found on the router')
  })
})

describe('an address list', () => {
  const entry = {
    id: '*1',
    list: 'banned',
    address: '203.0.113.7',
    expires_in_seconds: null,
    disabled: false,
    dynamic: false,
    comment: 'scanner',
    created_at: null,
  }
  beforeEach(() => {
    router.lists = {
      entries: [
        entry,
        { ...entry, id: '*2', address: '203.0.113.8', dynamic: true, expires_in_seconds: 3600 },
        { ...entry, id: '*3', list: 'friends', address: '198.51.100.1' },
      ],
      uses: [
        { list: 'banned', menu: 'filter', rule_id: '*8', words: 'input drop src-address-list=banned', disabled: false },
      ],
    }
  })

  it('shows its entries with their remaining time, and the rules that use it', async () => {
    await openList()
    await shows('203.0.113.7')
    expect(text()).not.toContain('198.51.100.1')
    expect(text()).toContain('in 1 h')
    expect(text()).toContain('input drop src-address-list=banned')
    // Dynamic entries can be removed but not edited.
    expect([buttons('Edit 203.0.113.8').length, buttons('Remove 203.0.113.8').length]).toEqual([0, 1])
  })

  it('takes a new entry with a timeout', async () => {
    await openList()
    await shows('203.0.113.7')
    await press('Add entry')
    await type('Address', '203.0.113.0/24')
    await type('Timeout', '2')
    await press('Add to device')
    await until(() => router.sent('ip/firewall/address-list/store') !== undefined, 'the call')
    expect(router.sent('ip/firewall/address-list/store')?.body).toMatchObject({
      list: 'banned',
      address: '203.0.113.0/24',
      timeout_seconds: expect.any(Number),
    })
  })

  it('has an entry changed with the seen values, and removed after a confirmation', async () => {
    await openList()
    await shows('203.0.113.7')
    await press('Edit 203.0.113.7')
    await type('Comment', 'a scanner')
    await press('Apply to device')
    await until(() => router.sent('ip/firewall/address-list/update') !== undefined, 'the call')
    expect(router.sent('ip/firewall/address-list/update')?.body).toEqual({
      id: '*1',
      comment: 'a scanner',
      seen: { list: 'banned', address: '203.0.113.7', comment: 'scanner' },
    })
    await press('Remove 203.0.113.8')
    await shows('Remove 203.0.113.8 from the list?')
    await press('Remove', -1)
    await until(() => router.api.of(`${base}/ip/firewall/address-list/destroy`).length > 0, 'the call')
  })

  it('has pages and a search', async () => {
    const many = Array.from({ length: 120 }, (_, at) => ({
      ...entry,
      id: `*${(at + 16).toString(16)}`,
      address: `10.0.0.${at}`,
    }))
    router.lists = { entries: many, uses: [] }
    // As a read-only user: rows without buttons render faster here.
    await openList('read-only')
    await shows('Page 1 of 3, 120 entries')
    expect(document.querySelectorAll('tbody tr')).toHaveLength(50)
    await press('Next page')
    await shows('Page 2 of 3')
    await type('Search address or comment', '10.0.0.11')
    await until(() => document.querySelectorAll('tbody tr').length === 11, 'the matches')
    await type('Search address or comment', 'unknown')
    await shows('No entries match “unknown”')
  }, 60_000)

  it('has no actions for read-only users', async () => {
    await openList('read-only')
    await shows('203.0.113.7')
    expect(buttons('Add entry')).toEqual([])
    expect(buttons('Remove 203.0.113.8')).toEqual([])
  })
})

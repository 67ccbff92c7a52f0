import type { AnyRouter } from '@tanstack/react-router'
import type { SubnetNode, TreeRow } from '@trunkline/contract/resources/subnet-shapes'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { invalidateSubject } from '../../api/query.ts'
import { reply } from '../../testing/api-server.ts'
import { until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { TreeGrid } from './tree-grid.tsx'

const nothing = '0'
const node = (id: number, net: string, over: Partial<SubnetNode> = {}): SubnetNode => ({
  id,
  net,
  ip_version: 'ipv4',
  length: Number(net.split('/')[1]),
  parent_id: null,
  parent_net: null,
  space_id: 1,
  space_name: 'Public',
  type: 'container',
  hosts: false,
  usage_type: null,
  category_id: null,
  category_name: null,
  category_colour: null,
  state: 'assigned',
  company_id: 40,
  company_name: 'North Reseller',
  company_type: 'reseller',
  name: '',
  description: '',
  vlan: null,
  gateway: null,
  assign_len: 32,
  policy: 'best-fit',
  mark_full: false,
  exclusive: false,
  shared: false,
  used_by: null,
  child_count: 2,
  address_count: 0,
  figures: {
    size: '256',
    allocated: nothing,
    assigned: nothing,
    in_use: nothing,
    in_use_at: null,
    unit: { length: 32, size: '256', allocated: nothing, assigned: nothing, in_use: nothing },
    share: { allocated: 0, assigned: 0, in_use: 0 },
  },
  expires_at: null,
  release_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  ...over,
})
const child = (id: number, net: string, over: Partial<SubnetNode> = {}): TreeRow => ({
  kind: 'subnet',
  subnet: node(id, net, { parent_id: 1, ...over }),
})
const free = (net: string, size: string): TreeRow => ({ kind: 'free', net, size, unit: { length: 32, size } })

const roots = [node(1, '10.0.0.0/8'), node(2, '172.16.0.0/12'), node(3, '192.168.0.0/16')]

const { api, visit } = screenTests(['panel', 'ipam'])
/** The container of the tree. */
const page = document.body
let router: AnyRouter
/** The contents of 10.0.0.0/8 on the server. */
let contents: TreeRow[]

const screens = {
  '/tree': () => (
    <TreeGrid
      label="Subnets"
      columns={[
        { field: 'net', header: 'Subnet', render: (row) => row.net },
        { field: 'name', header: 'Name' },
      ]}
      cell={(column, row) => column.render?.(row) ?? String(row[column.field])}
      menu={undefined}
      remember={() => undefined}
      rowHeight={44}
      narrow={false}
      roots={{ rows: roots, before: 0, total: roots.length }}
    />
  ),
  '/ipam/$version/$id': () => 'elsewhere',
  '/ipam/ipv4/create': () => 'the form',
}

async function open(address = '/tree') {
  router = await visit(screens, address)
  await until(() => rows().length >= roots.length)
}

const rows = () => [...page.querySelectorAll<HTMLElement>('tbody [role="row"]')]
const rowOf = (net: string) => rows().find((row) => row.dataset.net === net) as HTMLElement
const focused = () => (document.activeElement as HTMLElement | null)?.dataset.net
const press = (key: string) =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await Promise.resolve()
  })

beforeEach(() => {
  contents = [
    child(11, '10.0.0.0/16', { hosts: true, type: 'network' }),
    free('10.1.0.0/16', '65536'),
    child(12, '10.2.0.0/15'),
  ]
  api.on('GET /api/network/subnet/1/children/list', ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1])
    const from = query.get('after') ? Number(query.get('after')) : 0
    const to = from + Number(query.get('limit'))
    return { data: contents.slice(from, to), next: to < contents.length ? String(to) : null, total: 4312 }
  })
})

describe('the tree by keyboard', () => {
  it('expands and collapses a subnet, and moves in and out of it', async () => {
    await open()
    act(() => rowOf('10.0.0.0/8').focus())
    expect(rowOf('10.0.0.0/8').getAttribute('aria-expanded')).toBe('false')
    await press('ArrowRight')
    await until(() => rows().length === 6)
    expect(rowOf('10.0.0.0/8').getAttribute('aria-expanded')).toBe('true')
    expect(rows().map((row) => [row.dataset.net, row.getAttribute('aria-level')])).toEqual([
      ['10.0.0.0/8', '1'],
      ['10.0.0.0/16', '2'],
      ['10.1.0.0/16', '2'],
      ['10.2.0.0/15', '2'],
      ['172.16.0.0/12', '1'],
      ['192.168.0.0/16', '1'],
    ])
    expect(rowOf('10.1.0.0/16').getAttribute('aria-posinset')).toBe('2')
    expect(rowOf('10.1.0.0/16').getAttribute('aria-setsize')).toBe('3')
    // A network contains addresses and can’t be expanded.
    expect(rowOf('10.0.0.0/16').hasAttribute('aria-expanded')).toBe(false)

    await press('ArrowRight')
    expect(focused()).toBe('10.0.0.0/16')
    await press('ArrowDown')
    expect(focused()).toBe('10.1.0.0/16')
    await press('ArrowLeft')
    expect(focused()).toBe('10.0.0.0/8')
    await press('ArrowLeft')
    await until(() => rows().length === 3)
    expect(focused()).toBe('10.0.0.0/8')
  })

  it('moves to the ends, by page, and to a typed address', async () => {
    await open()
    act(() => rowOf('10.0.0.0/8').focus())
    await press('End')
    expect(focused()).toBe('192.168.0.0/16')
    await press('Home')
    expect(focused()).toBe('10.0.0.0/8')
    await press('PageDown')
    expect(focused()).toBe('192.168.0.0/16')
    await press('1')
    expect(focused()).toBe('10.0.0.0/8')
    await press('7')
    expect(focused()).toBe('172.16.0.0/12')
    // A key that moves the focus starts a new address.
    await press('Home')
    await press('1')
    await press('9')
    expect(focused()).toBe('192.168.0.0/16')
  })

  it('has one row that Tab reaches, the last focused one', async () => {
    await open()
    act(() => rowOf('172.16.0.0/12').focus())
    const inOrder = () => rows().filter((row) => row.tabIndex === 0)
    await until(() => inOrder().length === 1)
    expect(inOrder()[0]).toBe(rowOf('172.16.0.0/12'))
    expect(rowOf('10.0.0.0/8').querySelector('a')?.tabIndex).toBe(-1)
    expect(rowOf('172.16.0.0/12').querySelector('a')?.tabIndex).toBe(0)
  })

  it('opens the page of a subnet with Enter, and links a free block to the form', async () => {
    await open('/tree?open=1')
    await until(() => rows().length === 6)
    const link = rowOf('10.1.0.0/16').querySelector('a')
    expect(link?.getAttribute('href')).toBe('/ipam/ipv4/create?parent=1&net=10.1.0.0%2F16')
    expect(rowOf('10.1.0.0/16').textContent).toContain('65,536 addresses')
    act(() => rowOf('10.2.0.0/15').focus())
    await press('Enter')
    await until(() => router.state.location.pathname === '/ipam/ipv4/12')
  })
})

describe('an open subnet', () => {
  it('is kept in the URL for back and reload', async () => {
    await open()
    act(() => rowOf('10.0.0.0/8').focus())
    await press('ArrowRight')
    await until(() => rows().length === 6)
    expect(router.state.location.search).toEqual({ open: '1' })
    await open(router.state.location.href)
    await until(() => rows().length === 6)
  })

  it('shows 25 rows at a time and the total', async () => {
    contents = Array.from({ length: 60 }, (_, index) => child(100 + index, `10.${index}.0.0/16`))
    await open('/tree?open=1')
    await until(() => rows().length === 3 + 25 + 1)
    const more = () => page.querySelector<HTMLButtonElement>('[data-key="m1"] button')
    expect(more()?.textContent).toBe('25 more of 4,312 in 10.0.0.0/8')
    expect(rowOf('10.3.0.0/16').getAttribute('aria-setsize')).toBe('-1')
    await act(async () => more()?.click())
    await until(() => rows().length === 3 + 50 + 1)
    expect(router.state.location.search).toEqual({ open: '1-50' })
    await act(async () => more()?.click())
    await until(() => rows().length === 3 + 60)
    expect(more()).toBeNull()
    expect(rowOf('10.3.0.0/16').getAttribute('aria-setsize')).toBe('60')
  })

  it('shows an error with a retry', async () => {
    api.on('GET /api/network/subnet/2/children/list', () => reply(403, 'forbidden'))
    await open('/tree?open=2')
    await until(() => page.textContent?.includes('can’t be loaded'))
    api.on('GET /api/network/subnet/2/children/list', () => ({
      data: [free('172.16.0.0/12', '1048576')],
      next: null,
      total: 0,
    }))
    const again = [...page.querySelectorAll('button')].find((button) => button.textContent === 'Try again')
    await act(async () => again?.click())
    await until(() => rows().length === 4)
  })

  it('keeps the focus when contents are reloaded, and moves it when the row is gone', async () => {
    await open('/tree?open=1')
    await until(() => rows().length === 6)
    act(() => rowOf('10.1.0.0/16').focus())
    contents = [...contents.slice(0, 2), free('10.4.0.0/16', '65536'), ...contents.slice(2)]
    act(() => invalidateSubject('subnets'))
    await until(() => rows().length === 7)
    expect(focused()).toBe('10.1.0.0/16')
    // The block was allocated in the meantime.
    contents = [contents[0] as TreeRow, child(20, '10.1.0.0/16'), ...contents.slice(3)]
    act(() => invalidateSubject('subnets'))
    await until(() => rows().length === 6)
    await until(() => focused() === '10.1.0.0/16')
    expect((document.activeElement as HTMLElement).dataset.key).toBe('n20')
  })
})

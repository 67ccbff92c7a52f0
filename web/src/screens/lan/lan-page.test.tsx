import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { UserRole } from '@trunkline/contract/abilities'
import type { LanAddress, LanDns } from '@trunkline/contract/resources/control-shapes'
import type { Command } from '@trunkline/contract/resources/device-command'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearSession, keepSession } from '../../access/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { invalidateSubject } from '../../api/query.ts'
import { loadTexts, startLanguage } from '../../i18n/language.ts'
import { reply, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { sessionFor } from '../../testing/sessions.ts'
import LanSettings from './LanSettings.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const base = '/api/hardware/control/9'
const readAt = '2026-03-01T12:00:00.000Z'
const address = (of: Partial<LanAddress>): LanAddress => ({
  id: '*1',
  address: '192.168.88.1/24',
  network: '192.168.88.0',
  interface: 'bridge',
  actual_interface: 'bridge',
  is_management: false,
  disabled: false,
  dynamic: false,
  invalid: false,
  comment: null,
  ...of,
})
const device: HardwareDevice = {
  id: 9,
  name: 'Quay router',
  serial_number: 'HF1',
  mac: null,
  type: 1,
  type_name: 'Router',
  kind: 'router',
  manufacturer: 1,
  manufacturer_name: 'MikroTik',
  model: 1,
  model_name: 'hAP ax³',
  company_id: 40,
  company_name: 'North Reseller',
  site_id: 3,
  site_name: 'Harbour office',
  warranty_expiry_at: null,
  telephone: null,
  phone_country_code: null,
  phone_number: null,
  comment: null,
  is_online: true,
  online_status: 'online',
  polled_at: readAt,
  created_at: readAt,
  updated_at: readAt,
  deleted_at: null,
  has_lte: false,
  warranty_months: 24,
  management: null,
  readOnly: {
    polled_at: readAt,
    identity: 'quay',
    board: 'hAP ax³',
    serial_number: 'HF1',
    routeros_version: '7.18.2',
    firmware: null,
    uptime_seconds: 1000,
    cpu_load: 2,
    memory_total: null,
    memory_free: null,
    wan_address: null,
    last_error: null,
    last_error_at: null,
  },
  version: 1,
}

const blank: Command = {
  id: 77,
  hardware_id: 9,
  hardware_name: 'Quay router',
  site_id: 3,
  site_name: 'Harbour office',
  company_id: 40,
  company_name: 'North Reseller',
  kind: 'change',
  target: 'ip/dns',
  verb: 'set',
  label: 'DNS',
  state: 'queued',
  step: '',
  detail: '',
  guarded: false,
  requested_by: 'Mara Lind',
  created_at: readAt,
  started_at: null,
  finished_at: null,
  result: null,
  changes: [],
}

let api: ApiServer
let page: Root
let dns: LanDns
let addresses: LanAddress[]
/** How the command stands that was asked for. */
let command: Pick<Command, 'state' | 'step' | 'detail'> & { target?: string }

beforeAll(async () => {
  await startLanguage('en')
  await loadTexts(['panel', 'lan', 'devices'])
})
beforeEach(async () => {
  dns = {
    servers: ['9.9.9.9'],
    dynamic_servers: [],
    allow_remote_requests: true,
    cache_size_kib: 2048,
    cache_used_kib: 100,
    cache_max_ttl_seconds: 604_800,
    use_doh_server: null,
    verify_doh_cert: false,
  }
  addresses = [
    address({ is_management: true }),
    address({ id: '*2', address: '10.0.0.1/30', network: '10.0.0.0', interface: 'ether1', comment: 'uplink' }),
    address({ id: '*3', address: '100.64.0.9/32', interface: 'l2tp-out1', dynamic: true }),
  ]
  command = { state: 'running', step: 'writing', detail: '' }
  api = await startApiServer()
  const rows = (data: () => unknown) => () => ({ data: data(), read_at: readAt, cached: false })
  api.on('GET /api/hardware/9/show', () => ({ data: device }))
  // Where the panel has no live state of it, it asks the device all the same.
  api.on(`GET ${base}/live/show`, () => reply(500, 'internal'))
  api.on(
    `GET ${base}/ip/address/index`,
    rows(() => addresses),
  )
  api.on(
    `GET ${base}/ip/dns/index`,
    rows(() => dns),
  )
  api.on(
    `GET ${base}/ip/dhcp-server/network/index`,
    rows(() => []),
  )
  api.on(
    `GET ${base}/ip/pool/index`,
    rows(() => []),
  )
  api.on(
    `GET ${base}/interface/statistic/show`,
    rows(() => ({ interfaces: [] })),
  )
  const asked = () => reply(202, { data: { id: 77, job: 77, state: 'queued' } })
  for (const call of ['PUT', 'POST', 'DELETE'])
    for (const path of ['ip/dns/update', 'ip/address/update', 'ip/address/store', 'ip/address/destroy'])
      api.on(`${call} ${base}/${path}`, asked)
  api.on('GET /api/hardware/command/77/show', () => ({ data: { ...blank, ...command } }))
})
afterEach(async () => {
  await act(async () => page.unmount())
  document.body.innerHTML = ''
  queryClient.clear()
  clearSession()
  await api.close()
})

const until = async (there: () => boolean, what: string) => {
  for (let turn = 0; turn < 200; turn++) {
    if (there()) return
    await act(() => new Promise((resolve) => setTimeout(resolve, 25)))
  }
  throw new Error(`${what} did not come: ${document.body.textContent}`)
}
const text = () => document.body.textContent ?? ''
const shows = (words: string) => until(() => text().includes(words), words)

async function open(role: UserRole = 'admin') {
  keepSession(sessionFor({ role }))
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/site/$id/hardware/lan/$hardwareId', component: LanSettings }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/site/3/hardware/lan/9'] }),
  })
  const host = document.createElement('div')
  document.body.append(host)
  page = createRoot(host)
  await act(async () =>
    page.render(
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>,
    ),
  )
  await shows('192.168.88.1/24')
}

const buttons = (name: string) =>
  [...document.querySelectorAll('button')].filter(
    (one) => one.getAttribute('aria-label') === name || one.textContent === name,
  )
const press = (name: string, at = 0) =>
  act(async () => {
    const [button] = buttons(name).slice(at)
    if (!button) throw new Error(`There is no button ${name}`)
    button.click()
  })
const field = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.replace(' *', '') === label)
  return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement
}
const type = (label: string, value: string) =>
  act(async () => {
    const input = field(label)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const bodyOf = (path: string) => api.of(`${base}/${path}`).at(-1)?.body
const deviceSays = () => act(async () => invalidateSubject('site-network'))

describe('the DNS settings of a router', () => {
  it('are sent as what changed, with what was seen, and end in their place', async () => {
    await open()
    await type('DNS servers', '9.9.9.9, 149.112.112.112')
    await shows('On the device: 9.9.9.9')
    await press('Write to the device')
    await shows('Writing …')
    expect(bodyOf('ip/dns/update')).toEqual({
      servers: ['9.9.9.9', '149.112.112.112'],
      seen: { servers: ['9.9.9.9'] },
    })
    command = { state: 'done', step: '', detail: '' }
    dns = { ...dns, servers: ['9.9.9.9', '149.112.112.112'] }
    await shows('The device has it')
    await until(() => !text().includes('On the device:'), 'the device’s new value')
  })

  it('are settled by the person where the device has moved on meanwhile', async () => {
    await open()
    await type('DNS servers', '1.1.1.1')
    dns = { ...dns, servers: ['8.8.8.8'], cache_size_kib: 4096 }
    await deviceSays()
    await shows('The device has moved on')
    // What nobody touched here has followed the device by itself.
    expect(field('Cache size in KiB').value).toBe('4096')
    await press('Write to the device')
    await shows('Choose above what is to stand')
    expect(api.of(`${base}/ip/dns/update`)).toEqual([])
    await press('Write mine: DNS servers')
    await press('Write to the device')
    await until(() => api.of(`${base}/ip/dns/update`).length > 0, 'the call')
    expect(bodyOf('ip/dns/update')).toEqual({ servers: ['1.1.1.1'], seen: { servers: ['8.8.8.8'] } })
  })

  it('take the device’s value over what was typed, if that is chosen', async () => {
    await open()
    await type('DNS servers', '1.1.1.1')
    dns = { ...dns, servers: ['8.8.8.8'] }
    await deviceSays()
    await shows('The device has moved on')
    await press('Take the device’s: DNS servers')
    expect(field('DNS servers').value).toBe('8.8.8.8')
    expect(text()).not.toContain('The device has moved on')
  })
})

describe('the addresses of a router', () => {
  it('have the one that the panel comes in by marked, guarded and kept', async () => {
    await open()
    await shows('The panel comes in here')
    expect(buttons('Remove 192.168.88.1/24')[0]?.getAttribute('aria-disabled')).toBe('true')
    await press('Remove 192.168.88.1/24')
    expect(text()).not.toContain('Remove the address')
    await press('Change 192.168.88.1/24')
    await shows('It lays a way back on the device first')
    await press('Cancel')
    await press('Change 10.0.0.1/30')
    expect(text()).not.toContain('a way back')
  })

  it('say which the device has made itself, and offer no change of them', async () => {
    await open()
    expect(buttons('Change 100.64.0.9/32')).toEqual([])
    await shows('Made by the device itself')
  })

  it('keep what was typed where the device refuses it, with its words', async () => {
    await open()
    await press('Change 10.0.0.1/30')
    await type('Address', '10.0.0.5/30')
    command = { state: 'refused', step: '', detail: 'failure: already have such address', target: 'ip/address' }
    await press('Write to the device')
    await shows('failure: already have such address')
    expect(bodyOf('ip/address/update')).toEqual({
      id: '*2',
      address: '10.0.0.5/30',
      seen: { address: '10.0.0.1/30', interface: 'ether1' },
    })
    expect(field('Address').value).toBe('10.0.0.5/30')
  })

  it('lay what the server finds wrong on its field', async () => {
    await open()
    api.on(`PUT ${base}/ip/address/update`, () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'Not valid.',
          request_id: 'r-1',
          fields: { address: 'This is the broadcast address of its network. Give one that a device can have.' },
        },
      }),
    )
    await press('Change 10.0.0.1/30')
    await type('Address', '10.0.0.3/30')
    await press('Write to the device')
    await shows('broadcast address of its network')
  })
})

describe('a router that does not answer', () => {
  it('keeps its last reading on the page, and says so', async () => {
    api.on(`GET ${base}/ip/dns/index`, ({ path }) =>
      path.includes('cached')
        ? { data: dns, read_at: readAt, cached: true }
        : reply(504, {
            error: {
              code: 'device_unreachable',
              message: 'The device does not answer.',
              request_id: 'r-1',
              details: { fault: 'unreachable', read_at: readAt, rows: dns },
            },
          }),
    )
    await open()
    await shows('The device does not answer.')
    await shows('Last reading')
    expect(field('DNS servers').value).toBe('9.9.9.9')
  })
})

describe('somebody who only looks', () => {
  it('sees the values and nothing to change them with', async () => {
    await open('read-only')
    await shows('DNS servers')
    expect(document.querySelectorAll('form')).toHaveLength(0)
    expect(buttons('New address')).toEqual([])
    expect(buttons('Change 10.0.0.1/30')).toEqual([])
  })
})

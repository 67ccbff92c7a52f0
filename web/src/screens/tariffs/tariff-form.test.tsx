import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { Tariff } from '@trunkline/contract/resources/tariff'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearSession, keepSession } from '../../access/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { loadTexts, startLanguage } from '../../i18n/language.ts'
import { reply, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { sessionFor } from '../../testing/sessions.ts'
import TariffForm from './TariffForm.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const tariff: Tariff = {
  id: 5,
  name: 'Home 50',
  company_id: 40,
  company_name: 'North Reseller',
  from_above: false,
  offered_to: 'chosen',
  price: '24.90',
  currency: 'EUR',
  download_rate: 50_000,
  upload_rate: 10_000,
  burst_download_rate: null,
  burst_upload_rate: null,
  burst_download_threshold: null,
  burst_upload_threshold: null,
  burst_seconds: null,
  priority: 8,
  session_timeout: null,
  quota_bytes: null,
  quota_period: 'month',
  quota_action: 'slow',
  slow_download_rate: null,
  slow_upload_rate: null,
  services_count: 2,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  description: null,
  idle_timeout: null,
  interim_seconds: 300,
  address_list: null,
  offers: [{ id: 41, name: 'South Client' }],
  version: 3,
}
const options = {
  priorities: [1, 8].map((id) => ({ id, name: String(id) })),
  currencies: [{ id: 'EUR', name: 'EUR - Euro' }],
  quota_periods: [],
  quota_actions: [],
  offers: [],
  default_currency: 'EUR',
}

let api: ApiServer
let page: Root

beforeAll(async () => {
  await startLanguage('en')
  await loadTexts(['panel', 'tariffs', 'companies'])
})
beforeEach(async () => {
  api = await startApiServer()
  api.on('GET /api/network/tariff/options', () => ({ data: options }))
  api.on('GET /api/network/tariff/5/show', () => ({ data: tariff }))
  keepSession(sessionFor())
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
const shows = (words: string) => until(() => document.body.textContent?.includes(words) === true, words)
const input = (label: string) => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.replace(' *', '') === label)
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
}
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
const type = (label: string, value: string) =>
  act(async () => {
    setValue?.call(input(label), value)
    input(label).dispatchEvent(new Event('input', { bubbles: true }))
  })
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click())

async function open(address: string) {
  const root = createRootRoute()
  const routes = ['/tariffs/create', '/tariffs/update/$id'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: TariffForm }),
  )
  const list = createRoute({ getParentRoute: () => root, path: '/tariffs/list', component: () => <p>The list</p> })
  const router = createRouter({
    routeTree: root.addChildren([...routes, list]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const host = document.createElement('div')
  document.body.append(host)
  page = createRoot(host)
  await act(async () =>
    page.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
}

describe('the form of a tariff', () => {
  it('says what the customer gets while it is filled in, and sends what the server counts in', async () => {
    api.on('POST /api/network/tariff/store', () => ({ status: 201, body: { data: { id: 9 } } }))
    await open('/tariffs/create')
    await shows('As fast as the line is, both ways.')
    await type('Name', 'Home 100')
    await type('Download (Mbit/s)', '100')
    await type('Upload (Mbit/s)', '2.048')
    await type('Price', '24,90')
    await shows('100 Mbit/s down, 2.048 Mbit/s up.')
    await shows('It costs €24.90.')
    await press('Create tariff')
    await shows('The list')
    expect(api.of('/api/network/tariff/store')[0]?.body).toMatchObject({
      name: 'Home 100',
      download_rate: 100_000,
      upload_rate: 2048,
      price: '24.90',
      currency: 'EUR',
      offered_to: 'all',
    })
  })

  it('sends only what changed, and shows both sides where somebody else has saved meanwhile', async () => {
    api.on('PUT /api/network/tariff/5/update', () => reply(409, 'stale_version'))
    await open('/tariffs/update/5')
    await shows('South Client')
    await type('Download (Mbit/s)', '60')
    api.on('GET /api/network/tariff/5/show', () => ({ data: { ...tariff, price: '29.90', version: 4 } }))
    await press('Save')
    expect(api.of('/api/network/tariff/5/update')[0]?.body).toEqual({ download_rate: 60_000, version: 3 })
    await until(() => document.querySelector('[role="dialog"]') !== null, 'the comparison')
    await shows('29.90')
  })

  it('lays what the server refuses on its field', async () => {
    api.on('PUT /api/network/tariff/5/update', () => ({
      status: 422,
      body: {
        error: {
          code: 'validation_failed',
          message: 'Check the fields.',
          request_id: 'r-1',
          fields: { download_rate: 'The burst is at least as fast as the rate.' },
        },
      },
    }))
    await open('/tariffs/update/5')
    await shows('South Client')
    await type('Download (Mbit/s)', '60')
    await press('Save')
    await until(() => input('Download (Mbit/s)').getAttribute('aria-invalid') === 'true', 'the error at the field')
  })

  it('is none where the tariff belongs to a company above: its line alone is shown', async () => {
    api.on('GET /api/network/tariff/5/show', () => ({ data: { ...tariff, from_above: true, company_name: null } }))
    await open('/tariffs/update/5')
    await shows('50 Mbit/s down, 10 Mbit/s up.')
    expect(document.querySelector('form')).toBeNull()
  })
})

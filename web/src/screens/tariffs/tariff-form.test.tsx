import type { Tariff } from '@trunkline/contract/resources/tariff'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { field as input, press, shows, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import TariffForm from './TariffForm.tsx'
import { replied } from '../../testing/messages.ts'

const tariff: Tariff = {
  id: 5,
  name: 'Home 50',
  company_id: 40,
  company_name: 'North Reseller',
  inherited: false,
  shared_with: 'chosen',
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
  cisco_policy_in: null,
  cisco_policy_out: null,
  extra_attributes: [],
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

const { api, visit } = screenTests(['panel', 'tariffs', 'companies', 'extra-attributes'])

beforeEach(() => {
  api.on('GET /api/network/tariff/options', () => ({ data: options }))
  api.on('GET /api/network/tariff/5/show', () => ({ data: tariff }))
  api.on('GET /api/network/radius/attributes', () => ({ data: [], loaded: true }))
})

const screens = {
  '/tariffs/create': TariffForm,
  '/tariffs/update/$id': TariffForm,
  '/tariffs/list': () => <p>The list</p>,
}
const open = (address: string) => visit(screens, address)

describe('the form of a tariff', () => {
  it('summarizes the tariff while it is filled in, and sends the units of the server', async () => {
    api.on('POST /api/network/tariff/store', () => ({ status: 201, body: { data: { id: 9 } } }))
    await open('/tariffs/create')
    await shows('No speed limit.')
    await type('Name', 'Home 100')
    await type('Download (Mbit/s)', '100')
    await type('Upload (Mbit/s)', '2.048')
    await type('Price', '24,90')
    await shows('100 Mbit/s down, 2.048 Mbit/s up.')
    await shows('Price: €24.90.')
    await press('Create tariff')
    await shows('The list')
    expect(api.of('/api/network/tariff/store')[0]?.body).toMatchObject({
      name: 'Home 100',
      download_rate: 100_000,
      upload_rate: 2048,
      price: '24.90',
      currency: 'EUR',
      shared_with: 'all',
    })
  })

  it('sends only what changed, and compares the versions after a conflict', async () => {
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

  it('shows an error of the server at its field', async () => {
    api.on('PUT /api/network/tariff/5/update', () => ({
      status: 422,
      body: {
        error: {
          code: 'validation_failed',
          message: 'Check the fields.',
          request_id: 'r-1',
          fields: { download_rate: replied('tariff.burst_below_rate') },
        },
      },
    }))
    await open('/tariffs/update/5')
    await shows('South Client')
    await type('Download (Mbit/s)', '60')
    await press('Save')
    await until(() => input('Download (Mbit/s)').getAttribute('aria-invalid') === 'true', 'the error at the field')
  })

  it('is replaced by the summary where the tariff belongs to a company above', async () => {
    api.on('GET /api/network/tariff/5/show', () => ({ data: { ...tariff, inherited: true, company_name: null } }))
    await open('/tariffs/update/5')
    await shows('50 Mbit/s down, 10 Mbit/s up.')
    expect(document.querySelector('form')).toBeNull()
  })
})

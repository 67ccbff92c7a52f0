import type { NasDevice } from '@trunkline/contract/resources/nas'
import type { ExtraAttribute, RadiusAttribute } from '@trunkline/contract/resources/radius-attribute'
import type { Tariff } from '@trunkline/contract/resources/tariff'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buttons, fill, press, shows, text, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import NasForm from '../nas/NasForm.tsx'
import TariffForm from '../tariffs/TariffForm.tsx'
import { replied } from '../../testing/messages.ts'

const attribute = (name: string, more: Partial<RadiusAttribute> = {}): RadiusAttribute => ({
  name,
  vendor: null,
  path: '11',
  type: 'string',
  length: null,
  overhead: 2,
  values: [],
  has_tag: false,
  is_secret: false,
  ...more,
})
const dictionary = [
  attribute('Filter-Id'),
  attribute('Framed-MTU', { path: '12', type: 'integer' }),
  attribute('Tunnel-Type', { path: '64', type: 'integer', has_tag: true, values: [{ name: 'L2TP', number: 3 }] }),
  attribute('Mikrotik-Rate-Limit', { vendor: 'Mikrotik', path: '8', overhead: 8 }),
  attribute('Mikrotik-Group', { vendor: 'Mikrotik', path: '3', overhead: 8 }),
]
const line = (name: string, value: string, more: Partial<ExtraAttribute> = {}): ExtraAttribute => ({
  attribute: name,
  op: ':=',
  value,
  vendor: null,
  ...more,
})
const tariff: Tariff = {
  id: 5,
  name: 'Home 50',
  company_id: 40,
  company_name: 'North Reseller',
  inherited: false,
  shared_with: 'all',
  price: '24.90',
  currency: 'EUR',
  download_rate: null,
  upload_rate: null,
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
  services_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  description: null,
  idle_timeout: null,
  interim_seconds: 300,
  address_list: null,
  offers: [],
  cisco_policy_in: null,
  cisco_policy_out: null,
  extra_attributes: [line('Filter-Id', 'gold'), line('Framed-MTU', '1492', { vendor: 'cisco' })],
  version: 3,
}
const device: NasDevice = {
  id: 7,
  name: 'Leeds core',
  company_id: 40,
  company_name: 'North Reseller',
  inherited: false,
  address: '192.0.2.7',
  vendor: 'mikrotik',
  purposes: ['pppoe'],
  region: '',
  is_active: true,
  authenticator: 'unknown',
  can_require_authenticator: false,
  ipoe_identifier: 'auto',
  has_ipoe_password: false,
  last_auth_at: null,
  last_acct_at: null,
  live_sessions: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  hardware_id: null,
  hardware_name: null,
  coa_port: 3799,
  require_message_authenticator: false,
  input_is_download: false,
  pools: [],
  extra_attributes: [line('Filter-Id', 'nas')],
  version: 2,
}
const options = {
  priorities: [{ id: 8, name: '8' }],
  currencies: [{ id: 'EUR', name: 'EUR - Euro' }],
  quota_periods: [],
  quota_actions: [],
  offers: [],
  default_currency: 'EUR',
}

const { api, visit } = screenTests(['panel', 'tariffs', 'nas', 'companies', 'extra-attributes'])
const lookup = (path: string) => {
  const query = new URL(path, 'http://x').searchParams
  const names = query.get('names')?.split(',')
  const search = query.get('search')?.toLowerCase() ?? ''
  return dictionary.filter(({ name }) =>
    names ? names.includes(name.toLowerCase()) : name.toLowerCase().includes(search),
  )
}

beforeEach(() => {
  api.on('GET /api/network/tariff/options', () => ({ data: options }))
  api.on('GET /api/network/tariff/5/show', () => ({ data: tariff }))
  api.on('GET /api/network/nas/7/show', () => ({ data: device }))
  api.on('GET /api/network/nas/vendors/list', () => ({ data: [] }))
  api.on('GET /api/network/nas/regions/list', () => ({ data: [] }))
  api.on('GET /api/network/radius/attributes', ({ path }) => ({ data: lookup(path), loaded: true }))
})

const screens = {
  '/tariffs/update/$id': TariffForm,
  '/nas/update/$id': NasForm,
  '/tariffs/list': () => <p>The list</p>,
  '/nas/list': () => <p>The list</p>,
}
const open = (address: string) => visit(screens, address)

/** The input of a line, counted from one, by its label. */
const inLine = (number: number, label: string): HTMLInputElement => {
  const item = document.querySelector(`li[aria-label="Line ${number}"]`)
  const found = [...(item?.querySelectorAll('label') ?? [])].find((one) => one.textContent?.replace(' *', '') === label)
  return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement
}
const preview = () => document.querySelector('section[aria-label="Sent as"]')?.textContent ?? ''

describe('extra attributes', () => {
  it('of a tariff are shown as they are sent, with their size and vendor', async () => {
    await open('/tariffs/update/5')
    await until(() => preview().includes('Filter-Id = gold'), 'the preview')
    await until(() => preview().includes('6 octets'), 'the size')
    expect(preview()).toContain('Framed-MTU = 1492')
    expect(preview()).toContain('Only to Cisco')
    expect(preview()).toContain('12 of 2,000 octets')
    expect(text()).toContain('They take effect at the next login')
    expect(inLine(2, 'NAS vendor').value).toBe('Cisco')
  })

  it('are added, filled in and sent with the version', async () => {
    api.on('PUT /api/network/tariff/5/update', () => ({ data: tariff }))
    await open('/tariffs/update/5')
    await until(() => inLine(2, 'Value'), 'the lines')
    await press('Add attribute')
    await until(() => inLine(3, 'Attribute') && document.activeElement === inLine(3, 'Attribute'), 'the focus')
    await fill(inLine(3, 'Attribute'), 'tunnel-type:1')
    await fill(inLine(3, 'Value'), ' L2TP ')
    await until(() => preview().includes('Tunnel-Type:1 = L2TP'), 'the third line of the preview')
    await press('Save')
    await shows('The list')
    expect(api.of('/api/network/tariff/5/update')[0]?.body).toEqual({
      extra_attributes: [
        line('Filter-Id', 'gold'),
        line('Framed-MTU', '1492', { vendor: 'cisco' }),
        line('tunnel-type:1', ' L2TP '),
      ],
      version: 3,
    })
  })

  it('are removed line by line; the focus moves to the button that adds one', async () => {
    api.on('PUT /api/network/tariff/5/update', () => ({ data: tariff }))
    await open('/tariffs/update/5')
    await until(() => inLine(2, 'Value'), 'the lines')
    await press('Remove line 1')
    expect(inLine(1, 'Attribute').value).toBe('Framed-MTU')
    expect(document.activeElement).toBe(buttons('Add attribute')[0])
    await press('Remove line 1')
    await shows('No extra attributes.')
    await press('Save')
    await shows('The list')
    expect(api.of('/api/network/tariff/5/update')[0]?.body).toEqual({ extra_attributes: [], version: 3 })
  })

  it('show errors while they are typed', async () => {
    await open('/tariffs/update/5')
    await until(() => inLine(2, 'Value'), 'the lines')
    await fill(inLine(2, 'Value'), 'big')
    await until(() => preview().includes('Enter a whole number from 0 to 4294967295.'), 'the range')
    await fill(inLine(2, 'Attribute'), 'Mikrotik-Rate-Limit')
    await until(() => preview().includes('Set by the panel. Change it in the tariff.'), 'the reason')
    await fill(inLine(2, 'Attribute'), 'Mikrotik-Group')
    await until(() => preview().includes('Only the provider can set it in a tariff.'), 'whose it is')
    await fill(inLine(2, 'Attribute'), 'Nonsense')
    await until(() => preview().includes('This attribute is not in the dictionary.'), 'that there is none')
  })

  it('show errors of the server and of the contract at their line', async () => {
    api.on('PUT /api/network/tariff/5/update', () => ({
      status: 422,
      body: {
        error: {
          code: 'validation_failed',
          message: 'Check the fields.',
          request_id: 'r-1',
          fields: { 'extra_attributes.1.value': replied('attribute.number', { min: '0', max: '4294967295' }) },
        },
      },
    }))
    await open('/tariffs/update/5')
    await until(() => inLine(2, 'Value'), 'the lines')
    await fill(inLine(2, 'Value'), '5000000000')
    await press('Save')
    await until(() => inLine(2, 'Value').getAttribute('aria-invalid') === 'true', 'the error at the line')
    await shows('Line 2: Value: Enter a whole number from 0 to 4294967295.')
    await press('Add attribute')
    await until(() => inLine(3, 'Value'), 'a third line')
    await press('Save')
    await until(() => inLine(3, 'Attribute').getAttribute('aria-invalid') === 'true', 'what is missing')
    expect(api.of('/api/network/tariff/5/update')).toHaveLength(1)
  })

  it('are suggested while a name is typed; those that the panel sets show the reason', async () => {
    await open('/tariffs/update/5')
    await until(() => inLine(1, 'Attribute'), 'the lines')
    await act(async () => inLine(1, 'Attribute').focus())
    await act(async () => inLine(1, 'Attribute').click())
    await fill(inLine(1, 'Attribute'), 'mikro')
    await shows('Mikrotik · Text, at most 247 octets')
    const blocked = [...document.querySelectorAll('[role="option"]')].find((one) =>
      one.textContent?.includes('Mikrotik-Rate-Limit'),
    )
    expect(blocked?.textContent).toContain('Set by the panel. Change it in the tariff.')
    expect(blocked?.hasAttribute('data-combobox-disabled')).toBe(true)
  })

  it('cannot be previewed without a dictionary', async () => {
    api.on('GET /api/network/radius/attributes', () => ({ data: [], loaded: false }))
    await open('/tariffs/update/5')
    await shows('No dictionary is loaded yet.')
    expect(preview()).toBe('')
  })

  it('of a NAS have no vendor, and are sent without one', async () => {
    api.on('PUT /api/network/nas/7/update', () => ({ data: device }))
    await open('/nas/update/7')
    await until(() => preview().includes('Filter-Id = nas'), 'the preview')
    expect(inLine(1, 'NAS vendor')).toBeNull()
    await fill(inLine(1, 'Value'), 'tower')
    await press('Save')
    await shows('The list')
    expect(api.of('/api/network/nas/7/update')[0]?.body).toEqual({
      extra_attributes: [{ attribute: 'Filter-Id', op: ':=', value: 'tower' }],
      version: 2,
    })
  })
})

describe('policies of Cisco', () => {
  it('are validated and sent by name', async () => {
    api.on('PUT /api/network/tariff/5/update', () => ({ data: tariff }))
    await open('/tariffs/update/5')
    await until(() => inLine(2, 'Value'), 'the lines')
    await type('Input policy', 'with space')
    await press('Save')
    await shows('1 to 80 letters, digits, dots, hyphens and underscores.')
    await type('Input policy', 'UP-10M')
    await press('Save')
    await shows('The list')
    expect(api.of('/api/network/tariff/5/update')[0]?.body).toEqual({ cisco_policy_in: 'UP-10M', version: 3 })
  })
})

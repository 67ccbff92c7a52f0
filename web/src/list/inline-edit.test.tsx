import type { TariffRow } from '@trunkline/contract/resources/tariff'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resetOwnChanges } from '../api/own-changes.ts'
import TariffList from '../screens/tariffs/TariffList.tsx'
import { reply } from '../testing/api-server.ts'
import { replied } from '../testing/messages.ts'
import { fill, press, shows, text, until } from '../testing/page.ts'
import { screenTests } from '../testing/screen.tsx'

const fixture = screenTests(['panel', 'list', 'tariffs', 'companies', 'ui'], { notices: true })
const { api } = fixture
const sample: Omit<TariffRow, 'name'> = {
  id: 5,
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
}
const call = 'PUT /api/network/tariff/5/update'
let tariff: { name: string; version: number }
let finish: () => void

beforeEach(() => {
  tariff = { name: 'Home 50', version: 3 }
  const row = () => ({ ...sample, ...tariff })
  api.on('GET /api/network/tariff/index', () => ({
    data: [row()],
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 1 } },
  }))
  api.on('GET /api/network/tariff/5/show', () => ({ data: row() }))
  api.on(call, async (received) => {
    await new Promise<void>((resolve) => (finish = resolve))
    Object.assign(tariff, received.body, { version: 4 })
    return { data: row() }
  })
})
afterEach(() => resetOwnChanges())

const open = async () => {
  await fixture.visit({ '/tariffs/list': TariffList, '/tariffs/update/$id': () => 'form' }, '/tariffs/list')
  await shows('Home 50')
}
const editor = () => document.querySelector<HTMLInputElement>('input[aria-label="Name, Home 50"]')
const edit = async () => {
  await press('Edit Name of Home 50')
  await until(() => editor()?.getAttribute('aria-busy') === 'false', 'the editor')
  return editor() as HTMLInputElement
}
const key = (target: Element, name: string) =>
  act(
    async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })),
  )

describe('a name in a list', () => {
  it('is shown while it is saved, with the version that was read', async () => {
    await open()
    const input = await edit()
    await fill(input, 'Home 60')
    await key(input, 'Enter')
    await until(() => api.of('/api/network/tariff/5/update').length === 1, 'the call')
    expect(api.of('/api/network/tariff/5/update')[0]?.body).toEqual({ name: 'Home 60', version: 3 })
    await shows('Home 60')
    expect(editor()).toBeNull()
    finish()
    await until(() => api.of('/api/network/tariff/index').length > 1, 'the new rows')
    expect(text()).toContain('Home 60')
  })

  it('is put back, with a notice, where another user has changed the record', async () => {
    api.on(call, () => {
      tariff = { name: 'Renamed by Kim', version: 9 }
      return reply(409, 'stale_version')
    })
    await open()
    const input = await edit()
    await fill(input, 'Home 60')
    await key(input, 'Enter')
    await shows('was not changed:')
    await shows('Renamed by Kim')
    expect(document.querySelector('table')?.textContent).not.toContain('Home 60')
  })

  it('is not sent when it is empty, unchanged or cancelled', async () => {
    await open()
    const input = await edit()
    await fill(input, '  ')
    await key(input, 'Enter')
    await until(() => editor()?.getAttribute('aria-invalid') === 'true', 'the error of the form')
    await key(input, 'Escape')
    await until(() => editor() === null, 'the cell')
    const again = await edit()
    await key(again, 'Enter')
    await until(() => editor() === null, 'the cell')
    expect(api.of('/api/network/tariff/5/update')).toEqual([])
  })

  it('is edited again, with the error, where the server rejects it', async () => {
    api.on(call, () => ({
      status: 409,
      body: {
        error: {
          code: 'conflict',
          message: '',
          request_id: 'r',
          fields: { name: replied('field.taken') },
        },
      },
    }))
    await open()
    const input = await edit()
    await fill(input, 'Home 60')
    await key(input, 'Enter')
    await until(() => editor()?.value === 'Home 60' && editor()?.getAttribute('aria-invalid') === 'true', 'the editor')
  })

  it('opens with F2 in its row, and by no key elsewhere', async () => {
    await open()
    await key(document.querySelector('tbody a') as Element, 'F2')
    await until(() => editor() !== null, 'the editor')
  })
})

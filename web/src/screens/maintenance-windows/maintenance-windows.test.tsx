import type { MaintenanceWindow } from '@trunkline/contract/resources/maintenance-window'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { press, shows, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { MaintenanceNow, MaintenanceReason } from './current-maintenance.tsx'
import MaintenanceWindowDetail from './MaintenanceWindowDetail.tsx'
import MaintenanceWindowForm from './MaintenanceWindowForm.tsx'
import MaintenanceWindowList from './MaintenanceWindowList.tsx'

const from = new Date(Date.now() - 600_000).toISOString()
const later = new Date(Date.now() + 3_600_000).toISOString()
const nightly: MaintenanceWindow = {
  id: 5,
  name: 'Tower firmware',
  company_id: 40,
  company_name: 'North Reseller',
  scope: 'site',
  site_id: 3,
  hardware_id: null,
  rollout_id: null,
  scope_name: 'Tower 1',
  repeats: 'weekly',
  state: 'running',
  next_from: from,
  next_until: later,
  time_zone: 'Europe/Berlin',
  starts_on: '2026-01-05',
  starts_at: '02:30',
  ends_on: null,
  ends_at: null,
  weekdays: [6, 7],
  minutes: 150,
  until: null,
  ended_at: null,
  notes: 'Call the site first',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  version: 2,
  occurrences: [{ from, until: later }],
}

const { api, visit } = screenTests(['panel', 'maintenance-windows'])

beforeEach(() => {
  api.on('GET /api/maintenance-window/index', () => ({
    data: [nightly],
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 1 } },
  }))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
  api.on('GET /api/maintenance-window/5/show', () => ({ data: nightly }))
})

const screens = {
  '/maintenance-windows/list': MaintenanceWindowList,
  '/maintenance-windows/create': MaintenanceWindowForm,
  '/maintenance-windows/update/$id': MaintenanceWindowForm,
  '/maintenance-windows/details/$id': MaintenanceWindowDetail,
  '/badge': () => <MaintenanceNow of={{ site_id: 3 }} />,
  '/reason': () => <MaintenanceReason of={{ hardware_id: 4 }} />,
}
const choose = (type: string, value: string) =>
  act(async () => document.querySelector<HTMLInputElement>(`input[type="${type}"][value="${value}"]`)?.click())
const open = (address: string) => visit(screens, address)

describe('the screens of maintenance windows', () => {
  it('list them with what they cover and whether they run', async () => {
    await open('/maintenance-windows/list')
    await shows('Tower firmware')
    await shows('Site: Tower 1')
    await shows('Running')
  })

  it('ask what a new one covers, and send only the fields of the choices', async () => {
    api.on('POST /api/maintenance-window/store', () => reply(201, { data: { id: 5 } }))
    await open('/maintenance-windows/create')
    await type('Name', 'Core router')
    await press('Create maintenance window')
    await shows('Required.')
    expect(api.of('/api/maintenance-window/store')).toHaveLength(0)
    await choose('radio', 'company')
    await choose('radio', 'weekly')
    await until(() => document.querySelector('input[type="checkbox"][value="6"]'), 'the weekdays')
    await choose('checkbox', '6')
    await press('Create maintenance window')
    await until(() => api.of('/api/maintenance-window/store').length === 1, 'the call')
    expect(api.of('/api/maintenance-window/store')[0]?.body).toEqual({
      name: 'Core router',
      scope: 'company',
      repeats: 'weekly',
      starts_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      starts_at: '02:00',
      weekdays: [6],
      minutes: 120,
      until: null,
      notes: null,
    })
  })

  it('send only what changed', async () => {
    api.on('PUT /api/maintenance-window/5/update', () => ({ data: { ...nightly, minutes: 60, version: 3 } }))
    await open('/maintenance-windows/update/5')
    await shows('Call the site first')
    await type('Length (minutes)', '60')
    await press('Save')
    await until(() => api.of('/api/maintenance-window/5/update').length === 1, 'the call')
    expect(api.of('/api/maintenance-window/5/update')[0]?.body).toEqual({ minutes: 60, version: 2 })
  })

  it('show the schedule in words, and end one that runs after a question', async () => {
    api.on('POST /api/maintenance-window/5/end', () => ({ data: { ...nightly, state: 'planned' } }))
    await open('/maintenance-windows/details/5')
    await shows('Sat, Sun, 02:30, 2 h 30 min')
    await press('More')
    await press('End now')
    await shows('End Tower firmware now?')
    await press('End now', -1)
    await until(() => api.of('/api/maintenance-window/5/end').length === 1, 'the call')
  })

  it('say on other pages that something is in maintenance, and why', async () => {
    const current = { kind: 'upstream', until: later, window_id: 5, window_name: 'Tower firmware' }
    api.on('GET /api/maintenance-window/current', () => ({ data: current }))
    await open('/badge')
    await shows('In maintenance')
    await open('/reason')
    await shows('It is reached only through devices in maintenance')
    await shows('Tower firmware')
  })
})

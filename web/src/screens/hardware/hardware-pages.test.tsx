import { replied } from '../../testing/messages.ts'
import type { BackupRow } from '@trunkline/contract/resources/device-backup'
import type { LiveState } from '@trunkline/contract/resources/hardware-live'
import type { HardwareModel } from '@trunkline/contract/resources/hardware-model'
import type { ReadingSeries } from '@trunkline/contract/resources/telemetry'
import { metrics, type Metric } from '@trunkline/contract/telemetry'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { invalidateSubject } from '../../api/query.ts'
import { reply } from '../../testing/api-server.ts'
import { button, field, press, shows, text, type, until } from '../../testing/page.ts'
import { quayRouter, readAt } from '../../testing/quay-router.ts'
import { screenTests } from '../../testing/screen.tsx'
import DeviceActivity from './DeviceActivity.tsx'
import DeviceBackups from './DeviceBackups.tsx'
import HardwareDetail from './HardwareDetail.tsx'
import HardwareForm from './HardwareForm.tsx'
import HardwareList from './HardwareList.tsx'
import ModelForm from './ModelForm.tsx'
import ModelList from './ModelList.tsx'

const model: HardwareModel = {
  id: 1,
  name: 'hAP ax³',
  code: null,
  type: 1,
  type_name: 'Router',
  kind: 'router',
  manufacturer: 1,
  manufacturer_name: 'MikroTik',
  warranty_months: 24,
  ethernet_ports: 5,
  sfp_ports: 0,
  poe_out_ports: 0,
  radios: ['2.4', '5'],
  has_lte: false,
  notes: null,
  hardware_count: 3,
  created_at: readAt,
  updated_at: readAt,
  deleted_at: null,
  version: 4,
}
const live: LiveState = {
  hardware_id: 9,
  is_online: true,
  polled_at: readAt,
  read_at: readAt,
  is_managed: true,
  error: null,
  last_error: null,
  last_error_at: null,
  identity: 'quay',
  board: 'hAP ax³',
  architecture: 'arm64',
  serial_number: 'HF1',
  routeros_version: '7.18.2',
  firmware: '7.18.1',
  upgrade_firmware: '7.18.2',
  uptime_seconds: 1000,
  cpu_load: 12,
  cpu_count: 4,
  memory_total: 1000,
  memory_free: 250,
  disk_total: null,
  disk_free: null,
  temperature: 41.5,
  voltage: null,
  sensors: [
    { name: 'sfp-temperature', value: 41.5, unit: 'C' },
    { name: 'switch-temperature', value: 38, unit: 'C' },
    { name: 'fan1-speed', value: 4200, unit: 'RPM' },
  ],
  wan_address: null,
  rx_bps: null,
  tx_bps: null,
  seen_certificate: null,
  trusted_certificate: null,
  trusted_ssh_key: null,
  wifi_stacks: [],
  packages: [],
  has_lte: false,
  open_commands: 0,
  last_command_at: null,
}
const management = {
  address: '198.51.100.7',
  protocol: 'api-ssl' as const,
  port: null,
  user: 'panel',
  has_password: true,
  pinned_certificate: null,
  vpn_dialup_id: null,
  vpn_dialup_name: null,
}
const page = <R,>(data: R[]) => ({
  data,
  meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: data.length } },
})

const { api, visit } = screenTests(['panel', 'hardware', 'devices', 'companies', 'lan', 'list', 'form', 'detail'], {
  notices: true,
})
const screens = {
  '/hardware/list': HardwareList,
  '/hardware/create': HardwareForm,
  '/hardware/update/$id': HardwareForm,
  '/hardware/models/list': ModelList,
  '/hardware/models/update/$id': ModelForm,
  '/hardware/$id': HardwareDetail,
  '/hardware/$id/backups': DeviceBackups,
  '/hardware/$id/activity': DeviceActivity,
}

beforeEach(() => {
  api.on('GET /api/hardware/index', () => page([quayRouter]))
  api.on('GET /api/hardware/9/show', () => ({ data: { ...quayRouter, management } }))
  api.on('GET /api/hardware/control/9/live/show', () => ({ data: live }))
  api.on('GET /api/hardware/control/9/readings/show', () => ({
    data: { seconds: 300, times: [], series: [], omitted: 0 },
  }))
  api.on('GET /api/hardware/command/index', () => page([]))
  api.on('GET /api/hardware/model/index', () => page([model]))
  api.on('GET /api/hardware/model/1/show', () => ({ data: model }))
  api.on('GET /api/hardware/model/options', () => ({
    data: { types: [{ id: 1, name: 'Router', kind: 'router' }], manufacturers: [], kinds: [], radios: [] },
  }))
  api.on('GET /api/network/nas/index', () => page([{ id: 2, name: 'Quay NAS' }]))
  api.on('GET /api/network/service/index', () => page([]))
  api.on('GET /api/network/vpn-dialup/index', () => page([]))
})

describe('the hardware screens', () => {
  it('list devices with model, status and the buttons of the page', async () => {
    await visit(screens, '/hardware/list')
    await shows('Quay router')
    expect(text()).toContain('hAP ax³ MikroTik')
    expect(text()).toContain('Harbour office')
    expect(button('Add device')?.getAttribute('href')).toBe('/hardware/create')
  })

  it('show the live status, the uses and the management connection of a device', async () => {
    await visit(screens, '/hardware/9')
    await shows('12% of 4 cores')
    await shows('7.18.2 available')
    expect(text()).toContain('750 B of 1 kB')
    expect(text()).toContain('7.18.2 available')
    await shows('NAS Quay NAS')
    expect(text()).toContain('Stored encrypted; can’t be shown')
    await press('More')
    await shows('Reboot device')
    for (const action of ['Back up configuration', 'Add to site', 'Remove from site', 'Move to trash'])
      expect(button(action), action).toBeDefined()
  })

  it('name the site and the customer of a device in its header, unless it is the own company', async () => {
    const linked = () =>
      [...document.querySelectorAll('header a')].map((link) => [link.textContent, link.getAttribute('href')])
    await visit(screens, '/hardware/9')
    await shows('MikroTik hAP ax³ · Harbour office')
    expect(linked()).not.toContainEqual(['North Reseller', '/company-management/summary/40'])
    api.on('GET /api/hardware/9/show', () => ({
      data: { ...quayRouter, management, company_id: 41, company_name: 'Harbour Hotel' },
    }))
    queryClient.clear()
    await visit(screens, '/hardware/9')
    await shows('MikroTik hAP ax³ · Harbour office · Harbour Hotel')
    expect(linked()).toContainEqual(['Harbour Hotel', '/company-management/summary/41'])
  })

  it('change a device by its changed fields, without the stored password', async () => {
    api.on('PUT /api/hardware/9/update', () => ({ data: { id: 9, version: 2 } }))
    await visit(screens, '/hardware/update/9')
    await until(() => field('Serial number')?.value === 'HF1', 'the form')
    expect(field('New password').value).toBe('')
    await type('Serial number', 'HF2')
    await press('Save')
    await until(() => api.of('/api/hardware/9/update').length > 0, 'the update')
    expect(api.of('/api/hardware/9/update')[0]?.body).toEqual({ serial_number: 'HF2', version: 1 })
  })

  it('report at its field what a connection test needs', async () => {
    await visit(screens, '/hardware/create')
    await press('Test connection')
    await until(() => document.querySelector('[id$="-management_address-error"]')?.textContent === 'Required.')
    expect(text()).toContain('Nothing is saved.')
  })

  it('deny the form of a device to those who may only view it', async () => {
    await visit(screens, '/hardware/update/9', { role: 'read-only' })
    await shows('You can view this device, but you can’t change it')
    expect(button('Open device')?.getAttribute('href')).toBe('/hardware/9')
  })
})

describe('the pages of a device', () => {
  const backup = (id: number, day: number): BackupRow => ({
    id,
    read_at: `2026-02-0${day}T10:00:00.000Z`,
    seen_at: `2026-02-0${day}T12:00:00.000Z`,
    routeros_version: '7.18.2',
    lines: 120,
    lines_added: 2,
    lines_removed: 1,
    reason: 'schedule',
    requested_by: null,
    board: 'hAP ax^2',
    serial_number: 'HF1',
    binary_state: 'stored',
    outside: null,
    has_secrets: true,
  })

  it('show what a restore changes, and start it with the configuration that was compared', async () => {
    api.on('GET /api/hardware/control/9/backup/index', () => page([backup(7, 3), backup(4, 1)]))
    api.on('GET /api/hardware/control/9/backup/4/restore/preview', () => ({
      data: {
        backup_id: 4,
        current_id: 7,
        current_seen_at: '2026-02-03T12:00:00.000Z',
        changes: [{ menu: 'ip/dns', verb: 'set', text: '/ip dns set servers="9.9.9.9"' }],
        skipped: [{ menu: 'user', text: '/user add name=x', reason: 'menu' }],
        rollback: 'script',
        other_serial: { backup: 'HF1', device: 'HF2' },
      },
    }))
    api.on('PUT /api/hardware/control/9/backup/4/restore', () => ({ data: { id: 70, job: 70, state: 'queued' } }))
    await visit(screens, '/hardware/9?tab=backups')
    await until(() => document.querySelectorAll('[aria-label^="Actions for the configuration"]').length === 2)
    const menus = document.querySelectorAll<HTMLElement>('[aria-label^="Actions for the configuration"]')
    await act(async () => menus[1]?.click())
    await until(() => document.querySelector('[role="menuitem"]') !== null, 'the menu')
    const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((one) =>
      one.textContent?.startsWith('Restore configuration'),
    )
    await act(async () => entry?.click())
    await shows('/ip dns set servers="9.9.9.9"')
    expect(text()).toContain('certificates, users and keys are not part of an export')
    expect(text()).toContain('serial number HF1')
    const start = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(
      (one) => one.textContent === 'Restore configuration',
    )
    await act(async () => start?.click())
    await until(() => api.of('/api/hardware/control/9/backup/4/restore').length > 0, 'the restore')
    expect(api.of('/api/hardware/control/9/backup/4/restore')[0]?.body).toEqual({ current_id: 7 })
  })

  it('show why a backup cannot be restored, and do not offer to start', async () => {
    api.on('GET /api/hardware/control/9/backup/index', () => page([backup(7, 3), backup(4, 1)]))
    api.on('GET /api/hardware/control/9/backup/4/restore/preview', () => ({
      status: 422,
      body: {
        error: {
          code: 'validation_failed',
          message: 'Check the fields.',
          request_id: 'r-1',
          fields: { backupId: replied('backup.other_board', { board: 'CCR2004', expected: 'hAP' }) },
        },
      },
    }))
    await visit(screens, '/hardware/9?tab=backups')
    await until(() => document.querySelectorAll('[aria-label^="Actions for the configuration"]').length === 2)
    const menus = document.querySelectorAll<HTMLElement>('[aria-label^="Actions for the configuration"]')
    await act(async () => menus[1]?.click())
    await until(() => document.querySelector('[role="menuitem"]') !== null, 'the menu')
    await act(async () => document.querySelector<HTMLElement>('[role="menuitem"]')?.click())
    await shows('This backup is from a CCR2004, the device is a hAP.')
    const start = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(
      (one) => one.textContent === 'Restore configuration',
    )
    expect(start?.disabled).toBe(true)
  })

  it('show what loading a binary backup means, and start it when the serial number is repeated', async () => {
    api.on('GET /api/hardware/control/9/backup/index', () => page([backup(7, 3), backup(4, 1)]))
    api.on('GET /api/hardware/control/9/backup/4/load/preview', () => ({
      data: {
        backup_id: 4,
        current_id: 7,
        current_seen_at: '2026-02-03T12:00:00.000Z',
        serial_number: 'HF1',
        versions: { backup: '7.18.2', device: '7.20' },
        recovers_access: false,
        difference: {
          added: 1,
          removed: 0,
          places: [{ before: 1, after: 1, lines: [{ kind: 'added', text: 'set servers=9.9.9.9' }] }],
        },
      },
    }))
    let isRejected = true
    api.on('PUT /api/hardware/control/9/backup/4/load', () =>
      isRejected
        ? {
            status: 422,
            body: {
              error: {
                code: 'validation_failed',
                message: 'Check the fields.',
                request_id: 'r-1',
                fields: { serial_number: replied('backup.serial_not_repeated') },
              },
            },
          }
        : { data: { id: 70, job: 70, state: 'queued' } },
    )
    await visit(screens, '/hardware/9?tab=backups')
    await until(() => document.querySelectorAll('[aria-label^="Actions for the configuration"]').length === 2)
    const menus = document.querySelectorAll<HTMLElement>('[aria-label^="Actions for the configuration"]')
    await act(async () => menus[1]?.click())
    await until(() => document.querySelector('[role="menuitem"]') !== null, 'the menu')
    const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((one) =>
      one.textContent?.startsWith('Load binary backup'),
    )
    await act(async () => entry?.click())
    await shows('The last resort')
    expect(text()).toContain('There is no rollback')
    expect(text()).toContain('Saved with RouterOS 7.18.2; the device has 7.20')
    expect(text()).toContain('This backup creates no other one')
    expect(text()).toContain('set servers=9.9.9.9')
    const start = () =>
      [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(
        (one) => one.textContent === 'Load backup and restart',
      )
    expect(start()?.disabled).toBe(true)
    await type('Serial number of the device', 'HF2')
    await act(async () => start()?.click())
    await shows('This is not the serial number of the device.')
    isRejected = false
    await type('Serial number of the device', 'HF1')
    await act(async () => start()?.click())
    await until(() => api.of('/api/hardware/control/9/backup/4/load').length > 1, 'the load')
    expect(api.of('/api/hardware/control/9/backup/4/load').at(-1)?.body).toEqual({
      current_id: 7,
      serial_number: 'HF1',
    })
  })

  it('list backups, compare the latest two and show one as text', async () => {
    api.on('GET /api/hardware/control/9/backup/index', () => page([backup(7, 3), backup(4, 1)]))
    api.on('GET /api/hardware/control/9/backup/4/compare/7', () => ({
      data: {
        added: 1,
        removed: 0,
        places: [{ before: 10, after: 10, lines: [{ kind: 'added', text: '/ip dns set servers=9.9.9.9' }] }],
      },
    }))
    api.on('GET /api/hardware/control/9/backup/7/show', () => ({ data: { ...backup(7, 3), text: '# RouterOS' } }))
    await visit(screens, '/hardware/9?tab=backups')
    await press('Compare backups')
    await shows('Added lines: 1. Removed lines: 0.')
    expect(text()).toContain('/ip dns set servers=9.9.9.9')
    const [first] = document.querySelectorAll<HTMLElement>('[aria-haspopup="dialog"][aria-label^="View configuration"]')
    await act(async () => first?.click())
    await shows('# RouterOS')
  })

  it('show availability with its outages', async () => {
    const times = [0, 5, 10, 15, 20].map((minute) => new Date(Date.UTC(2026, 1, 1, 10, minute)).toISOString())
    const one = (metric: Metric, mean: (number | null)[]): ReadingSeries => {
      const { unit } = metrics[metric]
      return { metric, part: '', unit, mean, max: mean, percentile_95: null }
    }
    const series: Partial<Record<string, ReadingSeries[]>> = {
      online: [one('online', [1, 0, 1, 1, null])],
      traffic: [one('rx', [1000, null, 3000, 2000, null]), one('tx', [1, null, 1, 1, null])],
      load: [one('cpu_load', [5, null, 5, 5, null])],
      'lte-signal': [one('lte_rsrp', [-97, null, -99, -98, null])],
    }
    api.on('GET /api/hardware/control/9/readings/show', ({ path }) => ({
      data: { seconds: 300, times, series: series[/plot=([\w-]+)/.exec(path)?.[1] ?? ''] ?? [], omitted: 0 },
    }))
    await visit(screens, '/hardware/9')
    await shows('75% of readings succeeded')
    await shows('sfp-temperature 41.5 °C · switch-temperature 38 °C · fan1-speed 4,200 RPM')
    expect(text()).toContain('1 outage')
    // What the device has no reading of is left out.
    for (const plot of ['Traffic', 'Load', 'LTE signal'])
      expect(document.querySelector(`figure[aria-label*="${plot}"]`), plot).not.toBeNull()
    expect(text()).not.toContain('Wi-Fi signal')
    expect(text()).toContain('Received last 2 kbit/s · mean 2 kbit/s · highest 3 kbit/s')
    expect(text()).toContain('lowest -99 dBm')
  })

  const tabs = () => [...document.querySelectorAll('nav[aria-label="Pages of this device"] a')]
  const frame = () => ({
    crumbs: document.querySelector('nav[aria-label="Breadcrumb"]')?.textContent,
    title: document.querySelector('h1')?.textContent,
    tabs: tabs().map((one) => `${one.textContent} ${one.getAttribute('href')}`),
  })

  it('have the same breadcrumb, title and tabs, and mark the open one', async () => {
    api.on('GET /api/hardware/control/9/backup/index', () => page([]))
    api.on('GET /api/audit/index', () => page([]))
    await visit(screens, '/hardware/9')
    await shows('12% of 4 cores')
    const first = frame()
    expect(first).toMatchObject({ title: 'Quay router' })
    for (const [path, label] of [
      ['backups', 'Configurations'],
      ['activity', 'Activity'],
    ]) {
      await visit(screens, `/hardware/9?tab=${path}`)
      await until(() => tabs().length > 0, 'the tabs')
      expect(frame(), path).toEqual(first)
      expect(document.querySelector('a[aria-current=page][href*="/hardware/9"]')?.textContent).toBe(label)
    }
  })

  it('offer the modem of a device that has one, whatever its model', async () => {
    let state = live
    api.on('GET /api/hardware/9/show', () => ({ data: { ...quayRouter, has_lte: true, kind: 'lte-router' } }))
    api.on('GET /api/hardware/control/9/live/show', () => ({ data: state }))
    await visit(screens, '/hardware/9')
    await shows('12% of 4 cores')
    expect(frame().tabs).not.toContain('Cellular /hardware/9/lte')
    state = { ...live, has_lte: true }
    await visit(screens, '/hardware/9')
    await until(() => frame().tabs.includes('Cellular /hardware/9/lte'), 'the tab')
  })

  it('say that values are from before a command until the device is read again', async () => {
    let state: LiveState = { ...live, open_commands: 1 }
    api.on('GET /api/hardware/control/9/live/show', () => ({ data: state }))
    await visit(screens, '/hardware/9')
    await shows('These values were read before it.')
    state = { ...live, last_command_at: '2026-03-01T12:00:01.000Z' }
    await act(async () => invalidateSubject('hardware', [9]))
    await shows('Waiting for a new one')
    state = { ...state, read_at: '2026-03-01T12:00:02.000Z', uptime_seconds: 7200 }
    await act(async () => invalidateSubject('hardware', [9]))
    await until(() => !text().includes('Waiting for a new one'), 'the new reading')
    expect(text()).toContain('Uptime2 h')
  })

  it('do not query a device in the trash, and offer to recover it', async () => {
    let deleted_at: string | null = readAt
    api.on('GET /api/hardware/9/show', () => ({ data: { ...quayRouter, deleted_at } }))
    api.on('PUT /api/hardware/9/recover', () => {
      deleted_at = null
      return { data: { id: 9, version: 2 } }
    })
    await visit(screens, '/hardware/9')
    await shows('In the trash since')
    expect(frame().tabs).toEqual([
      'Overview /hardware/9',
      'Notes and files /hardware/9/notes',
      'Activity /hardware/9/activity',
    ])
    await shows('No commands yet.')
    expect(api.of('/api/hardware/control/9')).toEqual([])
    await press('Recover')
    await until(() => !text().includes('In the trash since'), 'the recovery')
    await shows('12% of 4 cores')
  })
})

describe('the hardware catalogue', () => {
  it('is read-only for other companies than the provider', async () => {
    await visit(screens, '/hardware/models/list')
    await shows('5 Ethernet')
    expect(button('Add model')).toBeUndefined()
    expect(button('hAP ax³')).toBeUndefined()
    expect(document.querySelector('[aria-label="3 devices of model hAP ax³"]')?.getAttribute('href')).toContain(
      'search=model%3A1',
    )
  })

  it('is changed by the provider, by the fields that differ', async () => {
    api.on('PUT /api/hardware/model/1/update', () => reply(200, { data: { id: 1, version: 5 } }))
    await visit(screens, '/hardware/models/list', { type: 'simrush' })
    await shows('5 Ethernet')
    expect(button('Add model')?.getAttribute('href')).toBe('/hardware/models/create')
    expect(button('hAP ax³')?.getAttribute('href')).toBe('/hardware/models/update/1')
    await visit(screens, '/hardware/models/update/1', { type: 'simrush' })
    await until(() => field('Product code'), 'the form')
    await type('Product code', 'C53UiG')
    await press('Save')
    await until(() => api.of('/api/hardware/model/1/update').length > 0, 'the update')
    expect(api.of('/api/hardware/model/1/update')[0]?.body).toEqual({ code: 'C53UiG', version: 4 })
  })
})

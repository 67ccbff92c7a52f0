import type { UserRole } from '@trunkline/contract/abilities'
import type { HardwareRow } from '@trunkline/contract/resources/hardware'
import { describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { button, press, shows, text, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import type { SiteSummary } from './site-stats.tsx'
import { SiteHardware } from './site-hardware.tsx'
import { replied } from '../../testing/messages.ts'

const device = (id: number, name: string): HardwareRow =>
  ({
    id,
    name,
    serial_number: `S${id}`,
    model_name: 'hAP ax³',
    kind: 'router',
    company_id: 41,
    site_id: 7,
    is_online: null,
    online_status: 'unknown',
    polled_at: null,
    deleted_at: null,
  }) as HardwareRow
const summary = {
  site: { id: 7, name: 'Annexe', company_id: 41, company_name: 'Client', deleted_at: null },
  hardware: { total: 2, online: 0, offline: 0, unknown: 2, kinds: [], first: [device(5, 'r5'), device(6, 'r6')] },
  services: { total: 0, active: 0, online: 0 },
  warranties: 0,
} as unknown as SiteSummary

const { api, visit } = screenTests(['panel', 'sites', 'devices', 'hardware'], { notices: true })

const open = async (role: UserRole = 'admin') => {
  await visit({ '/': () => <SiteHardware summary={summary} /> }, '/', { role })
  await shows('r6')
}

describe('the devices of a site', () => {
  it('are checked, and each shows its result', async () => {
    api.on('PUT /api/site/7/hardware/status', () => ({
      data: [
        { id: 5, name: 'r5', is_online: true, error: null, message: null, polled_at: null, ms: 34 },
        {
          id: 6,
          name: 'r6',
          is_online: false,
          error: 'tunnel',
          message: replied('device.tunnel_down'),
          polled_at: null,
          ms: null,
        },
      ],
    }))
    await open()
    await press('Check status')
    await shows('1 of 2 devices responded.')
    expect(text()).toContain('responded in 34 ms')
    expect(text()).toContain('The VPN tunnel of the device is down.')
    expect(api.of('/api/site/7/hardware/status')[0]?.body).toEqual({ hardwareIds: [5, 6] })
  })

  it('are read together, with one notice about failures at the end', async () => {
    api.on('PUT /api/site/7/refresh-hardware', () =>
      reply(202, {
        data: [
          { id: 31, job: 31, state: 'queued', hardware_id: 5 },
          { id: 32, job: 32, state: 'queued', hardware_id: 6 },
        ],
      }),
    )
    const command = {
      hardware_name: 'r',
      kind: 'reload',
      target: '',
      verb: '',
      label: '',
      others: 0,
      notes: [],
      step: '',
      detail: null,
    }
    api.on('GET /api/hardware/command/31/show', () => ({ data: { ...command, id: 31, hardware_id: 5, state: 'done' } }))
    api.on('GET /api/hardware/command/32/show', () => ({
      data: { ...command, id: 32, hardware_id: 6, state: 'unreachable' },
    }))
    await open()
    await press('Read all')
    await shows('1 of 2 devices were read, 1 failed.')
    await shows('error! 1 of 2 commands applied')
    // Not one notice per device.
    expect(text().match(/(?:error|success)!/g)).toHaveLength(1)
  })

  it('can’t be checked by read-only users', async () => {
    await open('read-only')
    expect(button('Check status')).toBeUndefined()
    expect(button('Read all')).toBeUndefined()
  })

  it('show the error of a rejected check', async () => {
    api.on('PUT /api/site/7/hardware/status', () => reply(403, 'licence_missing'))
    await open()
    await press('Check status')
    await until(() => document.querySelector('[role="alert"]') !== null, 'the refusal')
    expect(text()).not.toContain('answered just now')
  })
})

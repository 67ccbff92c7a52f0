import type { RadiusServer } from '@trunkline/contract/resources/radius-server'
import { beforeEach, describe, expect, it } from 'vitest'
import { shows, text } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { RadiusNotice } from './radius-notice.tsx'

const running: RadiusServer = {
  host: 'radius1/1',
  name: 'radius1',
  state: 'running',
  reason: null,
  params: {},
  output: null,
  command: null,
  version: '3.2.1',
  auth_port: 1812,
  acct_port: 1813,
  since: '2026-01-01T00:00:00.000Z',
  checked_at: '2026-01-01T00:00:00.000Z',
  buffer_bytes: 0,
  buffer_since: null,
}
const missing: RadiusServer = {
  ...running,
  host: 'radius2/1',
  name: 'radius2',
  state: 'missing',
  reason: 'radius_server.not_installed',
  command: 'apt-get install freeradius freeradius-postgresql freeradius-utils',
}

const { api, visit } = screenTests(['panel', 'dashboard'])
let servers: RadiusServer[]
beforeEach(() => {
  api.on('GET /api/network/radius/status', () => ({ data: { servers, dead_letters: 0 } }))
})

const Page = () => (
  <>
    <RadiusNotice />
    <p>below</p>
  </>
)
const requested = () => api.of('/api/network/radius/status').length

describe('the notice of RADIUS servers', () => {
  it('reports that RADIUS is not running, with the reason and the command to copy', async () => {
    servers = [missing]
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await shows('RADIUS is not running')
    await shows('FreeRADIUS is not installed')
    expect(document.querySelector('code')?.textContent).toBe(missing.command)
    expect(document.querySelector('button[aria-label]')?.getAttribute('aria-label')).toContain('command')
  })

  it('counts servers that are down beside a running one, and names one that does not report', async () => {
    servers = [
      running,
      missing,
      { ...running, host: 'radius3/1', name: 'radius3', state: 'silent' },
      { ...running, host: 'radius4/1', name: 'radius4', state: 'stopped' },
    ]
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await shows('2 RADIUS servers are not running')
    expect(text()).toContain('Not reporting')
    expect(text()).not.toContain('radius4')
  })

  it('is hidden while all servers run', async () => {
    servers = [running]
    await visit({ '/': Page }, '/', { type: 'simrush', role: 'admin' })
    await shows('below')
    await expect.poll(requested).toBe(1)
    expect(document.querySelector('section')).toBeNull()
  })

  it('is neither shown to nor requested by other users', async () => {
    servers = [missing]
    for (const who of [
      { type: 'reseller', role: 'admin' },
      { type: 'simrush', role: 'read-only' },
    ] as const) {
      await visit({ '/': Page }, '/', who)
      await shows('below')
      expect(document.querySelector('section')).toBeNull()
    }
    expect(requested()).toBe(0)
  })
})

import type { NasDevice } from '@trunkline/contract/resources/nas'
import type { UserRole } from '@trunkline/contract/abilities'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { shows, text } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { troubleOf } from './health-part.tsx'
import NasDetail from './NasDetail.tsx'

const device: NasDevice = {
  id: 5,
  name: 'Leeds core',
  company_id: 40,
  company_name: 'North Reseller',
  from_above: false,
  address: '192.0.2.7',
  vendor: 'mikrotik',
  purposes: ['pppoe'],
  region: 'North',
  is_active: true,
  last_auth_at: '2026-01-02T00:00:00.000Z',
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
  extra_attributes: [],
  pools: [],
  version: 1,
}
const health = {
  auth_at: '2026-01-02T00:00:00.000Z',
  accept_at: '2026-01-02T00:00:00.000Z',
  acct_at: null,
  never_accounts: true,
  coa_setting: null,
  live_sessions: 3,
  accepts: 9,
  rejects: [{ reason: 'bad-credentials', count: 4, last_at: '2026-01-02T00:00:00.000Z' }],
}

const { api, visit } = screenTests(['panel', 'nas', 'sessions', 'companies'])

beforeEach(() => {
  api.on('GET /api/network/nas/5/show', () => ({ data: device }))
  api.on('GET /api/network/nas/5/health', () => ({ data: health }))
  api.on('GET /api/network/nas/5/commands', ({ path }) => {
    const asked = new URL(path, 'http://x').searchParams
    const with_secret = asked.get('with_secret') === 'true'
    const server = asked.get('server') ?? '198.51.100.1'
    return {
      data: {
        vendor: asked.get('vendor') ?? 'mikrotik',
        server,
        auth_port: 1812,
        acct_port: 1813,
        coa_port: 3799,
        with_secret,
        text: `${asked.get('vendor')} ${server} ${with_secret ? 'Told-Secret' : 'SECRET'}`,
      },
    }
  })
})
const commandsAsked = () => api.of('/api/network/nas/5/commands').map(({ path }) => new URL(path, 'http://x').search)

async function open(address: string, role: UserRole = 'admin', found: Partial<NasDevice> = {}) {
  api.on('GET /api/network/nas/5/show', () => ({ data: { ...device, ...found } }))
  await visit({ '/nas/details/$id': NasDetail }, address, { role })
}

describe('the page of a NAS', () => {
  it('warns of logins without accounting, and tells why others were refused', async () => {
    await open('/nas/details/5')
    await shows('It authenticates but never accounts')
    await shows('Wrong password')
    const links = [...document.querySelectorAll('a')].map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
    expect(links).toContain('/sessions/list?search=nas_id:5&searchFields=nas_id:=')
    expect(links).toContain('/sessions/logins?search=nas_id:5;reason:bad-credentials&searchFields=nas_id:=;reason:=')
  })

  it('gives the configuration without the secret, and with it only when that is switched on', async () => {
    await open('/nas/details/5?tab=setup')
    await shows('mikrotik 198.51.100.1 SECRET')
    expect(commandsAsked().some((asked) => asked.includes('with_secret'))).toBe(false)
    await act(async () => document.querySelector<HTMLInputElement>('input[role="switch"]')?.click())
    await shows('mikrotik 198.51.100.1 Told-Secret')
    expect(commandsAsked().filter((asked) => asked.includes('with_secret'))).toHaveLength(1)
    await act(async () => document.querySelector<HTMLInputElement>('input[role="switch"]')?.click())
    await shows('mikrotik 198.51.100.1 SECRET')
    expect(text()).not.toContain('Told-Secret')
  })

  it.each([
    ['an editor', 'editor', {}],
    ['somebody below its owner', 'admin', { from_above: true, company_name: null }],
  ] as const)('offers the secret to nobody who may not manage it: %s', async (_who, role, found) => {
    await open('/nas/details/5?tab=setup', role, found)
    await shows('mikrotik 198.51.100.1 SECRET')
    expect(document.querySelector('input[role="switch"]')).toBeNull()
  })
})

describe('what is wrong with a NAS', () => {
  const nothing = { ...health, auth_at: null, accept_at: null, never_accounts: false }
  it('is told apart', () => {
    expect(troubleOf(health, false)).toBe('off')
    expect(troubleOf(health, true)).toBe('unaccounted')
    expect(troubleOf(nothing, true)).toBe('never')
    expect(troubleOf({ ...nothing, auth_at: health.auth_at }, true)).toBe('refused')
    expect(troubleOf({ ...health, never_accounts: false, acct_at: health.auth_at }, true)).toBeUndefined()
  })
})

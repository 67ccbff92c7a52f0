import type { NasDevice } from '@trunkline/contract/resources/nas'
import type { UserRole } from '@trunkline/contract/abilities'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { button, press, shows, text, type, until } from '../../testing/page.ts'
import { reply } from '../../testing/api-server.ts'
import { replied } from '../../testing/messages.ts'
import { screenTests } from '../../testing/screen.tsx'
import { problemOf } from './health-cards.tsx'
import NasDetail from './NasDetail.tsx'

const device: NasDevice = {
  id: 5,
  name: 'Leeds core',
  company_id: 40,
  company_name: 'North Reseller',
  inherited: false,
  address: '192.0.2.7',
  vendor: 'mikrotik',
  purposes: ['pppoe'],
  region: 'North',
  is_active: true,
  last_auth_at: '2026-01-02T00:00:00.000Z',
  last_acct_at: null,
  live_sessions: 0,
  authenticator: 'unknown',
  can_require_authenticator: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  hardware_id: null,
  hardware_name: null,
  coa_port: 3799,
  require_message_authenticator: false,
  input_is_download: false,
  extra_attributes: [],
  ipoe_identifier: 'auto',
  has_ipoe_password: false,
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
  signed_at: null,
  unsigned_at: null,
  authenticator: 'unknown' as const,
  can_require_authenticator: false,
  unanswered: [] as { reason: 'bad-authenticator'; packet: 'auth'; count: number; first_at: string; last_at: string }[],
  rejects: [{ reason: 'login.bad_credentials' as const, params: {}, count: 4, last_at: '2026-01-02T00:00:00.000Z' }],
}

const { api, visit } = screenTests(['panel', 'nas', 'sessions', 'companies'])

beforeEach(() => {
  api.on('GET /api/network/nas/5/show', () => ({ data: device }))
  api.on('GET /api/network/nas/5/health', () => ({ data: health }))
  api.on('GET /api/network/nas/5/commands', ({ path }) => {
    const params = new URL(path, 'http://x').searchParams
    const with_secret = params.get('with_secret') === 'true'
    const server = params.get('server') ?? '198.51.100.1'
    return {
      data: {
        vendor: params.get('vendor') ?? 'mikrotik',
        server,
        server_2: null,
        auth_port: 1812,
        acct_port: 1813,
        coa_port: 3799,
        with_secret,
        text: `${params.get('vendor')} ${server} ${with_secret ? 'Stored-Secret' : 'SECRET'}`,
      },
    }
  })
})
const requestedCommands = () =>
  api.of('/api/network/nas/5/commands').map(({ path }) => new URL(path, 'http://x').search)

async function open(address: string, role: UserRole = 'admin', found: Partial<NasDevice> = {}) {
  api.on('GET /api/network/nas/5/show', () => ({ data: { ...device, ...found } }))
  await visit({ '/nas/details/$id': NasDetail }, address, { role })
}

describe('the page of a NAS', () => {
  it('warns about logins without accounting, and lists the reasons of rejected logins', async () => {
    await open('/nas/details/5')
    await shows('Logins but no accounting')
    await shows('Wrong password')
    const links = [...document.querySelectorAll('a')].map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
    expect(links).toContain('/sessions/list?search=nas_id:5&searchFields=nas_id:=')
    expect(links).toContain(
      '/sessions/logins?search=nas_id:5;reason:login.bad_credentials&searchFields=nas_id:=;reason:=',
    )
  })

  it('shows the configuration without the secret, and with it only on request', async () => {
    await open('/nas/details/5?tab=setup')
    await shows('mikrotik 198.51.100.1 SECRET')
    expect(requestedCommands().some((query) => query.includes('with_secret'))).toBe(false)
    await act(async () => document.querySelector<HTMLInputElement>('input[role="switch"]')?.click())
    await shows('mikrotik 198.51.100.1 Stored-Secret')
    expect(requestedCommands().filter((query) => query.includes('with_secret'))).toHaveLength(1)
    await act(async () => document.querySelector<HTMLInputElement>('input[role="switch"]')?.click())
    await shows('mikrotik 198.51.100.1 SECRET')
    expect(text()).not.toContain('Stored-Secret')
  })

  it.each([
    ['an editor', 'editor', {}],
    ['a user below its owner', 'admin', { inherited: true, company_name: null }],
  ] as const)('does not offer the secret to: %s', async (_who, role, found) => {
    await open('/nas/details/5?tab=setup', role, found)
    await shows('mikrotik 198.51.100.1 SECRET')
    expect(document.querySelector('input[role="switch"]')).toBeNull()
  })
})

describe('packets without an answer', () => {
  it('show a warning with reason and solution', async () => {
    const at = '2026-01-02T00:00:00.000Z'
    api.on('GET /api/network/nas/5/health', () => ({
      data: {
        ...health,
        unanswered: [{ reason: 'bad-authenticator', packet: 'acct', count: 1234, first_at: at, last_at: at }],
      },
    }))
    await open('/nas/details/5')
    await shows('Unanswered packets in the last 24 hours')
    expect(text()).toContain('1,234 packets had a wrong signature. Compare the shared secret')
  })

  it('show nothing without any', async () => {
    await open('/nas/details/5')
    await shows('Logins but no accounting')
    expect(text()).not.toContain('Packets were not answered')
  })
})

describe('the Message-Authenticator', () => {
  const found = { authenticator: 'always' as const, can_require_authenticator: true }

  it('can be required of a NAS that signs every request', async () => {
    api.on('PUT /api/network/nas/5/update', () => ({ data: device }))
    await open('/nas/details/5', 'admin', { ...found, version: 7 })
    await shows('Can be set to require it')
    await press('Require Message-Authenticator')
    await until(() => api.of('/api/network/nas/5/update').length > 0)
    expect(api.of('/api/network/nas/5/update')[0]?.body).toEqual({ require_message_authenticator: true, version: 7 })
  })

  it.each([
    ['a reader', 'read-only', found],
    ['a user below its owner', 'admin', { ...found, inherited: true, company_name: null }],
    ['a NAS that does not always sign', 'admin', { authenticator: 'sometimes' }],
  ] as const)('is not suggested for: %s', async (_who, role, of) => {
    await open('/nas/details/5', role, of)
    await shows('Message-Authenticator required')
    expect(button('Require Message-Authenticator')).toBeUndefined()
  })
})

describe('the address of the RADIUS server', () => {
  const unset = replied('radius_address.not_configured')

  it('is required where none is configured, and validated before it is sent', async () => {
    const answer = {
      vendor: 'mikrotik',
      auth_port: 1812,
      acct_port: 1813,
      coa_port: 3799,
      server_2: null,
      with_secret: false,
    }
    api.on('GET /api/network/nas/5/commands', ({ path }) => {
      const server = new URL(path, 'http://x').searchParams.get('server')
      return server === null
        ? reply(422, {
            error: { code: 'validation_failed', ...replied('validation_failed'), fields: { server: unset } },
          })
        : { data: { ...answer, server, text: `address=${server}` } }
    })
    await open('/nas/details/5?tab=setup')
    await shows(unset.message)
    await type('Address of the RADIUS server', 'localhost')
    await shows('Routers can’t reach this address.')
    await type('Address of the RADIUS server', 'radius.example.net')
    await press('Use address')
    await shows('address=radius.example.net')
    expect(text()).not.toContain(unset.message)
    expect(requestedCommands().some((query) => query.includes('localhost'))).toBe(false)
  })
})

describe('the problem of a NAS', () => {
  const nothing = { ...health, auth_at: null, accept_at: null, never_accounts: false }
  it('is found from its packets', () => {
    expect(problemOf(health, false)).toBe('inactive')
    expect(problemOf(health, true)).toBe('unaccounted')
    expect(problemOf(nothing, true)).toBe('never')
    expect(problemOf({ ...nothing, auth_at: health.auth_at }, true)).toBe('rejected')
    expect(problemOf({ ...health, never_accounts: false, acct_at: health.auth_at }, true)).toBeUndefined()
  })
})

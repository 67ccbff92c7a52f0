import type { UserRole } from '@trunkline/contract/abilities'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { field, press, shows, text, type } from '../../testing/page.ts'
import { reply } from '../../testing/api-server.ts'
import { screenTests } from '../../testing/screen.tsx'
import { ServiceCertificatesCard } from '../services/service-certificates-card.tsx'
import { validityOf } from './certificate-state.tsx'
import DeviceSetup from './DeviceSetup.tsx'
import RadiusSettings from './RadiusSettings.tsx'
import { replied } from '../../testing/messages.ts'

const certificate = {
  id: 2,
  subject: 'CN=radius.example.net',
  serial: '4a11',
  fingerprint: 'ab'.repeat(32),
  not_before: '2026-01-01T00:00:00.000Z',
  not_after: '2027-02-01T00:00:00.000Z',
  days_left: 200,
  source: 'generated',
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'system',
}
const server = { ...certificate, names: ['radius.example.net'], root_subject: 'CN=Trunkline RADIUS CA 4a' }
const authority = {
  ...certificate,
  id: 1,
  subject: 'CN=Trunkline RADIUS CA 4a',
  has_key: true,
  issuing: true,
  client_certificates: 2,
}
const older = { ...authority, id: 3, subject: 'CN=Own CA', has_key: false, issuing: false, client_certificates: 0 }
const client = {
  id: 9,
  serial: '4bcd',
  fingerprint: 'cd'.repeat(32),
  subject: 'line-1',
  issued_at: '2026-01-01T00:00:00.000Z',
  issued_by: 'Ann Lee',
  not_after: '2028-01-01T00:00:00.000Z',
  revoked_at: null,
  revoked_by: null,
  state: 'valid',
}
const service = { id: 7, company_id: 1, status: 'active', deleted_at: null }

const { api, visit } = screenTests(['panel', 'radius-certificates', 'services'], { notices: true })
const show = 'GET /api/installation/radius-certificates/show'

beforeEach(() => {
  api.on(show, () => ({ data: { server, authorities: [authority, older] } }))
  api.on('GET /api/network/service/7/certificates', () => ({ data: [client] }))
})

const last = (selector: string) => [...document.querySelectorAll<HTMLButtonElement>(selector)].at(-1)
/** Presses the last button of the dialog. */
const confirm = () => act(async () => last('[role="dialog"] button')?.click())
const asProvider = (role: UserRole = 'admin') => ({ type: 'simrush', role }) as const
const settings = (who: Parameters<typeof visit>[2] = asProvider()) =>
  visit({ '/settings/radius': () => <RadiusSettings />, '/settings': () => null }, '/settings/radius', who)

describe('the RADIUS settings', () => {
  it('show the server certificate, its expiry, and the purpose of each CA', async () => {
    await settings()
    await shows('radius.example.net')
    expect(text()).toContain('200 days left')
    expect(text()).toContain('AB:AB:AB')
    expect(text()).toContain('Issues client certificates')
    expect(text()).toContain('Trust only: the panel doesn’t have its private key')
    expect(text()).toContain('renews it 30 days before it expires')
  })

  it('mark certificates that expire soon or have expired', () => {
    expect([40, 30, 29, 0, -1].map(validityOf)).toEqual(['valid', 'valid', 'soon', 'soon', 'expired'])
  })

  it('are empty before the first start', async () => {
    api.on(show, () => ({ data: { server: null, authorities: [] } }))
    await settings()
    await shows('No certificates yet')
  })

  it('show the error of a failed request, and retry', async () => {
    api.on(show, () => reply(403, 'forbidden'))
    await settings()
    await shows('Try again')
    api.on(show, () => ({ data: { server, authorities: [authority] } }))
    await press('Try again')
    await shows('radius.example.net')
  })

  it('renew after a confirmation, and notify', async () => {
    api.on('POST /api/installation/radius-certificates/server/issue', () => ({
      data: { server, authorities: [authority] },
    }))
    await settings()
    await shows('radius.example.net')
    await press('Renew certificate')
    await shows('FreeRADIUS restarts with it')
    await confirm()
    await shows('Server certificate renewed.')
    expect(api.of('/api/installation/radius-certificates/server/issue')[0]?.body).toEqual({})
  })

  it('show the reason for a rejected upload at its field', async () => {
    api.on('POST /api/installation/radius-certificates/server', () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'Some fields are not valid.',
          request_id: 'r',
          fields: { private_key: replied('text', { text: 'The private key does not match this certificate.' }) },
        },
      }),
    )
    await settings()
    await shows('radius.example.net')
    await press('Upload certificate')
    await type('Certificate and chain (PEM)', '-----BEGIN CERTIFICATE-----')
    await type('Private key (PEM)', '-----BEGIN PRIVATE KEY-----')
    await act(async () => last('[role="dialog"] button[type="submit"]')?.click())
    await shows('The private key does not match this certificate.')
    expect(field('Private key (PEM)').getAttribute('aria-invalid')).toBe('true')
  })

  it('confirm the removal of a CA with the number of affected client certificates', async () => {
    await settings()
    await shows('CN=Own CA')
    await press('Remove CN=Trunkline RADIUS CA 4a')
    expect(text()).toContain('2 valid certificates stop working')
  })
})

describe('the device setup', () => {
  const trust = {
    names: ['radius.example.net'],
    not_after: '2027-02-01T00:00:00.000Z',
    authority: {
      subject: 'CN=Trunkline RADIUS CA 4a',
      sha256: 'AA:BB',
      sha1: 'CC:DD',
      not_after: '2036-01-01T00:00:00.000Z',
      is_public: false,
    },
  }
  const open = () =>
    visit({ '/setup': () => <DeviceSetup />, '/services/list': () => null }, '/setup', { type: 'reseller' })

  it('lists the values to enter on each system', async () => {
    api.on('GET /api/network/radius-trust/show', () => ({ data: trust }))
    await open()
    await shows('Trusted servers: radius.example.net')
    expect(text()).toContain('(thumbprint CC:DD)')
    expect(text()).toContain('Domain: radius.example.net')
    expect(text()).toContain('VPN & Device Management')
    expect(text()).toContain('Install this CA on devices before they sign in.')
  })

  it('requires an SSID for a profile', async () => {
    api.on('GET /api/network/radius-trust/show', () => ({ data: trust }))
    await open()
    await shows('Download profile')
    await press('Download profile')
    expect(document.querySelector('input[aria-invalid="true"]')).not.toBeNull()
    expect(api.of('/api/network/radius-trust/profile')).toHaveLength(0)
  })

  it('shows an empty state without certificates', async () => {
    api.on('GET /api/network/radius-trust/show', () => ({ data: null }))
    await open()
    await shows('No certificates yet')
  })
})

describe('client certificates of a service', () => {
  const card = (who: Parameters<typeof visit>[2] = asProvider(), of = service) =>
    visit({ '/x': () => <ServiceCertificatesCard service={of} />, '/services/802.1x': () => null }, '/x', who)

  it('are listed with their status; read-only users can’t change them', async () => {
    await card(asProvider('read-only'))
    await shows('line-1')
    expect(text()).toContain('Valid')
    expect(text()).toContain('Serial number 4bcd')
    expect(text()).not.toContain('Issue certificate')
    expect(text()).not.toContain('Revoke certificate')
  })

  it('show file and password once after issuing', async () => {
    api.on('POST /api/network/service/7/certificates', () =>
      reply(201, {
        data: { certificate: client, pkcs12: btoa('file'), password: 'abcd-efgh', file_name: 'line-1.p12' },
      }),
    )
    await card()
    await shows('line-1')
    await press('Issue certificate')
    await act(async () => last('[role="dialog"] button[type="submit"]')?.click())
    await shows('abcd-efgh')
    expect(text()).toContain('Neither can be shown again.')
    const posted = api.received.filter(({ method }) => method === 'POST')
    expect(posted.map(({ body }) => body)).toEqual([{ valid_days: 730 }])
    await press('Done')
    expect(text()).not.toContain('abcd-efgh')
  })

  it('are revoked after a confirmation', async () => {
    api.on('POST /api/network/service/7/certificates/9/revoke', () => ({ data: { ...client, state: 'revoked' } }))
    await card()
    await shows('line-1')
    await press('Revoke certificate 4bcd')
    expect(text()).toContain('Logins with this certificate are rejected from now on.')
    await confirm()
    await shows('Certificate revoked.')
  })

  it('of a service in the trash can’t be changed', async () => {
    await card(asProvider(), { ...service, deleted_at: '2026-01-01T00:00:00.000Z' as never })
    await shows('line-1')
    expect(text()).not.toContain('Issue certificate')
  })
})

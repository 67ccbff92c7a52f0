import type { NotificationTarget } from '@trunkline/contract/resources/notification-target'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { press, shows, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import NotificationTargetDetail from './NotificationTargetDetail.tsx'
import NotificationTargetForm from './NotificationTargetForm.tsx'
import NotificationTargetList from './NotificationTargetList.tsx'

const notificationTarget: NotificationTarget = {
  id: 5,
  name: 'North 1',
  company_id: 40,
  company_name: 'North Reseller',
  kind: 'webhook',
  status: 'active',
  recipients: null,
  host: 'hooks.example.net',
  has_token: true,
  header_name: null,
  body_template: null,
  success_pattern: null,
  min_severity: 'warning',
  send_resolved: true,
  after_minutes: 0,
  quiet_from: null,
  quiet_until: null,
  time_zone: 'Europe/London',
  locale: 'en',
  notes: 'On call',
  last_sent_at: null,
  failing_since: null,
  last_error: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  version: 2,
}

const { api, visit } = screenTests(['panel', 'notification-targets'])

beforeEach(() => {
  api.on('GET /api/notification-target/index', () => ({
    data: [notificationTarget],
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 1 } },
  }))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
  api.on('GET /api/notification-target/5/show', () => ({ data: notificationTarget }))
})

const screens = {
  '/notification-targets/list': NotificationTargetList,
  '/notification-targets/create': NotificationTargetForm,
  '/notification-targets/update/$id': NotificationTargetForm,
  '/notification-targets/details/$id': NotificationTargetDetail,
}
const open = (address: string) => visit(screens, address)

describe('the screens of notification targets', () => {
  it('create one with the fields of its type', async () => {
    api.on('POST /api/notification-target/store', () => reply(201, { data: { id: 9 } }))
    await open('/notification-targets/create')
    await type('Name', 'Night shift')
    await type('Recipients', 'noc@example.net')
    await press('Create target')
    await shows('North Reseller')
    const body = api.of('/api/notification-target/store')[0]?.body as Record<string, unknown>
    expect(body).toMatchObject({ name: 'Night shift', kind: 'email', recipients: 'noc@example.net', after_minutes: 0 })
    expect(body).not.toHaveProperty('url')
    expect(body).not.toHaveProperty('body_template')
  })

  it('send only what changed, and keep the stored address', async () => {
    api.on('PUT /api/notification-target/5/update', () => ({
      data: { ...notificationTarget, name: 'New', version: 3 },
    }))
    await open('/notification-targets/update/5')
    await shows('Stored for hooks.example.net. Leave blank to keep it.')
    await type('Name', 'New')
    await press('Save')
    await until(() => api.of('/api/notification-target/5/update').length === 1, 'the call')
    expect(api.of('/api/notification-target/5/update')[0]?.body).toEqual({ name: 'New', version: 2 })
  })

  it('show the reply to a test message', async () => {
    let sent = false
    api.on('POST /api/notification-target/5/test', () => {
      sent = true
      return reply(202, { data: { id: 1 } })
    })
    api.on('GET /api/notification-target/5/deliveries', () => ({
      data: sent
        ? [
            {
              id: 1,
              event: 'test',
              severity: 'info',
              summary: null,
              state: 'failed',
              together: null,
              attempts: 1,
              next_at: null,
              http_status: 404,
              response: 'no such hook',
              duration_ms: 12,
              error: { reason: 'notification.rejected', params: { status: 404 }, message: '' },
              created_at: '2026-01-01T00:00:00.000Z',
              ended_at: '2026-01-01T00:00:01.000Z',
            },
          ]
        : [],
    }))
    await open('/notification-targets/details/5')
    await shows('No messages yet')
    await press('More')
    await press('Send test message')
    await shows('no such hook')
    await shows('The service rejected the message with status 404.')
  })
})

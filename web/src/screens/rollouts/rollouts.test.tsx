import type { Rollout, RolloutDevice } from '@trunkline/contract/resources/rollout'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { buttons, press, shows, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import RolloutDetail from './RolloutDetail.tsx'
import RolloutForm from './RolloutForm.tsx'
import RolloutList from './RolloutList.tsx'

const rollout: Rollout = {
  id: 5,
  name: 'Spring',
  company_id: 40,
  company_name: 'North Reseller',
  kind: 'upgrade',
  items: [],
  from_templates: false,
  source: 'offered',
  channel: 'stable',
  target_version: null,
  state: 'planned',
  devices: 2,
  ended: 0,
  failed: 0,
  offline: 0,
  requested_by: 'Ann',
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: null,
  finished_at: null,
  routerboard: true,
  canaries: 1,
  wave_size: 10,
  soak_minutes: 60,
  max_failures: 1,
  min_voltage: null,
  maintenance_window: null,
  cause: null,
  waves: [
    { wave: 0, devices: 1, ended: 0 },
    { wave: 1, devices: 1, ended: 0 },
  ],
}
const device = (of: Partial<RolloutDevice>): RolloutDevice => ({
  id: 1,
  hardware_id: 71,
  name: 'Edge',
  model_name: 'hAP',
  site_name: 'Mill Lane',
  time_zone: 'UTC',
  position: 1,
  wave: 0,
  is_canary: true,
  distance: 2,
  state: 'planned',
  detail: null,
  packages: null,
  planned_version: '7.20.4',
  version_before: '7.18.2',
  version_after: null,
  facts_before: null,
  facts_after: null,
  differences: [],
  group: null,
  state_at: '2026-01-01T00:00:00.000Z',
  ...of,
})
const page = (rows: unknown[]) => ({
  data: rows,
  meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: rows.length } },
})

const { api, visit } = screenTests(['panel', 'rollouts'])

beforeEach(() => {
  api.on('GET /api/rollout/index', () => page([rollout]))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
  api.on('GET /api/rollout/5/show', () => ({ data: rollout }))
  api.on('GET /api/rollout/5/devices', () =>
    page([
      device({}),
      device({
        id: 2,
        hardware_id: 72,
        name: 'Tower',
        position: 2,
        wave: 1,
        is_canary: false,
        state: 'held',
        detail: { reason: 'rollout.low_voltage', params: { voltage: 9, min: 11 }, message: '' },
      }),
    ]),
  )
  api.on('GET /api/hardware/index', () => page([]))
  api.on('GET /api/hardware/lookup', () => ({ data: [{ id: 71, name: 'Edge' }] }))
})

const screens = {
  '/rollouts/list': RolloutList,
  '/rollouts/create': RolloutForm,
  '/rollouts/details/$id': RolloutDetail,
}
const open = (address: string) => visit(screens, address)

describe('the screens of upgrades', () => {
  it('list them with their progress', async () => {
    await open('/rollouts/list')
    await shows('0 of 2 devices ended, 0 failed, 0 offline')
  })

  it('show one row for each device, with a description of its state', async () => {
    await open('/rollouts/details/5')
    await shows('Canaries: 0 of 1 · Wave 1: 0 of 1')
    await shows('Waits for its turn.')
    await shows('The supply voltage is 9 V, below the minimum of 11 V.')
    await shows('7.18.2 → 7.20.4')
  })

  it('change the order of a planned one', async () => {
    api.on('PUT /api/rollout/5/move-device', () => ({ data: {} }))
    await open('/rollouts/details/5')
    await press('Actions for Edge')
    await until(() => buttons('Move down').length === 1, 'the menu')
    expect(buttons('Move up')).toHaveLength(0)
    await press('Move down')
    await until(() => api.of('/api/rollout/5/move-device').length === 1, 'the call')
    expect(api.of('/api/rollout/5/move-device')[0]?.body).toEqual({ device_id: 1, position: 2 })
  })

  it('start one after a question', async () => {
    api.on('PUT /api/rollout/5/start', () => ({ data: { ...rollout, state: 'running' } }))
    await open('/rollouts/details/5')
    await shows('Waits for its turn.')
    await press('Start upgrade')
    await shows('Start Spring?')
    await press('Start upgrade', -1)
    await until(() => api.of('/api/rollout/5/start').length === 1, 'the call')
  })

  it('reject a form without devices before it is sent', async () => {
    api.on('POST /api/rollout/store', () => reply(201, { data: { id: 9 } }))
    await open('/rollouts/create')
    await type('Name', 'Summer')
    await press('Plan upgrade')
    await shows('Select at least one device.')
    expect(api.of('/api/rollout/store')).toHaveLength(0)
  })

  it('plan an upgrade for what the list of hardware was left with', async () => {
    api.on('POST /api/rollout/store', () => reply(201, { data: { id: 9 } }))
    const matching = { search: 'site_id:3', searchFields: 'site_id:=', total: 340 }
    await open(`/rollouts/create?matching=${encodeURIComponent(JSON.stringify(matching))}`)
    await shows('All 340 devices that match the list as it was shown.')
    await type('Name', 'Summer')
    await press('Plan upgrade')
    await until(() => api.of('/api/rollout/store').length === 1, 'the call')
    expect(api.of('/api/rollout/store')[0]?.body).toMatchObject({ matching, source: 'offered' })
    expect(api.of('/api/rollout/store')[0]?.body).not.toHaveProperty('ids')
  })

  it('name the device that cannot be upgraded', async () => {
    api.on('POST /api/rollout/store', () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          reason: 'validation_failed',
          params: {},
          message: '',
          fields: {
            'ids.1': {
              reason: 'rollout.package_missing',
              params: { device: 'Tower', packages: 'wireless-7.20.4-arm' },
              message: '',
            },
          },
          request_id: 'r',
        },
      }),
    )
    await open('/rollouts/create?devices=71,72')
    await shows('2 devices selected in the list.')
    await type('Name', 'Summer')
    await press('Plan upgrade')
    await shows('Tower needs wireless-7.20.4-arm. Upload them, or remove the device from the selection.')
  })

  it('reject a text that is no version at its field', async () => {
    await open('/rollouts/create')
    await type('Version', 'newest')
    await press('Plan upgrade')
    await shows('Enter a RouterOS version such as 7.20.4.')
  })
})

import type { DeviceNetwork } from '@trunkline/contract/resources/device-network'
import { beforeEach, describe, it } from 'vitest'
import { press, shows, text, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import DeviceNetworkList from './DeviceNetworkList.tsx'

const network: DeviceNetwork = {
  id: 3,
  company_id: 9,
  company_name: 'Steel City Wireless',
  prefix: '10.20.0.0/16',
  note: 'Tunnel',
  created_at: '2026-02-04T12:00:00.000Z',
}

const { api, visit } = screenTests(['panel', 'device-networks', 'radius-certificates'], { notices: true })
let stored: DeviceNetwork[]

beforeEach(() => {
  stored = [network]
  api.on('GET /api/device-network/index', () => ({
    data: stored,
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: stored.length } },
  }))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
})
const path = '/settings/device-networks'
const open = (role: 'admin' | 'editor' = 'admin') =>
  visit({ [path]: DeviceNetworkList }, path, { type: 'simrush', role })

describe('the list of allocated networks', () => {
  it('shows each network with its company', async () => {
    await open()
    await shows('10.20.0.0/16')
    await shows('Steel City Wireless')
  })

  it('releases a network after a confirmation', async () => {
    api.on('DELETE /api/device-network/3/destroy', () => {
      stored = []
    })
    await open()
    await shows('10.20.0.0/16')
    await press('Actions for 10.20.0.0/16')
    await press('Release network')
    await shows('The panel stops contacting devices of Steel City Wireless')
    await press('Release network', -1)
    await until(() => text().includes('No networks allocated yet'))
  })

  it('opens the dialog that allocates one', async () => {
    await open()
    await press('Allocate network')
    await shows('Applies to this company and all companies below it.')
  })
})

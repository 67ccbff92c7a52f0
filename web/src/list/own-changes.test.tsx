import { everyEndpoint } from '@trunkline/contract/contract'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { deviceCommands } from '@trunkline/contract/resources/device-command'
import { sites } from '@trunkline/contract/resources/site'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../api/call.ts'
import { resetOwnChanges } from '../api/own-changes.ts'
import { refetchSubject } from '../api/query.ts'
import { followCommand } from '../screens/devices/follow.ts'
import { screenTests } from '../testing/screen.tsx'
import { shows, text, until } from '../testing/page.ts'
import { ListScreen } from './list-screen.tsx'
import type { ListRow } from './list-types.ts'

const fixture = screenTests(['list', 'ui', 'common', 'devices', 'panel'])
const lists = everyEndpoint.filter((endpoint) => endpoint.list !== undefined && typeof endpoint.access === 'object')

type Named = ListRow & { name: string }
let rows: Named[] = []

/** A list of any kind. The rows are those of this test. */
const screenOf = (endpoint: Endpoint) => () => (
  <ListScreen<Named>
    endpoint={{ ...endpoint, path: endpoint.path.replaceAll(/\{\w+\}/g, '1'), reply: undefined } as never}
    name="any"
    title="List"
    columns={[{ field: 'name', header: 'Name' }]}
    empty={{ title: 'None', text: '' }}
  />
)
const subjectOf = (endpoint: Endpoint) => (endpoint.access as { subject: 'sites' }).subject

async function open(endpoint: Endpoint): Promise<void> {
  const path = `/api${endpoint.path.replaceAll(/\{\w+\}/g, '1')}`
  fixture.api.on(`GET ${path}`, () => ({
    data: rows,
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: rows.length } },
  }))
  fixture.api.on('GET /api/preference/index', () => ({ data: {} }))
  await fixture.visit({ '/list': screenOf(endpoint) }, '/list')
  await shows('first row')
}
const announce = (endpoint: Endpoint) => act(() => refetchSubject(subjectOf(endpoint)))

beforeEach(() => {
  rows = [{ id: 1, name: 'first row' }]
})
afterEach(() => resetOwnChanges())

describe.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))('the list of %s', (_, endpoint) => {
  it('shows own changes at once, and those of others on request', async () => {
    await open(endpoint)
    rows = [{ id: 2, name: 'of another user' }, ...rows]
    await announce(endpoint)
    await shows('1 change')
    expect(text()).not.toContain('of another user')

    fixture.api.on('POST /api/site/store', () => ({ data: { id: 3 } }))
    rows = [{ id: 3, name: 'own row' }, ...rows]
    await act(() => call(sites.store, { body: { name: 'own' } as never }))
    await announce(endpoint)
    await shows('own row')
    await until(() => !text().includes('1 change'), 'no change that waits')
  })
})

describe('a list of rows of devices', () => {
  const leases = lists.find(({ name }) => name.includes('lease')) as Endpoint

  it('shows what an own command did when it ends', async () => {
    let state = 'running'
    fixture.api.on(`GET /api${deviceCommands.show.path.replace('{id}', '7')}`, () => ({
      data: { id: 7, hardware_id: 1, hardware_name: 'gw', label: '', notes: [], kind: 'reboot', state, step: '' },
    }))
    await open(leases)
    await act(async () => followCommand(7, 1))
    rows = [{ id: 2, name: 'reserved' }, ...rows]
    state = 'done'
    await shows('reserved')
    expect(text()).not.toContain('1 change')
  })

  it('shows rows that arrive while the list opens with rows of a cache', async () => {
    await open(leases)
    rows = [{ id: 2, name: 'added on another page' }, ...rows]
    await fixture.draw(null)
    await refetchSubject(subjectOf(leases))
    resetOwnChanges()
    await fixture.visit({ '/list': screenOf(leases) }, '/list')
    await shows('added on another page')
    expect(text()).not.toContain('1 change')
  })
})

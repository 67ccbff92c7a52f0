import type { Plan, SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { act, type ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { button, press as click, shows, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import DestroyDialog from './DestroyDialog.tsx'
import PlanDialog from './PlanDialog.tsx'
import { replied } from '../../testing/messages.ts'

const subnet = {
  id: 5,
  net: '10.0.0.0/24',
  ip_version: 'ipv4',
  length: 24,
  parent_id: 1,
  parent_net: '10.0.0.0/16',
  category_id: null,
  state: 'assigned',
  child_count: 0,
  address_count: 0,
} as SubnetNode

const plan: Plan = {
  id: 31,
  operation: 'split',
  state: 'planned',
  changes: [
    { id: 5, before: '10.0.0.0/24', after: '10.0.0.0/24', note: replied('change.split', { parts: 2 }) },
    { id: null, before: null, after: '10.0.0.0/25', note: replied('change.created') },
  ],
  changes_total: 6001,
  conflicts: [],
  as_job: true,
  figures: { free_before: '256', free_after: '250' },
  result_ids: [],
  failure: null,
  created_at: '2026-01-01T00:00:00.000Z',
  finished_at: null,
}

const { api, visit } = screenTests(['panel', 'ipam'])

let ended: unknown[]
beforeEach(() => {
  ended = []
})

const show = (dialog: ReactNode) => visit({ '/': () => dialog, '/ipam/$version/$id': () => 'elsewhere' }, '/')
const planning = () => show(<PlanDialog operation="split" subnet={subnet} onDone={(done) => void ended.push(done)} />)

describe('a plan', () => {
  it('is previewed before it is applied', async () => {
    api.on('POST /api/network/subnet/plan', () => reply(201, { data: plan }))
    await planning()
    await click('Preview changes')
    await shows('10.0.0.0/25')
    expect(document.body.textContent).toContain('6,001 changes')
    expect(document.body.textContent).toContain('256 addresses')
    expect(document.body.textContent).toContain('runs in the background')
    expect(api.of('/api/network/subnet/plan')[0]?.body).toEqual({ operation: 'split', id: 5, length: 25 })
    expect(api.of('/api/network/subnet/plan/31/apply')).toEqual([])
  })

  it('that runs as a job is polled until it ends, and shows why it failed', async () => {
    let polls = 0
    api.on('POST /api/network/subnet/plan', () => reply(201, { data: plan }))
    api.on('POST /api/network/subnet/plan/31/apply', () => ({ data: { ...plan, state: 'queued' } }))
    api.on('GET /api/network/subnet/plan/31/show', () => ({
      data:
        ++polls < 2
          ? { ...plan, state: 'running' }
          : { ...plan, state: 'failed', failure: replied('ip.taken', { net: '10.0.0.0/25' }) },
    }))
    await planning()
    await click('Preview changes')
    await click('Apply changes')
    await shows('Running.')
    await shows('10.0.0.0/25 is already in use.')
    expect(document.body.textContent).toContain('Change failed')
    expect(button('Apply changes')).toBeUndefined()
    // The button below the text, not the close icon of the dialog.
    await click('Close', -1)
    expect(ended).toEqual([false])
  })

  it('with a conflict links to it and can’t be applied', async () => {
    api.on('POST /api/network/subnet/plan', () =>
      reply(201, {
        data: { ...plan, conflicts: [{ id: 8, net: '10.0.0.8/32', ...replied('ip.taken', { net: '10.0.0.8/32' }) }] },
      }),
    )
    await planning()
    await click('Preview changes')
    await shows('1 conflict')
    expect(document.querySelector('a[href="/ipam/ipv4/8"]')?.textContent).toBe('Open 10.0.0.8/32')
    expect(button('Apply changes')).toBeUndefined()
  })

  it('that is stale is not applied and can be planned again', async () => {
    api.on('POST /api/network/subnet/plan', () => reply(201, { data: plan }))
    api.on('POST /api/network/subnet/plan/31/apply', () => reply(409, 'stale_version'))
    await planning()
    await click('Preview changes')
    await click('Apply changes')
    await shows('Changes not applied')
    expect(button('Apply changes')).toBeUndefined()
    await click('Plan again')
    await shows('New prefix length')
  })
})

describe('deleting', () => {
  it('asks about contents that were added in the meantime, and only then deletes them', async () => {
    api.on('DELETE /api/network/subnet/5/destroy', (received) =>
      received.path.includes('children=')
        ? undefined
        : reply(409, {
            error: {
              code: 'conflict',
              ...replied('subnet.not_empty', { net: '10.0.0.0/24', subnets: 1, addresses: 0 }),
              request_id: 'r-1',
              details: {
                count: 1,
                subnets: 1,
                addresses: 0,
                holders: [{ kind: 'subnet', id: 9, net: '10.0.0.0/26', name: 'B' }],
              },
            },
          }),
    )
    await show(<DestroyDialog subnet={subnet} onDone={() => void ended.push(true)} />)
    expect(document.body.textContent).toContain('in quarantine for 30 days')
    await click('Delete subnet')
    await shows('Choose what happens to the contents.')
    expect(document.body.textContent).toContain('10.0.0.0/26')
    const lift = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].find(
      (input) => input.value === 'lift',
    )
    await act(async () => lift?.click())
    await click('Delete subnet')
    await until(() => ended.length > 0, 'the dialog to close')
    expect(ended).toEqual([true])
    expect(api.of('/api/network/subnet/5/destroy').map(({ path }) => path)).toEqual([
      '/api/network/subnet/5/destroy',
      '/api/network/subnet/5/destroy?children=lift',
    ])
  })
})

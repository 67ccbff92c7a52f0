import type { BulkJob } from '@trunkline/contract/resources/bulk-job'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { press, shows, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import TypeList from '../hardware/TypeList.tsx'
import BulkJobDetail from './BulkJobDetail.tsx'
import BulkJobList from './BulkJobList.tsx'
import JobPanel from './job-panel.tsx'

const job: BulkJob = {
  id: 3,
  action: 'hardware-type.bulk-destroy',
  object: 'hardware-type',
  params: {},
  state: 'running',
  total: 2,
  done: 0,
  skipped: 0,
  failed: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: null,
}
const ended: BulkJob = { ...job, state: 'done', done: 1, failed: 1, finished_at: '2026-01-01T00:01:00.000Z' }
const type = {
  id: 5,
  name: 'Outdoor radio',
  kind: 'router',
  description: null,
  models_count: 0,
  company_id: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
}
const page = (data: object[], total = data.length) => ({
  data,
  meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total } },
})
const rows = [
  {
    id: 11,
    row_id: 5,
    name: 'Home 50',
    state: 'failed',
    code: 'conflict',
    message: { reason: 'row.forbidden', params: {}, message: 'Not allowed.' },
    command_id: null,
    finished_at: '2026-01-01T00:01:00.000Z',
  },
  {
    id: 12,
    row_id: 6,
    name: 'Home 100',
    state: 'done',
    code: null,
    message: null,
    command_id: null,
    finished_at: '2026-01-01T00:01:00.000Z',
  },
]

const { api, visit } = screenTests(['panel', 'hardware', 'bulk-jobs'])

beforeEach(() => {
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
})

const open = (address: string) =>
  visit(
    {
      '/hardware/types': () => (
        <>
          <TypeList />
          <JobPanel />
        </>
      ),
      '/bulk-jobs': BulkJobList,
      '/bulk-jobs/$id': BulkJobDetail,
    },
    address,
    { type: 'simrush', role: 'admin' },
  )

describe('a bulk action that runs as a job', () => {
  it('is confirmed again with the new count, and its progress is shown until it has ended', async () => {
    let current = job
    let attempts = 0
    api.on('GET /api/hardware/type/index', () => page([type], 2))
    api.on('POST /api/hardware/type/bulk/destroy', () =>
      ++attempts === 1
        ? reply(409, {
            error: {
              code: 'selection_moved',
              reason: 'selection_moved',
              params: {},
              message: '',
              details: { total: 3 },
            },
          })
        : reply(202, { data: job }),
    )
    api.on('GET /api/bulk-job/index', () => page([]))
    api.on('GET /api/bulk-job/3/show', () => ({ data: current }))
    await open('/hardware/types')
    await shows('Outdoor radio')
    await press('Select all rows of this page')
    await press('Select all 2 matching')
    await press('Move to trash')
    await press('Move to trash (2)')
    await shows('3 rows match now')
    await press('Move to trash (3)')
    await shows('0 of 2')
    const bar = () => document.querySelector('[role="progressbar"]')
    expect(bar()?.getAttribute('aria-valuenow')).toBe('0')
    expect(bar()?.getAttribute('aria-label')).toBe('Move to trash: 2 types')
    current = { ...job, skipped: 1 }
    // The panel reads a running job every two seconds.
    await expect.poll(() => bar()?.getAttribute('aria-valuenow'), { timeout: 5000 }).toBe('50')
    expect(api.of('/api/hardware/type/bulk/destroy').map(({ body }) => body)).toEqual([
      { matching: { total: 2 } },
      { matching: { total: 3 } },
    ])
    current = ended
    await until(() => document.body.textContent.includes('Done: 1 done, 0 skipped, 1 failed'), 'the result')
    expect(bar()).toBeNull()
    await press('Hide Move to trash: 2 types')
    expect(document.querySelector('[aria-label="Running bulk jobs"]')).toBeNull()
  })
})

describe('the pages of bulk jobs', () => {
  it('list the jobs with their results', async () => {
    api.on('GET /api/bulk-job/index', () => page([ended]))
    await open('/bulk-jobs')
    await shows('Move to trash: 2 types')
    await shows('1 done, 0 skipped, 1 failed')
  })

  it('report each record with its reason, and retry the failed ones', async () => {
    api.on('GET /api/bulk-job/3/show', () => ({ data: ended }))
    api.on('GET /api/bulk-job/3/report', () => page(rows))
    api.on('POST /api/bulk-job/3/retry', () => reply(202, { data: { ...job, state: 'queued' } }))
    await open('/bulk-jobs/3')
    await shows('Home 100')
    await shows('Home 50')
    await press('Retry 1 failed record')
    await until(() => api.of('/api/bulk-job/3/retry').length === 1, 'the call')
  })

  it('cancel a running job after a question', async () => {
    api.on('GET /api/bulk-job/3/show', () => ({ data: job }))
    api.on('GET /api/bulk-job/3/report', () => page(rows))
    api.on('PUT /api/bulk-job/3/cancel', () => ({ data: { ...job, state: 'cancelled' } }))
    await open('/bulk-jobs/3')
    await shows('0 of 2')
    await press('Cancel job')
    await shows('Records that it has not reached stay as they are.')
    await press('Cancel job', -1)
    await until(() => api.of('/api/bulk-job/3/cancel').length === 1, 'the call')
  })
})

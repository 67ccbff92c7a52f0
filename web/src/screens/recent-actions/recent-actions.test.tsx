import type { RecentAction } from '@trunkline/contract/resources/recent-action'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { replied } from '../../testing/messages.ts'
import { buttons, press, shows, text, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import RecentActions from './recent-actions.tsx'
import ToastUndo from './toast-undo.tsx'

const { api, visit } = screenTests(['panel', 'ui', 'bulk-jobs', 'devices', 'recent-actions'], { notices: true })

const sample: RecentAction = {
  id: 41,
  bulk_job_id: null,
  at: new Date().toISOString(),
  request_id: 'request-1',
  verb: 'destroy',
  subject: 'sites',
  object_id: 7,
  label: 'Harbour',
  count: 1,
  fields: [],
  job: null,
  command: null,
  undoes: false,
  undo: 'possible',
  note: null,
}
let actions: RecentAction[]
beforeEach(() => {
  actions = [sample]
  api.on('GET /api/account/recent-action/index', () => ({ data: actions }))
  api.on('POST /api/account/recent-action/41/undo', () => {
    actions = [{ ...sample, undo: 'undone' }]
    return { data: { count: 1, not_restored: [] } }
  })
})
const List = () => <RecentActions onGo={() => undefined} />
const open = (page = List) => visit({ '/': page }, '/')
const harbour = 'Undo: Moved to trash: Harbour'

describe('the list of recent actions', () => {
  it('undoes an action, reports it, and shows it as undone', async () => {
    await open()
    await shows('Moved to trash: Harbour')
    await press(harbour)
    await shows('success! Undone: 1 record has its former state again.')
    await until(() => buttons(harbour).length === 0, 'the new state')
    expect(api.of('/api/account/recent-action/41/undo')).toHaveLength(1)
  })

  it('reports why an action could not be undone, and offers it still', async () => {
    api.on('POST /api/account/recent-action/41/undo', () => ({
      status: 409,
      body: {
        error: {
          code: 'conflict',
          request_id: 'r',
          ...replied('undo.changed_by', { name: 'Harbour', by: 'Kim' }),
        },
      },
    }))
    await open()
    await press(harbour)
    await shows('error! Kim has changed Harbour since. Nothing was undone.')
    await until(() => buttons(harbour).length === 1, 'the button')
  })

  it('starts a job that undoes a bulk job', async () => {
    actions = [
      {
        ...sample,
        id: null,
        bulk_job_id: 9,
        count: 3,
        label: null,
        object_id: null,
        job: { action: 'site.bulk-destroy', object: 'site' },
      },
    ]
    api.on('POST /api/bulk-job/9/undo', () =>
      reply(202, {
        data: {
          id: 10,
          action: 'bulk-job.undo',
          object: 'site',
          params: { bulk_job: 9 },
          state: 'queued',
          total: 3,
          done: 0,
          skipped: 0,
          failed: 0,
          created_at: sample.at,
          started_at: null,
          finished_at: null,
        },
      }),
    )
    await open()
    await press('Undo: Move to trash: 3 sites')
    await shows('success! Undoing as a bulk job')
    expect(api.of('/api/bulk-job/9/undo')).toHaveLength(1)
  })

  it('says why an action has no way back', async () => {
    actions = [{ ...sample, verb: 'update', undo: 'impossible', note: replied('undo.secret') }]
    await open()
    await shows('Former passwords and keys aren’t stored.')
    expect(buttons('Undo')).toEqual([])
  })

  it('names the fields that an action changed', async () => {
    actions = [{ ...sample, verb: 'update', fields: ['contact_email', 'company_id', 'tag_ids', 'unknown_column'] }]
    await open()
    await shows('E-mail, Client')
    expect(text()).not.toContain('unknown_column')
  })

  it('names a command for a device by its title', async () => {
    actions = [
      {
        ...sample,
        verb: 'create',
        subject: 'hardware',
        label: '192.168.88.2/24',
        command: { kind: 'change', target: 'ip/address', verb: 'add' },
        undo: 'impossible',
      },
    ]
    await open()
    await shows('Address: add 192.168.88.2/24')
    expect(text()).not.toContain('Created')
  })

  it('is empty for a user who has changed nothing', async () => {
    actions = []
    await open()
    await shows('You have changed nothing in the last 24 hours.')
  })

  it('shows that it could not be loaded', async () => {
    api.on('GET /api/account/recent-action/index', () => reply(403, 'forbidden'))
    await open()
    await until(() => buttons('Try again').length + buttons('Retry').length > 0, 'the button to retry')
  })
})

describe('a toast', () => {
  it('undoes what its own requests did', async () => {
    let done = 0
    let offers = 0
    await open(() => <ToastUndo requests={['request-1']} onOffer={() => void offers++} onDone={() => void done++} />)
    await press('Undo')
    await until(() => done === 1, 'the end')
    expect(offers).toBe(1)
    expect(api.of('/api/account/recent-action/41/undo')).toHaveLength(1)
  })

  it('has no button for other requests, or for what cannot be undone', async () => {
    actions = [
      { ...sample, request_id: 'request-2' },
      { ...sample, id: 42, undo: 'impossible' },
    ]
    await open(() => <ToastUndo requests={['request-1']} onOffer={() => undefined} onDone={() => undefined} />)
    await until(() => api.of('/api/account/recent-action/index').length > 0, 'the list')
    expect(text()).not.toContain('Undo')
  })
})

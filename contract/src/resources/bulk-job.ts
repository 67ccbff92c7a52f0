import * as z from 'zod/mini'
import { data, endpoint, type Endpoint, type ListDefinition, type RowCall } from '../endpoint.ts'
import { replyMessage } from '../errors.ts'
import { id, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'

/** `cancelled`: the rows that it had not reached stay as they are; commands that devices already run still end. */
export const bulkJobStates = ['queued', 'running', 'done', 'cancelled'] as const
export type BulkJobState = (typeof bulkJobStates)[number]

/** `waiting`: the command of the device is queued or runs. */
export const bulkRowStates = ['queued', 'waiting', 'done', 'skipped', 'failed'] as const
export type BulkRowState = (typeof bulkRowStates)[number]

export const bulkJob = z.object({
  id: id(),
  /** Name of the call that started it: `hardware.bulk-reboot`. */
  action: z.string(),
  /** Kind of the rows: `hardware`. */
  object: z.string(),
  /** The values for all rows, as in the body of the call. */
  params: z.record(z.string(), z.unknown()),
  state: z.enum(bulkJobStates),
  total: z.int(),
  done: z.int(),
  skipped: z.int(),
  failed: z.int(),
  created_at: time(),
  started_at: z.nullable(time()),
  finished_at: z.nullable(time()),
})
export type BulkJob = z.infer<typeof bulkJob>

export const bulkJobRow = z.object({
  id: id(),
  /** Id of the record. */
  row_id: id(),
  /** Name of the record when the job started. */
  name: z.string(),
  state: z.enum(bulkRowStates),
  /** Error code of a skipped or failed row (`errors.ts`), or the state of its command. */
  code: z.nullable(z.string()),
  /** Why the row was skipped or failed. */
  message: z.nullable(replyMessage()),
  /** The command of the device, for an action on devices. */
  command_id: z.nullable(id()),
  finished_at: z.nullable(time()),
})
export type BulkJobRow = z.infer<typeof bulkJobRow>

const jobs: ListDefinition = {
  fields: {
    id: 'id',
    action: 'text',
    object: 'text',
    state: bulkJobStates,
    total: 'number',
    failed: 'number',
    created_at: 'time',
    finished_at: 'time',
  },
  free: [],
  sort: ['id', 'action', 'state', 'total', 'failed', 'created_at', 'finished_at'],
  order: ['id', 'desc'],
}

const rows: ListDefinition = {
  fields: { id: 'id', row_id: 'id', name: 'text', state: bulkRowStates, code: 'text', finished_at: 'time' },
  free: ['name'],
  sort: ['id', 'row_id', 'name', 'state', 'finished_at'],
  order: ['id', 'asc'],
}

const subject = 'bulk-jobs'
const view = { action: 'view', subject } as const

/** A bulk job is visible only to the user who started it. */
export const bulkJobs = {
  index: endpoint({
    name: 'bulk-job.index',
    method: 'GET',
    path: '/bulk-job/index',
    access: { action: 'view-list', subject },
    summary: 'List own bulk jobs, latest first',
    query: z.object(listQuery),
    reply: page(bulkJob),
    list: jobs,
  }),
  show: endpoint({
    name: 'bulk-job.show',
    method: 'GET',
    path: '/bulk-job/{id}/show',
    access: view,
    object: 'bulk-job',
    summary: 'Show the progress of an own bulk job',
    reply: data(bulkJob),
  }),
  report: endpoint({
    name: 'bulk-job.report',
    method: 'GET',
    path: '/bulk-job/{id}/report',
    access: view,
    object: 'bulk-job',
    summary: 'List the result of each row of an own bulk job',
    query: z.object(listQuery),
    reply: page(bulkJobRow),
    list: rows,
  }),
  cancel: endpoint({
    name: 'bulk-job.cancel',
    method: 'PUT',
    path: '/bulk-job/{id}/cancel',
    access: view,
    object: 'bulk-job',
    reasons: { 409: ['bulk.already_ended'] },
    summary: 'Cancel an own bulk job; rows and devices that it has not reached stay as they are',
    reply: data(bulkJob),
  }),
  retry: endpoint({
    name: 'bulk-job.retry',
    method: 'POST',
    path: '/bulk-job/{id}/retry',
    access: view,
    object: 'bulk-job',
    reasons: { 409: ['bulk.still_running', 'bulk.nothing_failed'] },
    summary: 'Repeat the failed rows of an own bulk job',
    reply: data(bulkJob),
    status: 202,
  }),
  undo: endpoint({
    name: 'bulk-job.undo',
    method: 'POST',
    path: '/bulk-job/{id}/undo',
    access: view,
    object: 'bulk-job',
    reasons: { 409: ['bulk.still_running', 'undo.no_inverse', 'undo.device', 'undo.done', 'undo.nothing'] },
    summary: 'Undo an own bulk job of the last 24 hours in another job, which reports records that have changed since',
    reply: data(bulkJob),
    status: 202,
  }),
}

/** What a job started by `bulkJobs.undo` does for each row. It is no call of the API: only jobs make it. */
export const undoRow = endpoint({
  name: 'bulk-job.undo-row',
  method: 'PUT',
  path: '/bulk-job/{id}/undo-row',
  access: 'self',
  summary: 'Undo what a bulk job changed in one record',
  body: z.object({ bulk_job: z.int() }),
})

export const undoAction: RowCall = {
  call: undoRow as Endpoint,
  index: bulkJobs.index as Endpoint,
  changesRow: true,
  skips: ['undo.nothing', 'undo.changed', 'undo.changed_by'],
}

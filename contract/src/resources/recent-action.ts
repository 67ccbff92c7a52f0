import * as z from 'zod/mini'
import { subjects } from '../abilities.ts'
import { data, endpoint } from '../endpoint.ts'
import { replyMessage } from '../errors.ts'
import { id, integerText, time } from '../fields.ts'
import { commandRow } from './device-command.ts'

/** The time in which an action is listed and can be undone. */
export const recentHours = 24

export const recentVerbs = ['create', 'update', 'destroy', 'recover', 'move'] as const
export type RecentVerb = (typeof recentVerbs)[number]

/** One request or bulk job of the caller that changed records. */
export const recentAction = z.object({
  /** Of the first entry of the action in the audit log, which `undo` names; null for a bulk job. */
  id: z.nullable(id()),
  /** The bulk job that made the change; `bulk-job.undo` undoes it. */
  bulk_job_id: z.nullable(id()),
  at: time(),
  request_id: z.nullable(z.string()),
  verb: z.enum(recentVerbs),
  subject: z.enum(subjects),
  object_id: z.nullable(id()),
  /** Name of the first record at that time. */
  label: z.nullable(z.string()),
  /** Number of records. */
  count: z.int(),
  /** Columns that an update changed, as in the audit log. */
  fields: z.array(z.string()),
  /** Name of the call and kind of the rows of a bulk job. */
  job: z.nullable(z.object({ action: z.string(), object: z.string() })),
  /** The command for the device `object_id` that was requested, if it is one; `label` is what the command is about. */
  command: z.nullable(z.pick(commandRow, { kind: true, target: true, verb: true })),
  /** It undoes another action. */
  undoes: z.boolean(),
  undo: z.enum(['possible', 'undone', 'impossible']),
  /** Why it cannot be undone, or what the undo leaves as it is: secrets. */
  note: z.nullable(replyMessage()),
})
export type RecentAction = z.infer<typeof recentAction>

/** Why an action cannot be undone, whatever has happened since. */
export const undoReasons = [
  'undo.no_inverse',
  'undo.device',
  'undo.secret',
  'undo.parts',
  'undo.email',
  'undo.too_many',
  'undo.done',
] as const

/** The maximum of actions in a list. */
export const maxRecentActions = 50

/** What the caller has changed in the last 24 hours, and how it is undone. */
export const recentActions = {
  index: endpoint({
    name: 'account.recent-action.index',
    method: 'GET',
    path: '/account/recent-action/index',
    access: 'self',
    reasons: { 403: ['token.not_allowed'] },
    summary: 'List own changes of the last 24 hours, latest first, at most 50',
    query: z.object({
      /** The maximum of actions; default 50. */
      limit: z.optional(integerText(1, maxRecentActions)),
    }),
    reply: data(z.array(recentAction)),
  }),
  undo: endpoint({
    name: 'account.recent-action.undo',
    method: 'POST',
    path: '/account/recent-action/{id}/undo',
    access: 'self',
    errorStatuses: [404],
    reasons: {
      403: ['token.not_allowed', 'forbidden', 'licence_missing'],
      409: [...undoReasons, 'undo.changed', 'undo.changed_by', 'undo.rejected', 'undo.incomplete'],
    },
    summary: 'Undo an own change of the last 24 hours by the opposite call; 409 if a record has changed since',
    reply: data(
      z.object({
        /** Number of records that have their former state again. */
        count: z.int(),
        /** What belonged to restored records and did not come back, and secrets that stay as they are. */
        not_restored: z.array(replyMessage()),
      }),
    ),
  }),
}

import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { id, time } from '../fields.ts'
import { columnReasons, importKinds, importReply, importRun, importStates } from './import-shapes.ts'

const kindQuery = z.object({ kind: z.enum(importKinds) })

/** A column that an import recognises. */
export const importColumn = z.object({
  /** The field of the record. */
  name: z.string(),
  /** Header in the template, in the caller's language. */
  label: z.string(),
  required: z.boolean(),
  /** What the column contains, in a few words. */
  hint: z.string(),
  example: z.string(),
})
export type ImportColumn = z.infer<typeof importColumn>

/** An import is visible only to the user who started it, by the call of its resource (`/hardware/import`). */
export const imports = {
  columns: endpoint({
    name: 'import.columns',
    method: 'GET',
    path: '/import/columns/list',
    access: 'self',
    errorStatuses: [403],
    summary: 'List the columns that an import of this kind recognises',
    query: kindQuery,
    reply: data(z.array(importColumn)),
  }),
  template: endpoint({
    name: 'import.template',
    method: 'GET',
    path: '/import/template',
    access: 'self',
    errorStatuses: [403],
    summary: 'Download an empty CSV file with the header and one example row',
    file: 'text/csv',
    query: kindQuery,
  }),
  index: endpoint({
    name: 'import.index',
    method: 'GET',
    path: '/import/index',
    access: 'self',
    summary: 'List own imports of a kind, latest first, at most 50',
    query: kindQuery,
    reply: data(
      z.array(
        z.object({
          id: id(),
          file_name: z.string(),
          state: z.enum(importStates),
          dry_run: z.boolean(),
          rows_total: z.nullable(z.int()),
          created: z.int(),
          updated: z.int(),
          bad: z.int(),
          created_at: time(),
          finished_at: z.nullable(time()),
        }),
      ),
    ),
  }),
  show: endpoint({
    name: 'import.show',
    method: 'GET',
    path: '/import/{id}/show',
    access: 'self',
    object: 'import',
    summary: 'Show an own import: how the file was parsed, its progress and its errors',
    reply: importReply,
  }),
  run: endpoint({
    name: 'import.run',
    method: 'POST',
    path: '/import/{id}/run',
    access: 'self',
    object: 'import',
    reasons: {
      403: ['licence_missing', 'licence.part_missing'],
      409: ['import.running', 'import.in_progress', 'import.done', 'import.no_longer_allowed'],
      422: [...columnReasons, 'password_confirmation_required'],
    },
    summary: 'Validate an uploaded file again with other columns, or import it',
    body: importRun,
    reply: importReply,
    status: 202,
  }),
  report: endpoint({
    name: 'import.report',
    method: 'GET',
    path: '/import/{id}/report',
    access: 'self',
    object: 'import',
    summary: 'Download the result of each row as CSV',
    file: 'text/csv',
  }),
  cancel: endpoint({
    name: 'import.cancel',
    method: 'DELETE',
    path: '/import/{id}/destroy',
    access: 'self',
    object: 'import',
    reasons: { 409: ['import.already_ended'] },
    summary: 'Stop a running import, or delete a finished one with its file',
  }),
}

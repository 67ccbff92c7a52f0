import * as z from 'zod/mini'
import { bulkReport, data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { id, time } from '../fields.ts'
import { listQuery, matchingSelection, page } from '../list.ts'

/** Kinds of records that could not be stored. */
export const deadLetterKinds = ['accounting', 'login'] as const

/**
 * The class of the SQLSTATE: 22 invalid value, 23 conflict with other data, 42 error in the schema, P0 raised by
 * the panel's own functions (an unknown NAS).
 */
export const deadLetterReasons = ['invalid-value', 'conflict', 'definition', 'rejected', 'other'] as const

/** A record of a NAS that was acknowledged but could not be stored. */
export const deadLetter = z.object({
  id: id(),
  /** Time of the last attempt. */
  at: time(),
  kind: z.enum(deadLetterKinds),
  reason: z.enum(deadLetterReasons),
  /** Five characters (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
  sqlstate: z.string(),
  /** PostgreSQL's message, in English. */
  error: z.string(),
  nas_id: z.nullable(id()),
  /** Null if the NAS is unknown or deleted. */
  nas_name: z.nullable(z.string()),
  /** User-Name; octets that are not text are escaped. */
  login: z.string(),
  retries: z.int(),
  retried_at: z.nullable(time()),
  /** Arguments of the database function, by parameter name. */
  attributes: z.record(z.string(), z.nullable(z.string())),
})
export type DeadLetter = z.infer<typeof deadLetter>

const list: ListDefinition = {
  fields: {
    id: 'id',
    at: 'time',
    kind: deadLetterKinds,
    reason: deadLetterReasons,
    sqlstate: 'text',
    error: 'text',
    nas_id: 'id',
    nas_name: 'text',
    login: 'text',
    retries: 'number',
  },
  free: ['login', 'error', 'nas_name'],
  sort: ['id', 'at', 'login', 'nas_name', 'sqlstate', 'retries'],
  order: ['id', 'desc'],
}

/** Missing records are reported one by one, so that a record stored by another user does not fail the others. */
const selection = z.object({
  ids: z.optional(
    z.array(id()).check(
      z.minLength(1),
      z.maxLength(1000),
      z.refine((chosen) => new Set(chosen).size === chosen.length, issue('field.duplicate')),
    ),
  ),
  matching: z.optional(matchingSelection),
})

const manage = { action: 'manage', subject: 'installation' } as const

export const deadLetters = {
  index: endpoint({
    name: 'dead-letter.index',
    method: 'GET',
    path: '/network/dead-letter/index',
    access: { action: 'view-list', subject: 'installation' },
    object: 'dead-letter',
    summary: 'List accounting records and logins that could not be stored, latest first',
    query: z.object(listQuery),
    reply: page(deadLetter),
    list,
  }),
  show: endpoint({
    name: 'dead-letter.show',
    method: 'GET',
    path: '/network/dead-letter/{id}/show',
    access: { action: 'view', subject: 'installation' },
    object: 'dead-letter',
    summary: 'Show a record that could not be stored',
    reply: data(deadLetter),
  }),
  retry: endpoint({
    name: 'dead-letter.retry',
    method: 'POST',
    path: '/network/dead-letter/retry',
    access: manage,
    summary: 'Store accounting records again; successful ones leave the list',
    body: selection,
    reply: bulkReport(),
  }),
  destroy: endpoint({
    name: 'dead-letter.destroy',
    method: 'POST',
    path: '/network/dead-letter/destroy',
    access: manage,
    summary: 'Permanently delete records that could not be stored',
    body: selection,
    reply: bulkReport(),
  }),
}

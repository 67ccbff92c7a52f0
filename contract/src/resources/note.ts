import * as z from 'zod/mini'
import { data, endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { id, ref, text, time } from '../fields.ts'
import { issue } from '../errors.ts'
import { labelKinds } from '../label-kind.ts'
import { listQuery, page } from '../list.ts'

/** Maximum number of users that a note mentions. */
export const maxMentions = 20

export const noteRow = z.object({
  id: id(),
  kind: z.enum(labelKinds),
  record_id: id(),
  /** The company of the record. */
  company_id: id(),
  /** Plain text with line breaks. */
  text: z.string(),
  /** Null: the author's account was deleted. */
  author_id: z.nullable(id()),
  author_name: z.string(),
  /** Visible to the author's company and the companies above it; otherwise to all who see the record. */
  internal: z.boolean(),
  mentions: z.array(z.object({ id: id(), name: z.string() })),
  created_at: time(),
  edited_at: z.nullable(time()),
})
export type NoteRow = z.infer<typeof noteRow>

const list: ListDefinition = {
  fields: {
    id: 'id',
    kind: labelKinds,
    record_id: 'id',
    company_id: 'id',
    author_id: 'id',
    author_name: 'text',
    internal: 'boolean',
    created_at: 'time',
  },
  free: ['author_name', 'text'],
  sort: ['created_at', 'id'],
  order: ['created_at', 'desc'],
}

const noteText = () => text().check(z.minLength(1, issue('field.required')))
/** Users whose names the text contains: each is notified by e-mail once. */
const mentions = () =>
  z.optional(z.array(ref('user')).check(z.maxLength(maxMentions, issue('field.max_entries', { max: maxMentions }))))

const base = '/note'
const subject = 'notes'

export const notes = {
  index: endpoint({
    name: 'note.index',
    method: 'GET',
    path: `${base}/index`,
    access: { action: 'view-list', subject },
    object: 'note',
    summary: 'List notes, latest first; `search=kind:site;record_id:5` for those of a record',
    query: z.object(listQuery),
    reply: page(noteRow),
    list,
  }),
  store: endpoint({
    name: 'note.store',
    method: 'POST',
    path: `${base}/store`,
    access: { action: 'create', subject },
    summary: 'Add a note to a record that the caller sees',
    body: z.object({
      kind: z.enum(labelKinds),
      record_id: id(),
      text: noteText(),
      internal: z.optional(z.boolean()),
      mentions: mentions(),
    }),
    reasons: { 422: ['row.missing', 'note.mention_unseen'] },
    reply: stored(),
    status: 201,
  }),
  update: endpoint({
    name: 'note.update',
    method: 'PUT',
    path: `${base}/{id}/update`,
    access: { action: 'update', subject },
    object: 'note',
    summary: 'Change an own note',
    body: z.object({ text: z.optional(noteText()), internal: z.optional(z.boolean()), mentions: mentions() }),
    reasons: { 403: ['note.not_own'], 422: ['note.mention_unseen'] },
    reply: data(noteRow),
  }),
  destroy: endpoint({
    name: 'note.destroy',
    method: 'DELETE',
    path: `${base}/{id}/destroy`,
    access: { action: 'update', subject },
    object: 'note',
    summary: 'Delete an own note',
    reasons: { 403: ['note.not_own'] },
  }),
}

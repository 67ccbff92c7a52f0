import * as z from 'zod/mini'
import { data, endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { id, idText, time } from '../fields.ts'
import { labelKinds } from '../label-kind.ts'
import { listQuery, page } from '../list.ts'

/** Maximum size of a file in bytes. The setting TRUNKLINE_FILES_MAX_MB is at most this. */
export const attachmentMaxBytes = 100_000_000

/** Allowed extensions of file names, and their media types. None is a type that browsers execute. */
export const attachmentTypes = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  txt: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  // RouterOS export.
  rsc: 'text/plain',
  cfg: 'text/plain',
  conf: 'text/plain',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
} as const
export type AttachmentExtension = keyof typeof attachmentTypes

/** The extensions for messages: `PDF, PNG, …`. */
export const attachmentTypeNames = Object.keys(attachmentTypes)
  .filter((extension) => extension !== 'jpeg')
  .map((extension) => extension.toUpperCase())
  .join(', ')

/** The allowed extension of a file name; undefined for any other name. */
export function attachmentExtension(name: string): AttachmentExtension | undefined {
  const extension = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && Object.hasOwn(attachmentTypes, extension)
    ? (extension as AttachmentExtension)
    : undefined
}

export const attachmentRow = z.object({
  id: id(),
  kind: z.enum(labelKinds),
  record_id: id(),
  /** The company of the record. */
  company_id: id(),
  name: z.string(),
  media_type: z.string(),
  size_bytes: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
  /** Null: the author's account was deleted. */
  author_id: z.nullable(id()),
  author_name: z.string(),
  /** Whether the author's company is the caller's or one below it: others cannot delete the file. */
  deletable: z.boolean(),
  created_at: time(),
})
export type AttachmentRow = z.infer<typeof attachmentRow>

const list: ListDefinition = {
  fields: {
    id: 'id',
    kind: labelKinds,
    record_id: 'id',
    company_id: 'id',
    name: 'text',
    author_id: 'id',
    author_name: 'text',
    size_bytes: 'number',
    created_at: 'time',
  },
  free: ['name', 'author_name'],
  sort: ['created_at', 'name', 'size_bytes', 'id'],
  order: ['created_at', 'desc'],
}

const base = '/attachment'
const subject = 'attachments'

export const attachments = {
  index: endpoint({
    name: 'attachment.index',
    method: 'GET',
    path: `${base}/index`,
    access: { action: 'view-list', subject },
    object: 'attachment',
    summary: 'List files of records, latest first; `search=kind:site;record_id:5` for those of a record',
    query: z.object(listQuery),
    reply: page(attachmentRow),
    list,
  }),
  limits: endpoint({
    name: 'attachment.limits',
    method: 'GET',
    path: `${base}/limits`,
    access: { action: 'view-list', subject },
    summary: 'Maximum size of a file in bytes, and maximum number of files of a record',
    reply: data(z.object({ max_bytes: z.int(), max_files: z.int() })),
  }),
  store: endpoint({
    name: 'attachment.store',
    method: 'POST',
    path: `${base}/store`,
    access: { action: 'create', subject },
    summary: 'Add a file to a record that the caller sees',
    upload: { maxBytes: attachmentMaxBytes, storage: true },
    perMinute: 60,
    body: z.object({ kind: z.enum(labelKinds), record_id: idText() }),
    reasons: {
      409: ['attachment.per_record', 'attachment.per_company'],
      422: ['row.missing', 'attachment.type', 'attachment.content'],
      503: ['attachment.storage'],
    },
    reply: stored(),
    status: 201,
  }),
  download: endpoint({
    name: 'attachment.download',
    method: 'GET',
    path: `${base}/{id}/download`,
    access: { action: 'view', subject },
    object: 'attachment',
    summary: 'Download a file; needs the right to view its record',
    errorStatuses: [409],
    reasons: { 409: ['attachment.lost'], 503: ['attachment.storage'] },
    file: 'application/octet-stream',
  }),
  destroy: endpoint({
    name: 'attachment.destroy',
    method: 'DELETE',
    path: `${base}/{id}/destroy`,
    access: { action: 'update', subject },
    object: 'attachment',
    summary: 'Permanently delete a file of the own company or of one below it',
    reasons: { 403: ['attachment.not_own'] },
  }),
}

import { message } from '@trunkline/contract/errors'
import type { LabelKind } from '@trunkline/contract/label-kind'
import { attachments, attachmentTypes } from '@trunkline/contract/resources/attachment'
import { sql } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import { insertRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { isNoSpace } from '../../data-folder.ts'
import { AppError, conflict, forbidden, notFound } from '../../errors.ts'
import type { CallRequest, Handlers } from '../../http/call.ts'
import { indexHandler, loadRow } from '../../http/standard-handlers.ts'
import { addJob } from '../../jobs/queue.ts'
import {
  authorName,
  findLabelled,
  lineOfActor,
  ofViewedKinds,
  readLabelled,
  type LabelledRecord,
} from '../notes/labelled-record.ts'
import { checkType, safeName } from './file-type.ts'
import { createFileStore, newObjectName } from './store.ts'

const rowsFor = (company_id: number) => (tx: Tx) =>
  tx
    .selectFrom('attachment as a')
    .select(['a.id', 'a.record_id', 'a.company_id', 'a.name', 'a.media_type', 'a.size_bytes', 'a.sha256'])
    .select(['a.author_id', 'a.author_name', 'a.created_at', 'a.search_text', 'a.ancestor_ids'])
    .select([
      sql<LabelKind>`a.kind`.as('kind'),
      sql<boolean>`array_position(a.author_ancestor_ids, ${company_id}::bigint) is not null`.as('deletable'),
    ])

const source = { table: 'attachment', owner: 'company_id' } as const

interface StoredAttachment {
  id: number
  kind: LabelKind
  record_id: number
  name: string
  size_bytes: number
  object: string
  author_ancestor_ids: number[]
}

/** Serialises uploads for a company's records, so that together they do not exceed a limit. */
const lockCompany = (tx: Tx, company_id: number) =>
  sql`select pg_advisory_xact_lock(hashtext('trunkline files'), ${company_id % 2_147_483_647})`.execute(tx)

/** @throws AppError conflict if the record or its company cannot have a further file of this size */
async function assertFits(
  tx: Tx,
  { files }: Deps['config'],
  record: LabelledRecord,
  kind: LabelKind,
  size: number,
): Promise<void> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select (select count(*)::int from attachment where kind = ${kind} and record_id = ${record.id}) as files,
      (select coalesce(sum(size_bytes), 0)::bigint from attachment where company_id = ${record.company_id}) as bytes`.execute(
    tx,
  )
  const used = rows[0] as { files: number; bytes: number }
  if (used.files >= files.maxPerRecord) throw conflict('attachment.per_record', { max: files.maxPerRecord })
  if (Number(used.bytes) + size > files.maxCompanyBytes)
    throw conflict('attachment.per_company', { megabytes: Math.floor(files.maxCompanyBytes / 1_000_000) })
}

/** The storage cannot be used now: the caller may retry. */
const unavailable = (cause: unknown) =>
  isNoSpace(cause)
    ? new AppError('storage_full', { retryAfter: 30, cause })
    : new AppError('unavailable', { reason: message('attachment.storage'), retryAfter: 30, cause })

export const attachmentHandlers = (deps: Deps): Handlers<typeof attachments> => {
  const store = createFileStore(deps.config.files)
  /** A transaction that ends before the storage is used, which may take seconds. */
  const read = <T>({ actor, request }: { actor: Actor; request: CallRequest }, work: (tx: Tx) => Promise<T>) =>
    withTenant(deps.databases, tenantSettingsOf(actor, request), { write: false }, work)
  return {
    index: (call) =>
      indexHandler(deps, attachments.index, {
        rows: rowsFor(call.actor.company_id),
        owner: 'company_id',
        ancestor_ids: 'ancestor_ids',
        searchText: 'search_text',
        softDelete: false,
        where: [ofViewedKinds(call.actor)],
      })(call),

    limits: async () => ({
      data: { max_bytes: deps.config.files.maxBytes, max_files: deps.config.files.maxPerRecord },
    }),

    /**
     * The object is written before its row, and before the transaction begins. If the row is not committed, the object
     * is deleted here, or by the sweep.
     */
    async store(call) {
      const { actor, body, upload, db, request } = call
      const { kind, record_id } = body
      const extension = await checkType(upload)
      await read(call, async (tx) =>
        assertFits(tx, deps.config, await findLabelled(tx, actor, kind, record_id), kind, upload.size),
      )
      const object = newObjectName()
      try {
        await store.write(object, upload.path, upload).catch((error: unknown) => {
          throw unavailable(error)
        })
        return await db(async (tx) => {
          const record = await findLabelled(tx, actor, kind, record_id)
          await lockCompany(tx, record.company_id)
          await assertFits(tx, deps.config, record, kind, upload.size)
          const id = await insertRow(tx, 'attachment', {
            kind,
            record_id,
            company_id: record.company_id,
            name: safeName(upload.name, extension),
            media_type: attachmentTypes[extension],
            size_bytes: upload.size,
            sha256: upload.sha256,
            object,
            author_id: actor.user_id,
            author_name: authorName(actor),
            author_ancestor_ids: lineOfActor(actor),
          })
          return { data: { id } }
        })
      } catch (error) {
        await store.remove(object).catch((cause: unknown) => {
          request.log.warn({ err: cause }, 'a stored file without a record is left to the sweep')
        })
        throw error
      }
    },

    async download(call) {
      const { actor, params } = call
      const row = await read(call, async (tx) => {
        const stored = await loadRow(tx, actor, source, attachments.download.access, params.id)
        const found = stored as unknown as StoredAttachment
        if ((await readLabelled(tx, actor, found.kind, found.record_id)) === undefined) throw notFound()
        return found
      })
      const file = await store.read(row.object).catch((error: unknown) => {
        throw unavailable(error)
      })
      if (file === undefined) throw conflict('attachment.lost')
      return { file, name: row.name, type: attachments.download.file, size: Number(row.size_bytes) }
    },

    destroy: ({ actor, params, db }) =>
      db(async (tx) => {
        const stored = await loadRow(tx, actor, source, attachments.destroy.access, params.id, { lock: true })
        const row = stored as unknown as StoredAttachment
        if (!row.author_ancestor_ids.includes(actor.company_id)) throw forbidden('attachment.not_own')
        await sql`delete from attachment where id = ${row.id}`.execute(tx)
        await addJob(tx, 'remove-file', { object: row.object }, { key: `file:${row.object}` })
      }),
  }
}

import { message } from '@trunkline/contract/errors'
import { routerosPackages, type RouterosPackageRow } from '@trunkline/contract/resources/routeros-package'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { isNoSpace } from '../../data-folder.ts'
import type { Tx } from '../../db/pool.ts'
import { insertRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { packageFileName, readPackage, type PackageFacts } from '../../devices/rollout/package-file.ts'
import { redeemToken } from '../../devices/rollout/uploaded.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import type { Handlers, UploadedFile } from '../../http/call.ts'
import { indexHandler, loadRow } from '../../http/standard-handlers.ts'
import { addJob } from '../../jobs/queue.ts'
import { createFileStore, newObjectName } from '../attachments/store.ts'

/** Companies above the caller's are not visible, which marks a package as inherited. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('routeros_package as p')
    .leftJoin('company as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.company_id', 'c.name as company_name', 'p.name', 'p.package', 'p.routeros_version'])
    .select(['p.built_at', 'p.note', 'p.size_bytes', 'p.sha256', 'p.uploaded_by', 'p.created_at'])
    .select(['p.search_text', 'p.ancestor_ids'])
    .select([
      sql<RouterosPackageRow['architecture']>`p.architecture`.as('architecture'),
      sql<RouterosPackageRow['verified_by']>`p.verified_by`.as('verified_by'),
      sql<boolean>`c.id is null`.as('inherited'),
    ])

/** The storage cannot be used now: the caller may retry. */
const unavailable = (cause: unknown) =>
  isNoSpace(cause)
    ? new AppError('storage_full', { retryAfter: 30, cause })
    : new AppError('unavailable', { reason: message('attachment.storage'), retryAfter: 30, cause })

/** @throws AppError conflict if the company has this package already, or no space for it */
async function checkNew(
  tx: Tx,
  { config }: Deps,
  actor: Actor,
  facts: PackageFacts,
  upload: UploadedFile,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('trunkline packages'), ${actor.company_id % 2_147_483_647})`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number; name: string; same: boolean }>`
    select id, name, sha256 = ${upload.sha256} as same from routeros_package
    where sha256 = ${upload.sha256} or company_id = ${actor.company_id} and package = ${facts.package}
      and routeros_version = ${facts.routeros_version} and architecture = ${facts.architecture}
    order by same desc limit 1`.execute(tx)
  const [there] = rows
  if (there !== undefined) {
    const reason = message(there.same ? 'npk.exists_as' : 'npk.other_content', { name: there.name })
    throw new AppError('conflict', { reason, fields: { file: reason }, details: { id: there.id, name: there.name } })
  }
  const { rows: sums } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from routeros_package where company_id = ${actor.company_id}`.execute(
    tx,
  )
  const max = config.files.maxCompanyBytes
  if (Number(sums[0]?.bytes) + upload.size > max)
    throw conflict('npk.per_company', { megabytes: Math.floor(max / 1_000_000) })
}

export const routerosPackageHandlers = (deps: Deps): Handlers<typeof routerosPackages> => {
  const store = createFileStore(deps.config.files)
  return {
    index: indexHandler(deps, routerosPackages.index, {
      rows,
      owner: 'company_id',
      ancestor_ids: 'ancestor_ids',
      shared: 'inherited',
      searchText: 'search_text',
      softDelete: false,
    }),

    /** The object is written before its row. If the row is not committed, it is deleted here, or by the sweep. */
    async store({ actor, body, upload, db, request }) {
      const facts = await readPackage(upload)
      const object = newObjectName()
      try {
        await store.write(object, upload.path, upload).catch((error: unknown) => {
          throw unavailable(error)
        })
        return await db(async (tx) => {
          await checkNew(tx, deps, actor, facts, upload)
          const id = await insertRow(tx, 'routeros_package', {
            ...facts,
            company_id: actor.company_id,
            name: packageFileName(facts),
            note: body.note || null,
            size_bytes: upload.size,
            sha256: upload.sha256,
            object,
            uploaded_by: actor.label,
          })
          return { data: { id } }
        })
      } catch (error) {
        await store.remove(object).catch((cause: unknown) => {
          request.log.warn({ err: cause }, 'a stored package without a record is left to the sweep')
        })
        throw error
      }
    },

    destroy: ({ actor, params, db }) =>
      db(async (tx) => {
        const source = { table: 'routeros_package', owner: 'company_id' } as const
        const row = (await loadRow(tx, actor, source, routerosPackages.destroy.access, params.id, {
          lock: true,
        })) as unknown as { id: number; company_id: number; object: string; routeros_version: string }
        // The companies that may use it are the owner and those below it.
        const { rows } = await sql<{ name: string }>`
          select r.name from rollout r where r.source = 'uploaded' and r.target_version = ${row.routeros_version}
            and r.finished_at is null and array_position(r.ancestor_ids, ${row.company_id}::bigint) is not null limit 1`.execute(
          tx,
        )
        if (rows[0] !== undefined) throw conflict('npk.in_use', { rollout: rows[0].name })
        await sql`delete from routeros_package where id = ${row.id}`.execute(tx)
        await addJob(tx, 'remove-file', { object: row.object }, { key: `file:${row.object}` })
      }),

    async fetch({ params }) {
      const found = await redeemToken(deps.databases, params.device, params.token)
      if (found === undefined) throw notFound()
      const file = await store.read(found.object).catch((error: unknown) => {
        throw unavailable(error)
      })
      if (file === undefined) throw notFound()
      return { file, name: found.name, type: routerosPackages.fetch.file, size: Number(found.size_bytes) }
    },
  }
}

import { message } from '@trunkline/contract/errors'
import { readFile } from 'node:fs/promises'
import { dpkFiles, type DpkRow } from '@trunkline/contract/resources/hardware-manufacturer'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Handlers, UploadedFile } from '../../http/call.ts'
import { readHead } from '../../http/file-signature.ts'
import { indexHandler, loadRow } from '../../http/standard-handlers.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('dpk_file as d')
    .innerJoin('hardware_manufacturer as m', 'm.id', 'd.manufacturer_id')
    .select(['d.id', 'd.manufacturer_id', 'm.name as manufacturer_name', 'd.name', 'd.note', 'd.size_bytes'])
    .select(['d.sha256', 'd.uploaded_by', 'd.created_at', 'd.company_id', 'd.search_text'])
    .select(sql<boolean>`true`.as('shared'))

const source = { table: 'dpk_file', owner: 'company_id', shared: 'shared', rows, searchText: 'search_text' } as const

/** Bytes before the parts of a package: four of magic number, four of content length. */
const headBytes = 8
/** Magic numbers of RouterOS packages, and of the hidden packages of MikroTik's branding maker. */
const npk = '1ef1d0ba'
const dpk = 'fb0f10a1'

/**
 * Whether a file is a RouterOS package, by its magic number and content length (little endian). Sources: the signatures
 * of binwalk, and for the length https://gitlab.com/gavz/mikrotik-npk.
 * @throws AppError validation_failed at `file`
 */
async function checkPackage({ path, size }: UploadedFile): Promise<void> {
  const head = await readHead(path, headBytes)
  const kind = head.toString('hex', 0, 4)
  if (size < headBytes || (kind !== npk && kind !== dpk)) throw invalid({ file: message('package.format') })
  if (head.readUInt32LE(4) + headBytes > size) throw invalid({ file: message('package.truncated') })
  if (head.readUInt32LE(4) + headBytes < size && kind === npk) throw invalid({ file: message('package.too_long') })
}

/** @throws AppError conflict that names the file with the same content */
async function checkNew(tx: Tx, manufacturer_id: number, sha256: string): Promise<void> {
  const there = await tx
    .selectFrom('dpk_file')
    .select(['id', 'name'])
    .where('manufacturer_id', '=', manufacturer_id)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (there === undefined) return
  const reason = message('package.exists_as', { name: there.name })
  throw new AppError('conflict', { reason, fields: { file: reason }, details: { id: there.id, name: there.name } })
}

/** Chunk size of a download in bytes. */
const pieceBytes = 1024 * 1024

async function* pieces(read: (from: number) => Promise<Buffer>, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += pieceBytes) yield await read(at)
}

export const dpkHandlers = (deps: Deps): Handlers<typeof dpkFiles> => ({
  index: indexHandler<typeof dpkFiles.index, DpkRow & { company_id: number; search_text: string; shared: boolean }>(
    deps,
    dpkFiles.index,
    { ...source, softDelete: false },
  ),

  async store({ actor, body, upload, db }) {
    await checkPackage(upload)
    return db(async (tx) => {
      await checkNew(tx, body.manufacturer_id, upload.sha256)
      const { id } = await tx
        .insertInto('dpk_file')
        .values({
          company_id: actor.company_id,
          manufacturer_id: body.manufacturer_id,
          name: upload.name,
          note: body.note || null,
          size_bytes: upload.size,
          sha256: upload.sha256,
          uploaded_by: actor.label,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('dpk_content')
        .values({ dpk_file_id: id, bytes: await readFile(upload.path) })
        .execute()
      return { data: { id } }
    })
  },

  async download({ actor, params, db }) {
    const row = await db((tx) => loadRow(tx, actor, source, dpkFiles.download.access, params.id))
    const read = (from: number) =>
      db(async (tx) => {
        const { rows: parts } = await sql<{ part: Buffer }>`
          select substring(bytes from ${from + 1} for ${pieceBytes}) as part from dpk_content where dpk_file_id = ${params.id}`.execute(
          tx,
        )
        return (parts[0] as { part: Buffer }).part
      })
    return {
      file: pieces(read, Number(row['size_bytes'])),
      name: String(row['name']),
      type: dpkFiles.download.file,
    }
  },

  destroy: ({ actor, params, db }) =>
    db(async (tx) => {
      await loadRow(tx, actor, source, dpkFiles.destroy.access, params.id, { lock: true })
      await tx.deleteFrom('dpk_file').where('id', '=', params.id).execute()
    }),
})

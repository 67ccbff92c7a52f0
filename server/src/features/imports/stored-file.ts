import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open as openFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { open, seal, type Keys } from '../../secrets.ts'

const pieceBytes = 1_000_000
/** Maximum number of stored files per user. */
const maxFiles = 10

/** Files may contain passwords: each chunk is encrypted, with its position as additional data. */
const contextOf = (import_id: number, chunk: number) => `import:${import_id}:${chunk}`

/** Stores the file at `path` with an import, in chunks. */
export async function storeFile(tx: Tx, key: Keys, import_id: number, path: string): Promise<void> {
  let chunk = 0
  for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
    const sealed = seal(key, (bytes as Buffer).toString('base64'), contextOf(import_id, chunk))
    await sql`insert into import_chunk (import_id, chunk, bytes) values (${import_id}, ${chunk++}, ${sealed})`.execute(
      tx,
    )
  }
}

/** Deletes the stored file of an import. */
export const dropFile = (tx: Tx, import_id: number) =>
  sql`delete from import_chunk where import_id = ${import_id}`.execute(tx)

/** Deletes the stored files of a user's older imports, so that repeated uploads do not fill the database. */
export const dropOldFiles = (tx: Tx, user_id: number) =>
  sql`
    delete from import_chunk where import_id in (
      select id from import where user_id = ${user_id} and state not in ('checking', 'applying') order by id desc offset ${maxFiles})`.execute(
    tx,
  )

/**
 * Writes the stored file of an import to disk under a random name while `work` runs.
 * @param query runs a statement in a separate transaction
 * @returns the result of `work`; undefined if the file is no longer stored
 */
export async function withFile<T>(
  query: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>,
  key: Keys,
  import_id: number,
  work: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const path = join(tmpdir(), `trunkline-${randomUUID()}`)
  try {
    const file = await openFile(path, 'wx', 0o600)
    let chunk = 0
    try {
      for (; ; chunk++) {
        const { rows } = await query((tx) =>
          sql<{
            bytes: Buffer
          }>`select bytes from import_chunk where import_id = ${import_id} and chunk = ${chunk}`.execute(tx),
        )
        if (rows[0] === undefined) break
        await file.write(Buffer.from(open(key, rows[0].bytes, contextOf(import_id, chunk)), 'base64'))
      }
    } finally {
      await file.close()
    }
    return chunk === 0 ? undefined : await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open as openFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { open, seal, type Keys } from '../../secrets.ts'

const pieceBytes = 1_000_000
/** Files of one user that are kept at one time. */
const maxFiles = 10

/** A file may hold passwords: its pieces are sealed, each for its place. */
const contextOf = (import_id: number, piece: number) => `import:${import_id}:${piece}`

/** Keeps the file at `path` with an import, a piece at a time. */
export async function storeFile(tx: Tx, key: Keys, import_id: number, path: string): Promise<void> {
  let piece = 0
  for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
    const sealed = seal(key, (bytes as Buffer).toString('base64'), contextOf(import_id, piece))
    await sql`insert into import_chunk (import_id, piece, bytes) values (${import_id}, ${piece++}, ${sealed})`.execute(
      tx,
    )
  }
}

/** Forgets the file of an import. */
export const dropFile = (tx: Tx, import_id: number) =>
  sql`delete from import_chunk where import_id = ${import_id}`.execute(tx)

/** Forgets the files of a user's older imports: whoever tries again and again does not fill the database. */
export const dropOldFiles = (tx: Tx, user_id: number) =>
  sql`
    delete from import_chunk where import_id in (
      select id from import where user_id = ${user_id} and state not in ('checking', 'applying') order by id desc offset ${maxFiles})`.execute(
    tx,
  )

/**
 * Lays the kept file of an import out on disk under a random name while `work` runs.
 * @param query runs a statement in a transaction of its own
 * @returns what `work` answers; undefined where the file is not kept any more
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
    let piece = 0
    try {
      for (; ; piece++) {
        const { rows } = await query((tx) =>
          sql<{
            bytes: Buffer
          }>`select bytes from import_chunk where import_id = ${import_id} and piece = ${piece}`.execute(tx),
        )
        if (rows[0] === undefined) break
        await file.write(Buffer.from(open(key, rows[0].bytes, contextOf(import_id, piece)), 'base64'))
      }
    } finally {
      await file.close()
    }
    return piece === 0 ? undefined : await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

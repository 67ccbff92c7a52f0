import { sql } from 'kysely'
import { hashToken } from '../access/token.ts'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { notFound } from '../errors.ts'

/** Chunk size of a download in bytes. */
const pieceBytes = 1024 * 1024

/**
 * The branding package that a running command makes its device fetch. The token expires with the command.
 * @throws AppError not_found for any other token
 */
export async function openBrandingFile(
  databases: Databases,
  token: string,
): Promise<{ name: string; file: AsyncGenerator<Buffer> }> {
  const hash = hashToken(token).toString('hex')
  const found = await withSystem(databases, async (tx) => {
    const { rows } = await sql<{ id: number; name: string; size: number }>`
      select f.id, f.name, f.size_bytes as size from device_command c join dpk_file f on f.id = (c.input ->> 'dpk_file_id')::bigint
      where c.state in ('queued', 'running') and c.kind = 'dpk' and c.input ->> 'token_hash' = ${hash}`.execute(tx)
    return rows[0]
  })
  if (found === undefined) throw notFound()
  const { id, name, size } = found
  async function* pieces() {
    for (let at = 0; at < size; at += pieceBytes) {
      const from = at
      const part = await withSystem(databases, async (tx) => {
        const { rows } = await sql<{ part: Buffer }>`
          select substring(bytes from ${from + 1}::int for ${pieceBytes}::int) as part from dpk_content where dpk_file_id = ${id}`.execute(
          tx,
        )
        return rows[0]?.part
      })
      // Removed during the download: aborts the reply, so that a partial file does not look complete.
      if (part === undefined) throw new Error('The package was removed while a device was fetching it.')
      yield part
    }
  }
  return { name, file: pieces() }
}

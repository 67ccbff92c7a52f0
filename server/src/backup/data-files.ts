import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Excluded from the backup of the data folder: the key, which must be stored separately from the data that it protects;
 * the database and its URL, whose rows are backed up; and the files of FreeRADIUS, which contain its key and are
 * written again at each start.
 */
const leftOut = /^(key($|\.)|database-url|postgres|radius$|backups?$)/

/** Paths of all backed up files, relative to the data folder, sorted. */
export async function dataFiles(dataDir: string, avoid: string): Promise<string[]> {
  const found: string[] = []
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        // A host without a data folder, or one removed in the meantime.
        if (error.code === 'ENOENT') return []
        throw error
      },
    )
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (folder === '' && leftOut.test(entry.name)) continue
      // A backup does not contain other backups.
      if (join(dataDir, path) === avoid) continue
      if (entry.isDirectory()) await walk(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  await walk('')
  return found
}

const pieceBytes = 4 * 1024 * 1024

/** The content of a file in chunks, and its mode; undefined if it no longer exists. */
export async function openDataFile(path: string): Promise<{ mode: number; pieces: AsyncIterable<Buffer> } | undefined> {
  try {
    const { mode } = await stat(path)
    return {
      mode: mode & 0o777,
      pieces: createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

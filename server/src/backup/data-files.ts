import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What of the data folder is not backed up: the key, which must be kept apart from what it protects; the database and its
 * address, which are backed up as rows; and the files of FreeRADIUS, which hold its key and are written again at the start.
 */
const leftOut = /^(key($|\.)|database-url|postgres|radius$|backups?$)/

/** Paths below the data folder of all files that are backed up, in order. */
export async function dataFiles(dataDir: string, avoid: string): Promise<string[]> {
  const found: string[] = []
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        // A host without a data folder, or one that was removed meanwhile.
        if (error.code === 'ENOENT') return []
        throw error
      },
    )
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (folder === '' && leftOut.test(entry.name)) continue
      // Backups do not back up each other.
      if (join(dataDir, path) === avoid) continue
      if (entry.isDirectory()) await walk(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  await walk('')
  return found
}

const pieceBytes = 4 * 1024 * 1024

/** A file in pieces, and its mode; undefined where it is gone. */
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

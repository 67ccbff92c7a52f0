import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore, StoredObject } from './file-store.ts'
import { objectOf, objectPath } from './object-path.ts'

/** Of a file that is being written. */
const unfinished = '.part'

const orMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Writes what a file contains, or the entries of a folder, to the disk. */
async function flush(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Objects in a folder of this machine, or of a file system that all processes mount. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, objectPath(name))
  return {
    async write(name, path) {
      const target = pathOf(name)
      const created = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await copyFile(path, target + unfinished)
        await flush(target + unfinished)
        await rename(target + unfinished, target)
        await flush(dirname(target))
        if (created !== undefined) await flush(folder)
      } catch (error) {
        await rm(target + unfinished, { force: true })
        throw error
      }
    },
    async read(name) {
      const file = await orMissing(open(pathOf(name)))
      return file?.createReadStream()
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
      await rm(pathOf(name) + unfinished, { force: true })
    },
    async *list() {
      for (const part of ((await orMissing(readdir(folder))) ?? []).toSorted()) {
        const found: StoredObject[] = []
        if (!/^[0-9a-f]{2}$/.test(part)) continue
        for (const entry of ((await orMissing(readdir(join(folder, part)))) ?? []).toSorted()) {
          const name = objectOf(`${part}/${entry.replace(unfinished, '')}`)
          const stats = name === undefined ? undefined : await orMissing(stat(join(folder, part, entry)))
          if (name !== undefined && stats !== undefined) found.push({ name, modified: stats.mtime })
        }
        yield found
      }
    },
  }
}

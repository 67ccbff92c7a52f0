import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { ConfigError, EXIT_UNAVAILABLE } from './config-error.ts'

/** Error codes for a full file system and an exhausted user quota. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT'])

/** Whether an error of the file system means that no space is left. */
export const isNoSpace = (error: unknown): boolean => NO_SPACE.has((error as NodeJS.ErrnoException | null)?.code ?? '')

/** The user that this process runs as, for messages. */
function user(): string {
  try {
    const { username, uid } = userInfo()
    return `${username} (${uid})`
  } catch {
    // A user without an entry in /etc/passwd, as in containers.
    return String(process.getuid?.())
  }
}

/**
 * Explains a file system error in the data folder, and what the operator can do.
 * @returns undefined for errors that have another cause than the folder
 */
export function explainDataFolder(error: unknown, dataDir: string): ConfigError | undefined {
  const { code = '', path = dataDir } = error as NodeJS.ErrnoException
  const explain = (text: string, status?: number) =>
    new ConfigError([`TRUNKLINE_DATA: ${text}`], { ...(status !== undefined && { status }), cause: error })
  if (isNoSpace(error)) return explain(`no space is left on the file system of ${dataDir}`, EXIT_UNAVAILABLE)
  switch (code) {
    case 'EROFS':
      return explain(`${dataDir} is on a read-only file system`)
    case 'EACCES':
    case 'EPERM':
      return explain(
        `the user ${user()} may not read and write ${path}: change the owner of ${dataDir}, or name another folder`,
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return explain(`${dataDir} is not a folder, or lies below a file`)
    case 'ENOENT':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return explain(`${dataDir} does not exist and cannot be created (${code})`)
  }
  return undefined
}

/**
 * Creates a folder and its parents. `mkdirSync` with `recursive` never returns below a folder that answers ENOENT to
 * mkdir, as /proc and some network file systems do.
 */
function makeFolder(path: string): void {
  const make = () => {
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
      if (!exists || !statSync(path).isDirectory()) throw error
    }
  }
  try {
    make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    makeFolder(dirname(path))
    make()
  }
}

/**
 * Creates the data folder if it does not exist, and tests it by writing and removing a file.
 * @throws ConfigError if it cannot be created or written to
 */
export function openDataFolder(dataDir: string): void {
  const probe = join(dataDir, `.writable-${process.pid}`)
  try {
    makeFolder(dataDir)
    writeFileSync(probe, 'x', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    try {
      rmSync(probe, { force: true })
    } catch {
      // If the folder does not exist; the first error is more specific.
    }
    throw explainDataFolder(error, dataDir) ?? error
  }
}

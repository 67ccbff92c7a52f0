import { open, readdir, rename, unlink, type FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './launch.ts'
import { createRecordStore } from './record-store.ts'

export interface RecordsOptions {
  /** Folder of FreeRADIUS's files: `recordsFolder`. */
  folder: string
  /** Address of the database as the role trunkline_radius. */
  databaseUrl: string
  /** Settings of its database session, by name. */
  session?: Readonly<Record<string, string>>
  log: Log
  intervalMs?: number
}

/** A file that was unlinked. */
interface UnlinkedFile {
  name: string
  file: FileHandle
  /** Number of its octets that are stored. */
  stored: number
}

export interface Records {
  /**
   * Stores all files now, including one that FreeRADIUS may still write to.
   * @throws Error if the database rejects one
   */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Maximum number of open files. */
const perRound = 500
/** Milliseconds after a file was unlinked in which FreeRADIUS may still finish a line in it. */
const lateMs = 100

/**
 * Stores the records that FreeRADIUS writes to files instead of the database: interim updates and accepted logins,
 * one file per second (`report-<epoch>`, `login-<epoch>`). A file is stored in one transaction by
 * `panel.radius_batch`, which records the stored position, so that nothing counts twice if this process dies in
 * between, and then deleted. FreeRADIUS reopens a file that was unlinked (exfile.c of 3.2), so no line is written to
 * a deleted one. While the database is down, or this process is not running, the files accumulate.
 */
export function loadRecords({ folder, databaseUrl, session = {}, log, intervalMs = 200 }: RecordsOptions): Records {
  const records = createRecordStore({ source: `${hostname()}:${resolve(folder)}`, databaseUrl, session, log })
  const ending = new AbortController()
  const { signal } = ending
  let failing = false

  /** Stores a file and deletes it. Returns an incomplete rest, for `storeRest`; undefined if there is none. */
  const store = async (name: string): Promise<UnlinkedFile | undefined> => {
    const path = join(folder, name)
    const file = await open(path).catch(ifPresent)
    if (file === undefined) return undefined
    try {
      const text = await readAll(file)
      await records.send(name, text)
      await unlink(path).catch(ifPresent)
      return { name, file, stored: text.length }
    } catch (error) {
      await file.close()
      // Data that can never be stored (SQLSTATE classes 22 and 23) must not block later files.
      if (!/^2[23]/.test((error as { code?: string }).code ?? '')) throw error
      log.warn({ err: error, file: name }, 'a file of RADIUS records can never be stored and was set aside')
      await rename(path, join(folder, `rejected-${name}`))
      return undefined
    }
  }

  /** Stores lines that were started before their files were unlinked. */
  const storeRest = async (deleted: readonly UnlinkedFile[]): Promise<void> => {
    try {
      if (deleted.length > 0) await sleep(lateMs)
      for (const { name, file, stored } of deleted)
        if ((await file.stat()).size > stored) await records.send(name, await readAll(file))
    } finally {
      await Promise.all(deleted.map(({ file }) => file.close()))
    }
  }

  const round = async (everything: boolean): Promise<void> => {
    const names = await readdir(folder).catch(ifPresent)
    // A file of a past second: FreeRADIUS writes a record within milliseconds.
    const now = Math.floor(Date.now() / 1000)
    const due = (names ?? [])
      .map((name) => ({ name, epoch: Number(/^(?:report|login)-(\d{1,12})$/.exec(name)?.[1] ?? Number.NaN) }))
      .filter(({ epoch }) => (everything ? !Number.isNaN(epoch) : epoch < now))
      // The oldest first: the reports of a session have to be applied in order.
      .toSorted((a, b) => a.epoch - b.epoch)
      .slice(0, perRound)
    const deleted: UnlinkedFile[] = []
    try {
      for (const { name } of due) {
        if (signal.aborted && !everything) return
        const left = await store(name)
        if (left !== undefined) deleted.push(left)
      }
    } finally {
      await storeRest(deleted)
    }
    if (everything && due.length === perRound) await round(everything)
  }

  // One round at a time, whatever triggered it.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (everything: boolean): Promise<void> => {
    const next = last.then(() => round(everything))
    last = next.catch(() => {})
    return next
  }
  const run = async () => {
    while (!signal.aborted) {
      await inTurn(false).then(
        () => (failing = false),
        async (error: unknown) => {
          if (!failing) log.warn({ err: error }, 'records of FreeRADIUS could not be stored; they stay in their files')
          failing = true
          await records.close()
        },
      )
      await sleep(failing ? Math.max(2_000, intervalMs) : intervalMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    flush: () => inTurn(true),
    async stop() {
      ending.abort()
      await running
      await last
      await records.close()
    },
  }
}

/** Ignores the error of a file or folder that does not exist (any more). */
function ifPresent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/**
 * The contents of the file, one character per octet. FreeRADIUS writes printable characters; a crash of the machine
 * may leave any octets, which become `?` and make the line malformed.
 */
async function readAll(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  const buffer = Buffer.alloc(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await file.read(buffer, filled, size - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.toString('latin1', 0, filled).replaceAll(/[^\n\x20-\x7e]/g, '?')
}

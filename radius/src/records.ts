import { open, readdir, rename, unlink, type FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './launch.ts'

export interface RecordsOptions {
  /** Where FreeRADIUS writes them: `recordsFolder`. */
  folder: string
  /** Address of the database as the role trunkline_radius. */
  databaseUrl: string
  /** Settings of its database session, by name. */
  session?: Readonly<Record<string, string>>
  log: Log
  intervalMs?: number
}

export interface Records {
  /**
   * Stores all files now, also one that FreeRADIUS may still write to.
   * @throws Error where the database does not take one
   */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds after the name of a file is gone in which FreeRADIUS may still end a line in it. */
const lateMs = 100
/** Milliseconds that one file may take in the database. 10,000 records take about a second. */
const statementMs = 120_000

/**
 * Stores what FreeRADIUS writes to files instead of the database: interim updates and accepted logins, one file of each
 * a second (`report-<epoch>`, `login-<epoch>`). A file is stored in one transaction by `panel.radius_batch`, which keeps
 * how far it is stored, so that nothing counts twice when this process dies in between, and deleted then. FreeRADIUS
 * opens a file again whose name is gone (exfile.c of 3.2), so no line is written to a deleted one. While the database
 * is away, or this process is not running, the files wait.
 */
export function loadRecords({ folder, databaseUrl, session = {}, log, intervalMs = 200 }: RecordsOptions): Records {
  const source = `${hostname()}:${resolve(folder)}`
  const ending = new AbortController()
  const { signal } = ending
  let client: pg.Client | undefined
  let failing = false

  const connected = async (): Promise<pg.Client> => {
    if (client !== undefined) return client
    const opened = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'trunkline radius records',
      connectionTimeoutMillis: 5_000,
      query_timeout: statementMs,
      options: Object.entries({ timezone: 'UTC', ...session })
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    })
    opened.on('error', () => {})
    opened.on('end', () => {
      if (client === opened) client = undefined
    })
    await opened.connect()
    return (client = opened)
  }

  const send = async (name: string, text: string): Promise<void> => {
    const { rows } = await (
      await connected()
    ).query<{ malformed: number }>('select malformed from panel.radius_batch($1, $2)', [`${source}/${name}`, text])
    const malformed = rows[0]?.malformed ?? 0
    if (malformed > 0)
      log.warn({ file: name, lines: malformed }, 'lines of RADIUS records were left out: they are malformed')
  }

  /** Stores a file and deletes it. */
  const store = async (name: string): Promise<void> => {
    const path = join(folder, name)
    const file = await open(path).catch(ifPresent)
    if (file === undefined) return
    try {
      let text = await readAll(file)
      try {
        await send(name, text)
      } catch (error) {
        // Data that can never be stored (classes 22 and 23 of SQLSTATE) must not hold up what follows.
        if (!/^2[23]/.test((error as { code?: string }).code ?? '')) throw error
        log.warn({ err: error, file: name }, 'a file of RADIUS records can never be stored and was put aside')
        await rename(path, join(folder, `rejected-${name}`))
        return
      }
      await unlink(path).catch(ifPresent)
      await sleep(lateMs)
      // A line that was begun before its name was gone.
      const { size } = await file.stat()
      if (size > text.length) {
        text = await readAll(file)
        await send(name, text)
      }
    } finally {
      await file.close()
    }
  }

  const round = async (everything: boolean): Promise<void> => {
    const names = await readdir(folder).catch(ifPresent)
    // One of a second that is over: FreeRADIUS writes a record within milliseconds.
    const now = Math.floor(Date.now() / 1000)
    const due = (names ?? []).filter((name) => {
      const epoch = Number(/^(?:report|login)-(\d{1,12})$/.exec(name)?.[1] ?? Number.NaN)
      return everything ? !Number.isNaN(epoch) : epoch < now
    })
    // The oldest first: what a session reported goes in its order.
    for (const name of due.toSorted((a, b) => Number(/\d+$/.exec(a)![0]) - Number(/\d+$/.exec(b)![0]))) {
      if (signal.aborted && !everything) return
      await store(name)
    }
  }

  // One round at a time, by whomever it was asked for.
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
          if (!failing) log.warn({ err: error }, 'records of FreeRADIUS could not be stored; they wait in their files')
          failing = true
          const broken = client
          client = undefined
          await broken?.end().catch(() => {})
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
      await client?.end().catch(() => {})
    },
  }
}

/** Swallows the error of a file or folder that is not there (any more). */
function ifPresent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/**
 * The file from its beginning, a character an octet. What FreeRADIUS writes is printable; what a crash of the machine left in a
 * file may be anything, and becomes `?`, which makes a malformed line.
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

import pg from 'pg'
import type { Log } from './launch.ts'

interface RecordStoreOptions {
  /** Prefix of the names under which positions are stored: files of other hosts and folders have the same names. */
  source: string
  /** Address of the database as the role trunkline_radius. */
  databaseUrl: string
  /** Settings of its database session, by name. */
  session: Readonly<Record<string, string>>
  log: Log
}

/** Time limit of one file in the database, in milliseconds. 10,000 records take about a second. */
const statementMs = 120_000

/** The database side of RADIUS records: one connection, opened on demand. */
interface RecordStore {
  /**
   * Stores the lines of a file that are not stored yet, in one transaction.
   * @throws Error if the database cannot be reached or rejects the file
   */
  send(name: string, text: string): Promise<void>
  /** Closes the connection; the next `send` opens another. */
  close(): Promise<void>
}

export function createRecordStore({ source, databaseUrl, session, log }: RecordStoreOptions): RecordStore {
  let client: pg.Client | undefined

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

  return {
    async send(name, text) {
      const { rows } = await (
        await connected()
      ).query<{ malformed: number }>('select malformed from panel.radius_batch($1, $2)', [`${source}/${name}`, text])
      const malformed = rows[0]?.malformed ?? 0
      if (malformed > 0) log.warn({ file: name, lines: malformed }, 'skipped malformed lines of RADIUS records')
    },
    async close() {
      const closed = client
      client = undefined
      await closed?.end().catch(() => {})
    },
  }
}

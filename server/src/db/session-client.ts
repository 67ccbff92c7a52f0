import pg from 'pg'

type Connected = (error?: Error) => void

/**
 * A connection that sends its session settings (`options`, in libpq's form `-c name=value`) as statements right after
 * connecting, not in the startup packet: PgBouncer rejects a packet with `options`, or drops them if
 * `ignore_startup_parameters` lists them, and the connection would then work as the owner. The client is connected only
 * once the settings are applied.
 */
export class SessionClient extends pg.Client {
  readonly #statements: string
  /** Process id of the backend. The id from the startup is PgBouncer's own number if there is a pooler. */
  backendPid: number | undefined

  constructor(config: pg.ClientConfig = {}) {
    const { options, ...others } = config
    super(others)
    this.#statements = settingStatements(options ?? '')
  }

  override connect(): Promise<this>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<this> | undefined {
    if (callback === undefined)
      return new Promise((done, fail) => this.#open((error) => (error === undefined ? done(this) : fail(error))))
    this.#open(callback)
    return undefined
  }

  #open(callback: Connected): void {
    super.connect((error?: Error) => {
      if (error) return callback(error)
      // A connection lost at this point fails the statement. The caller listens for errors only after `callback`, as
      // with any client, and an error event without a listener would end the process.
      const ignore = () => {}
      this.on('error', ignore)
      const statements = `${this.#statements}select pg_backend_pid() as pid`
      this.query(statements, (rejected: Error | null, result: pg.QueryResult | pg.QueryResult[]) => {
        // A connection without its settings never enters the pool. The listener stays for errors while the connection
        // closes.
        if (rejected) {
          void this.end().catch(() => {})
          return callback(rejected)
        }
        this.backendPid = [result].flat().at(-1)?.rows[0]?.pid
        callback()
        this.off('error', ignore)
      })
    })
  }
}

/** `set` statements for startup options. The values are our own and contain no spaces. */
function settingStatements(options: string): string {
  return [...options.matchAll(/-c ([\w.]+)=(\S+)/g)]
    .map(([, name = '', value = '']) => `set ${name} = ${pg.escapeLiteral(value)}; `)
    .join('')
}

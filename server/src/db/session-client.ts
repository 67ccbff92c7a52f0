import pg from 'pg'

type Connected = (error?: Error) => void

/**
 * A connection whose session settings (`options`, as libpq writes them: `-c name=value`) are sent as statements right
 * after it was opened, and not in the start-up packet: PgBouncer rejects a packet with `options`, or drops them where
 * `ignore_startup_parameters` names them, and the connection would then work as the owner. It counts as connected when
 * the settings hold.
 */
export class SessionClient extends pg.Client {
  readonly #statements: string
  /** Process id of its backend. Not what the start-up names: that is PgBouncer's own number where there is one. */
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
      // A connection that is lost now fails the statement. Its caller listens for errors from `callback` on, as with
      // any client, and one that nothing listens for would end the process.
      const ignore = () => {}
      this.on('error', ignore)
      const statements = `${this.#statements}select pg_backend_pid() as pid`
      this.query(statements, (rejected: Error | null, result: pg.QueryResult | pg.QueryResult[]) => {
        // One without its settings is never lent; the listener stays, for what comes while it ends.
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

/** `set` statements for start-up options. Their values have no spaces: they are ours. */
function settingStatements(options: string): string {
  return [...options.matchAll(/-c ([\w.]+)=(\S+)/g)]
    .map(([, name = '', value = '']) => `set ${name} = ${pg.escapeLiteral(value)}; `)
    .join('')
}

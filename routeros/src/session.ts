/** A row on the wire: every value a string, unset properties absent. Its id is under `.id`. */
export type Row = Record<string, string>

/** Values to write: `true` and `false` as `yes` and `no`, numbers in decimal, null unsets the property. */
export type Values = Record<string, string | number | boolean | null>

/**
 * Conditions joined by and: `{ dynamic: false, interface: 'ether1' }`. A string or number must be equal, a boolean
 * matches `true` or `false` (unset counts as false), null means unset.
 */
export type Where = Record<string, string | number | boolean | null>

export interface CallOptions {
  /** Milliseconds until the reply has to be complete; 30,000 by default. */
  timeoutMs?: number
  signal?: AbortSignal
}

export interface PrintOptions extends CallOptions {
  /** Properties to return; `.id` is always included. All by default: a list saves CPU time of the router. */
  proplist?: readonly string[]
  where?: Where
  /** Further arguments of print: `{ stats: '' }`, `{ detail: '' }`. */
  args?: Values
}

/** The reply of a command: its rows, and `ret` of `!done` if it has one (the id of a new row). */
export interface Answer {
  rows: Row[]
  ret: string | undefined
}

/** A change of a menu: the whole row, or the id of a removed one. */
export type MenuChange = { row: Row } | { gone: string }

export interface Listening {
  /** Cancels it; resolves when the router has confirmed. */
  cancel(): Promise<void>
  /** Resolves after `cancel`, or when the command ends; rejects with a RouterError when the connection ends or the router rejects the command. */
  ended: Promise<void>
}

export type Transport = 'api' | 'api-ssl' | 'rest'

/**
 * An open session with one router: the same interface over the binary API and over REST. Menus are written with
 * slashes and without a leading one: `ip/address`. All methods throw RouterError; calls may overlap: a small window
 * of them is in flight and the rest are queued.
 */
export interface Session {
  readonly transport: Transport
  /** SHA-256 of the router's certificate, hexadecimal; undefined without TLS or without a certificate. */
  readonly fingerprint: string | undefined
  /** False once either side has closed it: open another one. */
  readonly isOpen: boolean

  /** Rows of a menu, in the router's order; of a singleton (`ip/dns`, `system/resource`) its one row. */
  print(menu: string, options?: PrintOptions): Promise<Row[]>
  /** Adds a row and returns its id (`*5`). Never sent twice automatically. */
  add(menu: string, values: Values, options?: CallOptions): Promise<string>
  /** Changes the row with this id; `null` as id for a singleton. */
  set(menu: string, id: string | null, values: Values, options?: CallOptions): Promise<void>
  remove(menu: string, ids: string | readonly string[], options?: CallOptions): Promise<void>
  /** Moves rows of an ordered menu before another one; null: to the end. */
  move(menu: string, ids: string | readonly string[], before: string | null, options?: CallOptions): Promise<void>
  /** Any command: `run('system/reboot')`, `run('interface/lte/monitor', { numbers: 'lte1', once: '' })`. */
  run(command: string, args?: Values, options?: CallOptions): Promise<Answer>
  /** Changes of a menu as they happen. Throws `unsupported` over REST. */
  listen(
    menu: string,
    onChange: (change: MenuChange) => void,
    options?: { proplist?: readonly string[] },
  ): Promise<Listening>
  /**
   * A command that returns rows as they arise, until it ends or is cancelled: ping, torch, a scan. `ended` also resolves
   * when the command ends by itself. Throws `unsupported` over REST, which returns all rows at the end.
   */
  stream(command: string, args: Values, onRow: (row: Row) => void): Promise<Listening>
  /** Closes the session; calls in flight are rejected as `closed`. May be called twice. */
  close(): Promise<void>
}

/** Address and credentials of a router. */
export interface Target {
  /** Name or address. The caller has validated it: this package connects to any host. */
  host: string
  /** The address to connect to if `host` was resolved before (TLS still uses the name `host`). */
  address?: string
  /** 8728, 8729, 443 by default; REST on port 80 is without TLS. */
  port?: number
  /** REST only: whether to use TLS on a port other than 80 and 443. */
  tls?: boolean
  transport: Transport
  user: string
  password: string
  /**
   * SHA-256 of the certificate that it must present, hexadecimal. Absent: any certificate, or none (anonymous
   * Diffie-Hellman).
   */
  pinned?: string
  /**
   * False never sends the password in plain text, also not to a router that expects a challenge response (before
   * 6.43).
   */
  allowPlainLogin?: boolean
  /** Milliseconds for connection and login; 5,000 by default. */
  connectTimeoutMs?: number
  /** Calls in flight; 4 by default. */
  window?: number
  /** Code page of text that is not UTF-8; `windows-1252` by default. */
  codePage?: string
  signal?: AbortSignal
}

/** A row as it is on the wire: every value a string, what is not set left out. Its id is under `.id`. */
export type Row = Record<string, string>

/** What is written: `true` and `false` go as `yes` and `no`, numbers in decimal, null takes the property back. */
export type Values = Record<string, string | number | boolean | null>

/**
 * Conditions that are joined by and: `{ dynamic: false, interface: 'ether1' }`. A string or number equals, a boolean
 * equals `true` or `false` (what is not set counts as false), null means not set.
 */
export type Where = Record<string, string | number | boolean | null>

export interface CallOptions {
  /** Milliseconds until the answer has to be whole; 30,000 where it is left out. */
  timeoutMs?: number
  signal?: AbortSignal
}

export interface PrintOptions extends CallOptions {
  /** Properties to answer; `.id` comes by itself. All where it is left out: say them, it is the router's time. */
  proplist?: readonly string[]
  where?: Where
  /** Further arguments of print: `{ stats: '' }`, `{ detail: '' }`. */
  args?: Values
}

/** What a command answered: its rows, and `ret` of the last word where it has one (the id of a new row). */
export interface Answer {
  rows: Row[]
  ret: string | undefined
}

/** A change of a menu that is listened to: the whole row, or the id of one that is gone. */
export type Change = { row: Row } | { gone: string }

export interface Listening {
  /** Ends it; resolved when the router has confirmed. */
  cancel(): Promise<void>
  /** Resolved after `cancel`; rejected with a RouterError when the connection ends or the router refuses. */
  ended: Promise<void>
}

export type Transport = 'api' | 'api-ssl' | 'rest'

/**
 * One open conversation with one router: the same surface over the binary API and over REST. Menus are written with
 * slashes and without one at the front: `ip/address`. All methods throw RouterError; calls may overlap, a small window
 * of them is in flight and the rest wait.
 */
export interface Session {
  readonly transport: Transport
  /** SHA-256 of the certificate that the router showed, hexadecimal; undefined without TLS or where it has none. */
  readonly fingerprint: string | undefined
  /** False once it was closed from either side: open another one. */
  readonly isOpen: boolean

  /** Rows of a menu, in the router's order; of a singleton (`ip/dns`, `system/resource`) its one row. */
  print(menu: string, options?: PrintOptions): Promise<Row[]>
  /** Adds a row and answers its id (`*5`). Never sent twice by itself. */
  add(menu: string, values: Values, options?: CallOptions): Promise<string>
  /** Changes the row of this id; `null` as id for a singleton. */
  set(menu: string, id: string | null, values: Values, options?: CallOptions): Promise<void>
  remove(menu: string, ids: string | readonly string[], options?: CallOptions): Promise<void>
  /** Puts rows of an ordered menu before another one; null: to the end. */
  move(menu: string, ids: string | readonly string[], before: string | null, options?: CallOptions): Promise<void>
  /** Any command: `run('system/reboot')`, `run('interface/lte/monitor', { numbers: 'lte1', once: '' })`. */
  run(command: string, args?: Values, options?: CallOptions): Promise<Answer>
  /** Changes of a menu as they happen. Throws `unsupported` over REST. */
  listen(
    menu: string,
    onChange: (change: Change) => void,
    options?: { proplist?: readonly string[] },
  ): Promise<Listening>
  /** Ends the conversation; calls under way are rejected as `closed`. Safe to call twice. */
  close(): Promise<void>
}

/** Where a router is and how to log in to it. */
export interface Target {
  /** Name or address. The caller has checked it: this package connects to whatever it is given. */
  host: string
  /** The address to connect to where `host` was resolved before (TLS still names `host`). */
  address?: string
  /** 8728, 8729, 443 where it is left out; REST on port 80 goes without TLS. */
  port?: number
  /** Of REST: whether it goes in TLS on a port that does not say so. */
  tls?: boolean
  transport: Transport
  user: string
  password: string
  /** SHA-256 of the certificate that it has to show, hexadecimal. Absent: any certificate, or none (anonymous Diffie-Hellman). */
  pinned?: string
  /** False refuses to send the password in clear to a router that asks for a challenge's answer instead (before 6.43). */
  allowPlainLogin?: boolean
  /** Milliseconds for connection and login; 5,000 where it is left out. */
  connectTimeoutMs?: number
  /** Calls in flight at one time; 4 where it is left out. */
  window?: number
  /** Code page of text that is not UTF-8; `windows-1252` where it is left out. */
  codePage?: string
  signal?: AbortSignal
}

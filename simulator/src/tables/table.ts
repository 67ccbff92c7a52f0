/** A row on the wire: every value a string, unset properties absent. Its id is under `.id`. */
export type Row = Record<string, string>

/** Notification of a listener: the whole row, or the id of a removed one. */
export type TableChange = { row: Row } | { gone: string }

/** Ids of one or several tables: upper-case hexadecimal, never reused. */
export class Ids {
  private last: number

  constructor(last = 0) {
    this.last = last
  }

  next(): string {
    this.last += 1
    return `*${this.last.toString(16).toUpperCase()}`
  }

  /** Marks ids up to this one as used. */
  reserve(id: string): void {
    const value = Number.parseInt(id.slice(1), 16)
    if (Number.isFinite(value) && value > this.last && value < 0x7fffffff) this.last = value
  }

  get highest(): number {
    return this.last
  }
}

/** Rows of one menu in order. */
export class Table {
  readonly rows: Row[] = []
  readonly ids: Ids
  private readonly listeners = new Set<(change: TableChange) => void>()

  constructor(ids = new Ids()) {
    this.ids = ids
  }

  find(id: string): Row | undefined {
    return this.rows.find((row) => row['.id'] === id)
  }

  /** Inserts a row before another one or at the end. A row without an id gets the next one. */
  insert(values: Row, before?: string): Row {
    const { '.id': own, ...rest } = values
    const id = own ?? this.ids.next()
    if (own !== undefined) this.ids.reserve(own)
    const row: Row = { '.id': id, ...rest }
    const place = before === undefined ? -1 : this.rows.findIndex((other) => other['.id'] === before)
    if (place < 0) this.rows.push(row)
    else this.rows.splice(place, 0, row)
    this.announce(row)
    return row
  }

  drop(id: string): Row | undefined {
    const place = this.rows.findIndex((row) => row['.id'] === id)
    if (place < 0) return undefined
    const [row] = this.rows.splice(place, 1)
    for (const listener of this.listeners) listener({ gone: id })
    return row
  }

  /** Moves rows before another one, in the given order; undefined: to the end. */
  move(ids: readonly string[], before: string | undefined): void {
    const moved = ids.flatMap((id) => this.rows.filter((row) => row['.id'] === id))
    const stored = this.rows.filter((row) => !moved.includes(row))
    const place = before === undefined ? stored.length : stored.findIndex((row) => row['.id'] === before)
    stored.splice(place < 0 ? stored.length : place, 0, ...moved)
    this.rows.splice(0, this.rows.length, ...stored)
    for (const row of moved) this.announce(row)
  }

  announce(row: Row): void {
    for (const listener of this.listeners) listener({ row })
  }

  /** @returns unsubscribes */
  listen(listener: (change: TableChange) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Whether there are listeners besides the router itself. */
  get isWatched(): boolean {
    return this.listeners.size > 1
  }

  /** Replaces all rows, as restored from a backup. */
  restore(rows: readonly Row[]): void {
    for (const row of this.rows.splice(0)) for (const listener of this.listeners) listener({ gone: row['.id'] ?? '' })
    for (const row of rows) this.insert({ ...row })
  }
}

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy in front of a database, whose connections a test can break. */
export interface DatabaseProxy {
  /** The database's URL with the proxy's host and port. */
  url: string
  /** Cuts all open and new connections until `restore`. */
  cut(): void
  restore(): void
  /**
   * Cuts this many random open connections.
   * @returns the number of cut connections
   */
  cutSome(count: number): number
  /** Cuts connections after the database has sent `answers` more packets in total; until `restore`. */
  cutAfter(answers: number): void
  /** Stops forwarding on the connections of one application, without closing them. New ones work. */
  freeze(application: string): void
  /** Accepts new connections without forwarding any byte, until `restore`. */
  holdNew(): void
  close(): void
}

/**
 * Starts a proxy on a loopback port.
 * @param url URL of the database
 */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url)
  const pairs = new Set<{ client: Socket; server: Socket; application: string }>()
  let away = false
  let holding = false
  const held = new Set<Socket>()
  let remaining = Number.POSITIVE_INFINITY
  const proxy = createServer((client) => {
    client.on('error', () => {})
    if (away) return void client.destroy()
    if (holding) return void held.add(client)
    const server = connect(Number(target.port), target.hostname)
    const pair = { client, server, application: '' }
    pairs.add(pair)
    // The startup packet contains the application name as two zero-terminated strings.
    client.once('data', (first: Buffer) => {
      pair.application = /application_name\0([^\0]*)\0/.exec(first.toString('latin1'))?.[1] ?? ''
    })
    server.on('data', () => {
      if (--remaining < 0) client.destroy()
    })
    server.on('error', () => client.destroy())
    client.on('close', () => {
      pairs.delete(pair)
      server.destroy()
    })
    server.on('close', () => client.destroy())
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as AddressInfo).port)
  const cutAll = () => {
    for (const { client } of pairs) client.destroy()
  }
  return {
    url: through.href,
    cut() {
      away = true
      cutAll()
    },
    restore() {
      away = false
      holding = false
      for (const client of held) client.destroy()
      held.clear()
      remaining = Number.POSITIVE_INFINITY
    },
    cutSome(count) {
      const chosen = [...pairs].toSorted(() => Math.random() - 0.5).slice(0, count)
      for (const { client } of chosen) client.destroy()
      return chosen.length
    },
    cutAfter: (answers) => void (remaining = answers),
    freeze(application) {
      for (const pair of pairs)
        if (pair.application === application) {
          pair.client.unpipe()
          pair.server.unpipe()
          pair.client.pause()
          pair.server.pause()
        }
    },
    holdNew: () => void (holding = true),
    close() {
      cutAll()
      for (const client of held) client.destroy()
      proxy.close()
    },
  }
}

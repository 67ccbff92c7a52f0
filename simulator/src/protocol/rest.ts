import type { CommandFault } from '../faults.ts'
import type { Caller, CommandOutcome, Stream } from '../router/caller.ts'
import { isDirectory, resolve, unknownPart } from '../router/execute.ts'
import { Trap } from '../router/trap.ts'
import type { Row } from '../tables/table.ts'
import type { ApiHost } from './api-connection.ts'

export interface RestRequest {
  method: string
  url: string
  body: string
  type: string | undefined
  isTls: boolean
}

export type RestAnswer = { status: number; body?: unknown; cutAfter?: number } | 'never' | 'gone'

const words: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
}

const failure = (status: number, detail?: string): Exclude<RestAnswer, string> => ({
  status,
  body: { ...(detail === undefined ? {} : { detail }), error: status, message: words[status] ?? 'Error' },
})

/** The answer for a menu that this router does not have. */
const missing = (part: string | undefined): Exclude<RestAnswer, string> =>
  failure(406, `no such command or directory (${part ?? ''})`)

/** Maximum duration of a command; then the session is closed. */
const maxLength = 60_000

const text = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map(text).join(',')
      : value === null
        ? ''
        : String(value)

function argsOf(body: Record<string, unknown>): { args: Map<string, string>; queries: string[] } {
  const args = new Map<string, string>()
  let queries: string[] = []
  for (const [name, value] of Object.entries(body)) {
    if (name === '.query') {
      queries = (Array.isArray(value) ? value : [value]).map((word) => `?${text(word)}`)
    } else args.set(value === null ? `!${name}` : name, text(value))
  }
  return { args, queries }
}

/** Collects the rows of a stream until it ends; it is closed after a minute. */
function collectRows(stream: Stream): Promise<Row[] | undefined> {
  return new Promise((resolve, reject) => {
    const rows: Row[] = []
    let stop = (): void => {}
    const timer = setTimeout(() => {
      stop()
      resolve(undefined)
    }, maxLength)
    timer.unref()
    stop = stream.start(
      (row) => rows.push(row),
      (trap) => {
        clearTimeout(timer)
        if (trap) reject(trap)
        else resolve(rows)
      },
    )
  })
}

class Conversation {
  private readonly host: ApiHost
  private readonly caller: Caller
  private fault: CommandFault | undefined

  constructor(host: ApiHost, caller: Caller) {
    this.host = host
    this.caller = caller
  }

  private async run(
    path: string,
    args: ReadonlyMap<string, string>,
    queries: readonly string[] = [],
  ): Promise<CommandOutcome> {
    const { dispatcher } = this.host
    dispatcher.note(this.caller.user, [path, ...[...args].map(([name, value]) => `=${name}=${value}`), ...queries])
    this.fault = dispatcher.meet(path)
    const wait = dispatcher.turn() + (this.fault?.kind === 'slow' ? this.fault.ms : 0)
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    return dispatcher.do(this.caller, path, args, queries, this.fault)
  }

  /** Applies a fault to a computed reply. */
  finish(answer: RestAnswer): RestAnswer {
    const { fault } = this
    if (typeof answer === 'string' || fault === undefined) return answer
    if (fault.kind === 'silent') return 'never'
    if (fault.kind === 'reboot') {
      this.host.rebootNow()
      return 'gone'
    }
    if (fault.kind !== 'cut') return answer
    const size = Buffer.byteLength(JSON.stringify(answer.body ?? ''))
    const after = fault.midReply ? Math.floor(size / 2) : (fault.afterBytes ?? 0)
    return after === 0 ? 'gone' : { ...answer, cutAfter: Math.min(after, size - 1) }
  }

  async get(path: string, query: URLSearchParams): Promise<RestAnswer> {
    const { router } = this.host.dispatcher
    const proplist = query.get('.proplist')
    const args = new Map(proplist === null ? [] : [['.proplist', proplist]])
    const filters = [...query].filter(([name]) => name !== '.proplist').map(([name, value]) => `?${name}=${value}`)
    const menu = router.menus.get(path)
    if (menu && menu.kind !== 'none') {
      const outcome = await this.run(`${path}/print`, args, filters)
      const rows = 'rows' in outcome ? (outcome.rows ?? []) : []
      return { status: 200, body: menu.kind === 'single' ? (rows[0] ?? {}) : rows }
    }
    const { menu: parent, menuPath, verb } = resolve(router, path)
    if (parent?.kind !== 'list' && !parent?.commands.has(verb) && !isDirectory(router, path)) {
      return missing(unknownPart(router, path))
    }
    if (!parent || parent.kind !== 'list' || parent.commands.has(verb) || parent.verbs.has(verb)) {
      return failure(400, 'no such command')
    }
    const id = decodeURIComponent(verb)
    if (!id.startsWith('*') && !parent.writable.has('name')) return failure(400, 'no such command')
    const row = await this.one(menuPath, id, args)
    return row ? { status: 200, body: row } : failure(404)
  }

  private async one(menu: string, id: string, args = new Map<string, string>()): Promise<Row | undefined> {
    const query = id.startsWith('*') ? [`?.id=${id}`] : [`?name=${id}`]
    const outcome = await this.run(`${menu}/print`, args, query)
    return 'rows' in outcome ? outcome.rows?.[0] : undefined
  }

  async put(path: string, body: Record<string, unknown>): Promise<RestAnswer> {
    const { router } = this.host.dispatcher
    const menu = router.menus.get(path)
    if (!menu) return isDirectory(router, path) ? failure(400, 'no such command') : missing(unknownPart(router, path))
    if (!menu.verbs.has('add')) return failure(406, 'no such command or directory (add)')
    const outcome = await this.run(`${path}/add`, argsOf(body).args)
    const { fault } = this
    const id = 'done' in outcome ? (outcome.done?.['ret'] ?? '') : ''
    const row = await this.one(path, id)
    this.fault = fault
    return { status: 201, body: row ?? { '.id': id, ...Object.fromEntries(argsOf(body).args) } }
  }

  async patch(path: string, body: Record<string, unknown>): Promise<RestAnswer> {
    const { router } = this.host.dispatcher
    const { menu, menuPath, verb } = resolve(router, path)
    if (!isDirectory(router, menuPath)) return missing(unknownPart(router, menuPath))
    if (!menu || menu.kind !== 'list') return failure(400, 'no such command')
    if (!menu.verbs.has('set')) return failure(406, 'no such command or directory (set)')
    const id = decodeURIComponent(verb)
    const outcome = await this.run(`${menuPath}/set`, argsOf(body).args.set('.id', id))
    if ('gone' in outcome) return this.leave()
    const { fault } = this
    const row = await this.one(menuPath, id.startsWith('*') ? id : (argsOf(body).args.get('name') ?? id))
    this.fault = fault
    return row ? { status: 200, body: row } : failure(404)
  }

  async delete(path: string): Promise<RestAnswer> {
    const { router } = this.host.dispatcher
    const { menu, menuPath, verb } = resolve(router, path)
    if (!isDirectory(router, menuPath)) return missing(unknownPart(router, menuPath))
    if (!menu || menu.kind !== 'list') return failure(400, 'no such command')
    if (!menu.verbs.has('remove')) return failure(406, 'no such command or directory (remove)')
    await this.run(`${menuPath}/remove`, new Map([['.id', decodeURIComponent(verb)]]))
    return { status: 204 }
  }

  async post(path: string, body: Record<string, unknown>): Promise<RestAnswer> {
    const { router } = this.host.dispatcher
    if (router.menus.has(path) && path !== '/') return failure(400, 'no such command')
    const { menu, menuPath, verb } = resolve(router, path)
    if (!isDirectory(router, menuPath)) return missing(unknownPart(router, menuPath))
    const { args, queries } = argsOf(body)
    // This version does not support `unset` over REST: null in a PATCH clears a property.
    if (verb === 'unset' || verb === 'listen') return failure(400, 'no such command')
    // `once` is set by its presence, unless its value is false.
    if (args.get('once') === 'false') args.delete('once')
    const outcome = await this.run(path, args, queries)
    if ('gone' in outcome) return this.leave()
    if ('stream' in outcome) {
      const rows = await collectRows(outcome.stream)
      return rows ? { status: 200, body: rows } : failure(400, 'Session closed')
    }
    if (outcome.done !== undefined) return { status: 200, body: outcome.done }
    const rows = outcome.rows ?? []
    return { status: 200, body: verb === 'print' && menu?.kind === 'single' ? (rows[0] ?? {}) : rows }
  }

  private leave(): RestAnswer {
    this.host.rebootNow()
    return 'gone'
  }
}

function readBody(request: RestRequest): Record<string, unknown> | undefined {
  if (request.body === '') return {}
  try {
    const value: unknown = JSON.parse(request.body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Handles one request as RouterOS 7 does, with its statuses and its irregular bodies. */
export async function answerRest(host: ApiHost, caller: Caller | undefined, request: RestRequest): Promise<RestAnswer> {
  const url = new URL(request.url, 'http://router')
  // On www-ssl from 7.1, on www from 7.9.
  const isServed = host.dispatcher.router.version.has(request.isTls ? 'restTls' : 'rest')
  if (!isServed || !url.pathname.startsWith('/rest')) return { status: 404, body: { error: 404, message: 'Not Found' } }
  if (!caller) return failure(401)
  const isWrite = request.method !== 'GET' && request.method !== 'DELETE'
  const isOld = host.dispatcher.router.version.text.startsWith('7.1.') || host.dispatcher.router.version.text === '7.1'
  if (isWrite && request.type !== undefined && isOld && request.type !== 'application/json') return failure(415)
  const body = readBody(request)
  if (!body) return failure(400, 'invalid JSON')
  const path = url.pathname.slice('/rest'.length).replace(/\/$/, '') || '/'
  const conversation = new Conversation(host, caller)
  try {
    let found: RestAnswer
    if (request.method === 'GET') found = await conversation.get(path, url.searchParams)
    else if (request.method === 'PUT') found = await conversation.put(path, body)
    else if (request.method === 'PATCH') found = await conversation.patch(path, body)
    else if (request.method === 'DELETE') found = await conversation.delete(path)
    else if (request.method === 'POST') found = await conversation.post(path, body)
    else return failure(405)
    return conversation.finish(found)
  } catch (error) {
    if (!(error instanceof Trap)) {
      // A bug in the simulator: report it, and keep the router running.
      console.error(error)
      return failure(500)
    }
    const isMissing = error.message.startsWith('no such item')
    return conversation.finish(isMissing ? failure(404) : failure(400, error.message))
  }
}

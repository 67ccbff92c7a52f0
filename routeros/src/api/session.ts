import { RouterError } from '../errors.ts'
import { withDeadline } from '../net/deadline.ts'
import { inTurn } from '../net/in-turn.ts'
import { openSocket } from '../net/socket.ts'
import type {
  Answer,
  CallOptions,
  MenuChange,
  Listening,
  PrintOptions,
  Row,
  Session,
  Target,
  Values,
} from '../session.ts'
import { textReader } from '../wire/text.ts'
import { Channel } from './channel.ts'
import { logIn } from './login.ts'
import { argumentWords, plainPath, propertyList, queryWords } from './words.ts'

const idList = (ids: string | readonly string[]) => (typeof ids === 'string' ? ids : ids.join(','))

/** A session over the binary API: one connection, in plain text or in TLS. */
class ApiSession implements Session {
  readonly transport: 'api' | 'api-ssl'
  readonly fingerprint: string | undefined
  readonly #channel: Channel

  constructor(transport: 'api' | 'api-ssl', channel: Channel, fingerprint: string | undefined) {
    this.transport = transport
    this.#channel = channel
    this.fingerprint = fingerprint
  }

  get isOpen(): boolean {
    return this.#channel.isOpen
  }

  async print(menu: string, options: PrintOptions = {}): Promise<Row[]> {
    const words = [`/${plainPath(menu)}/print`]
    if (options.proplist !== undefined) words.push(`=.proplist=${propertyList(options.proplist)}`)
    if (options.args !== undefined) words.push(...argumentWords(options.args))
    if (options.where !== undefined) for (const word of queryWords(options.where)) words.push(`?${word}`)
    const { rows } = await this.#channel.call(words, options)
    return rows
  }

  async add(menu: string, values: Values, options?: CallOptions): Promise<string> {
    const { ret } = await this.#channel.call([`/${plainPath(menu)}/add`, ...argumentWords(values)], options)
    if (ret === undefined)
      throw new RouterError('protocol', 'The router returned no id for the new row.', { sent: true })
    return ret
  }

  async set(menu: string, id: string | null, values: Values, options?: CallOptions): Promise<void> {
    const path = plainPath(menu)
    const row = id === null ? [] : [`=.id=${id}`]
    const words = argumentWords(values)
    const used = Object.keys(values).filter((name) => values[name] === null)
    const parts = used.map((name) => () => this.#unset(path, id, name, options))
    if (words.length > 0)
      parts.unshift(async () => void (await this.#channel.call([`/${path}/set`, ...row, ...words], options)))
    await inTurn(parts)
  }

  async remove(menu: string, ids: string | readonly string[], options?: CallOptions): Promise<void> {
    if (ids.length === 0) return
    await this.#channel.call([`/${plainPath(menu)}/remove`, `=.id=${idList(ids)}`], options)
  }

  async move(
    menu: string,
    ids: string | readonly string[],
    before: string | null,
    options?: CallOptions,
  ): Promise<void> {
    if (ids.length === 0) return
    const words = [`/${plainPath(menu)}/move`, `=numbers=${idList(ids)}`]
    if (before !== null) words.push(`=destination=${before}`)
    await this.#channel.call(words, options)
  }

  run(command: string, args: Values = {}, options?: CallOptions): Promise<Answer> {
    return this.#channel.call([`/${plainPath(command)}`, ...argumentWords(args)], options)
  }

  async listen(
    menu: string,
    onChange: (change: MenuChange) => void,
    options: { proplist?: readonly string[] } = {},
  ): Promise<Listening> {
    const words = [`/${plainPath(menu)}/listen`]
    if (options.proplist !== undefined) words.push(`=.proplist=${propertyList(options.proplist)}`)
    return this.#channel.stream(words, (row) => {
      // Tested routers write `true`, the manual says `yes`.
      const isGone = row['.dead'] === 'true' || row['.dead'] === 'yes'
      onChange(isGone ? { gone: row['.id'] ?? '' } : { row })
    })
  }

  async stream(command: string, args: Values, onRow: (row: Row) => void): Promise<Listening> {
    return this.#channel.stream([`/${plainPath(command)}`, ...argumentWords(args)], onRow)
  }

  close(): Promise<void> {
    return this.#channel.close()
  }

  /** Unsets a property; by an empty value in menus without `unset` (singletons, most of RouterOS 6). */
  async #unset(path: string, id: string | null, name: string, options?: CallOptions): Promise<void> {
    if (id !== null) {
      try {
        await this.#channel.call([`/${path}/unset`, `=numbers=${id}`, `=value-name=${name}`], options)
        return
      } catch (error) {
        if (!(error instanceof RouterError) || error.kind !== 'refused' || !error.message.startsWith('no such command'))
          throw error
      }
    }
    await this.#channel.call([`/${path}/set`, ...(id === null ? [] : [`=.id=${id}`]), `=${name}=`], options)
  }
}

/** Connects over the binary API and logs in. @throws RouterError unreachable, certificate, login, timeout, protocol */
export function connectApi(target: Target, transport: 'api' | 'api-ssl'): Promise<Session> {
  const inTls = transport === 'api-ssl'
  const port = target.port ?? (inTls ? 8729 : 8728)
  const readText = textReader(target.codePage ?? 'windows-1252')
  let isConnected = false
  return withDeadline(
    target.connectTimeoutMs ?? 5_000,
    target.signal,
    () =>
      isConnected
        ? new RouterError('timeout', 'The router accepted the connection, but did not reply to the login in time.')
        : new RouterError('unreachable', 'The router does not answer.'),
    async (signal) => {
      const { socket, fingerprint } = await openSocket(target, port, inTls, signal, () => {
        isConnected = true
      })
      const channel = new Channel(socket, target.window ?? 4, readText)
      const { user, password, allowPlainLogin } = target
      try {
        await logIn(channel, { user, password, signal, ...(allowPlainLogin === undefined ? {} : { allowPlainLogin }) })
        return new ApiSession(transport, channel, fingerprint)
      } catch (error) {
        const problem = error instanceof RouterError ? error : new RouterError('protocol', 'The login failed.')
        channel.fail(problem)
        if (signal.aborted && signal.reason instanceof RouterError) throw signal.reason
        // Only the login was sent, which may be repeated.
        throw new RouterError(problem.kind === 'closed' ? 'unreachable' : problem.kind, problem.message, {
          cause: problem,
        })
      }
    },
  )
}

import { plainPath, propertyList, queryWords, written } from '../api/words.ts'
import { RouterError } from '../errors.ts'
import { inTurn } from '../net/in-turn.ts'
import type { Answer, CallOptions, Listening, PrintOptions, Row, Session, Target, Values } from '../session.ts'
import { answerOf } from './body.ts'
import { RestClient } from './client.ts'

/** Arguments of a command as strings, as typed at the console. A null is omitted, as over the binary API. */
const argumentsOf = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, written(value)]])),
  )

/** Values of a change; `emptied` replaces null. */
const fieldsOf = (values: Values, emptied: '' | null): Record<string, string | null> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === null ? emptied : written(value)]))

/** A session over REST, RouterOS 7.1 and later: each call is a separate request. */
class RestSession implements Session {
  readonly transport = 'rest'
  readonly #client: RestClient

  constructor(client: RestClient) {
    this.#client = client
  }

  get fingerprint(): string | undefined {
    return this.#client.fingerprint
  }

  get isOpen(): boolean {
    return this.#client.isOpen
  }

  async print(menu: string, options: PrintOptions = {}): Promise<Row[]> {
    const body: Record<string, unknown> = options.args === undefined ? {} : argumentsOf(options.args)
    if (options.proplist !== undefined) body['.proplist'] = propertyList(options.proplist)
    const query = options.where === undefined ? [] : queryWords(options.where)
    if (query.length > 0) body['.query'] = query
    const { rows } = answerOf(await this.#client.call('POST', `${plainPath(menu)}/print`, body, options, true))
    return rows
  }

  async add(menu: string, values: Values, options?: CallOptions): Promise<string> {
    const { rows } = answerOf(await this.#client.call('PUT', plainPath(menu), argumentsOf(values), options))
    const id = rows[0]?.['.id']
    if (id === undefined)
      throw new RouterError('protocol', 'The router returned no id for the new row.', { sent: true })
    return id
  }

  async set(menu: string, id: string | null, values: Values, options?: CallOptions): Promise<void> {
    if (Object.keys(values).length === 0) return
    if (id === null) await this.#client.call('POST', `${plainPath(menu)}/set`, fieldsOf(values, ''), options)
    else await this.#client.call('PATCH', `${plainPath(menu)}/${id}`, fieldsOf(values, null), options)
  }

  async remove(menu: string, ids: string | readonly string[], options?: CallOptions): Promise<void> {
    const all = typeof ids === 'string' ? ids.split(',') : ids
    await inTurn(all.map((id) => () => this.#client.call('DELETE', `${plainPath(menu)}/${id}`, undefined, options)))
  }

  async move(
    menu: string,
    ids: string | readonly string[],
    before: string | null,
    options?: CallOptions,
  ): Promise<void> {
    if (ids.length === 0) return
    const numbers = typeof ids === 'string' ? ids : ids.join(',')
    const body = before === null ? { numbers } : { numbers, destination: before }
    await this.#client.call('POST', `${plainPath(menu)}/move`, body, options)
  }

  async run(command: string, args: Values = {}, options?: CallOptions): Promise<Answer> {
    return answerOf(await this.#client.call('POST', plainPath(command), argumentsOf(args), options))
  }

  listen(): Promise<Listening> {
    return Promise.reject(new RouterError('unsupported', 'REST cannot listen to changes.'))
  }

  stream(): Promise<Listening> {
    return Promise.reject(new RouterError('unsupported', 'REST returns the rows of a command at its end.'))
  }

  close(): Promise<void> {
    this.#client.close()
    return Promise.resolve()
  }
}

/**
 * Starts a session over REST: one small request verifies address and login.
 * @throws RouterError unreachable, certificate, login, timeout, protocol
 */
export async function connectRest(target: Target): Promise<Session> {
  const client = new RestClient(target)
  try {
    const { signal } = target
    const options = { timeoutMs: target.connectTimeoutMs ?? 5_000, ...(signal === undefined ? {} : { signal }) }
    answerOf(await client.call('GET', 'system/identity', undefined, options))
    return new RestSession(client)
  } catch (error) {
    client.close()
    const problem =
      error instanceof RouterError ? error : new RouterError('protocol', 'The login failed.', { cause: error })
    throw new RouterError(problem.kind === 'closed' ? 'unreachable' : problem.kind, problem.message, {
      cause: problem.cause,
      ...(problem.fingerprint === undefined ? {} : { fingerprint: problem.fingerprint }),
    })
  }
}

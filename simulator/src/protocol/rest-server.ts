import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Caller } from '../router/caller.ts'
import { policiesOf } from '../router/rules-system.ts'
import { listHolds } from '../router/values.ts'
import type { ApiHost } from './api-connection.ts'
import type { Certificate } from './certificate.ts'
import { answerRest, type RestAnswer } from './rest.ts'

interface Listener {
  name: 'rest' | 'restTls'
  server: Server
}

const largestBody = 1_048_576

function read(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size > largestBody) request.destroy()
      else parts.push(part)
    })
    request.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
    request.on('error', reject)
    request.on('close', () => reject(new Error('closed')))
  })
}

/** RouterOS 7's REST over HTTP and HTTPS. https://help.mikrotik.com/docs/spaces/ROS/pages/47579162/REST+API */
export class RestServer {
  private readonly host: ApiHost
  private readonly listeners: Listener[] = []
  private readonly open = new Set<Socket>()
  private isHanging = false

  constructor(host: ApiHost, certificate: Certificate | undefined, wanted: { rest: boolean; restTls: boolean }) {
    this.host = host
    const handle = (request: IncomingMessage, response: ServerResponse): void => void this.handle(request, response)
    if (wanted.rest) this.listeners.push({ name: 'rest', server: createServer(handle) })
    if (wanted.restTls && certificate) {
      const server = createTlsServer({ key: certificate.key, cert: certificate.cert }, handle)
      server.on('tlsClientError', () => {})
      this.listeners.push({ name: 'restTls', server })
    }
    for (const { server } of this.listeners) {
      server.on('connection', (socket: Socket) => {
        this.open.add(socket)
        socket.on('close', () => this.open.delete(socket))
      })
    }
  }

  get connections(): number {
    return this.open.size
  }

  async listen(
    host: string,
    ports: { rest?: number; restTls?: number },
    wanted: { rest: number; restTls: number },
    isClosed: (service: 'www' | 'www-ssl') => boolean,
  ): Promise<void> {
    for (const { name, server } of this.listeners) {
      if (isClosed(name === 'rest' ? 'www' : 'www-ssl')) continue
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(ports[name] ?? wanted[name], host, () => {
          server.off('error', reject)
          resolve()
        })
      })
      const address = server.address()
      if (typeof address === 'object' && address !== null) ports[name] = address.port
    }
  }

  close(): void {
    for (const { server } of this.listeners) if (server.listening) server.close()
  }

  destroy(): void {
    for (const socket of this.open) socket.destroy()
  }

  hang(isHanging: boolean): void {
    this.isHanging = isHanging
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: string
    try {
      body = await read(request)
    } catch {
      return
    }
    const { faults, router } = this.host.dispatcher
    if (this.isHanging || faults.meet(['blackHole'])) return
    const caller = this.admit(request)
    if (caller && router.version.has('restLeak') && router.ghosts.length < 1000) {
      // These versions never end a REST session: only a reboot clears the list.
      router.ghosts.push({ user: caller.user, address: caller.address, via: 'rest-api', since: router.now() })
    }
    const found = await answerRest(this.host, caller, {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      body,
      type: request.headers['content-type'],
      isTls: 'encrypted' in request.socket,
    })
    this.reply(response, found)
  }

  private admit(request: IncomingMessage): Caller | undefined {
    const { router, faults } = this.host.dispatcher
    const basic = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '')
    const [name = '', ...rest] = Buffer.from(basic?.[1] ?? '', 'base64')
      .toString('utf8')
      .split(':')
    const address = request.socket.remoteAddress ?? ''
    const row = router.table('/user').rows.find((user) => user['name'] === name && user['disabled'] !== 'true')
    if (!basic || !row || row['password'] !== rest.join(':') || faults.meet(['refuseLogin'])) return undefined
    const policies = policiesOf(router, row['group'])
    if (!policies.has('rest-api') || !listHolds(row['address'], address)) return undefined
    return { user: name, policies, via: 'rest-api', address }
  }

  private reply(response: ServerResponse, answer: RestAnswer): void {
    if (answer === 'never') return
    if (answer === 'gone') {
      response.destroy()
      return
    }
    const text = answer.body === undefined ? '' : JSON.stringify(answer.body)
    const cut = answer.cutAfter
    if (answer.body !== undefined) response.setHeader('Content-Type', 'application/json')
    if (answer.status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="RouterOS REST API"')
    response.statusCode = answer.status
    if (cut === undefined) {
      response.end(text)
      return
    }
    response.setHeader('Content-Length', Buffer.byteLength(text))
    response.write(Buffer.from(text).subarray(0, cut), () => response.destroy())
  }
}

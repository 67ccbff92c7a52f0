import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../connect.ts'
import type { Session, Target } from '../session.ts'
import { testCertificate } from '../testing/certificate.ts'

const password = 'kept-Secret-1'
let session: Session | undefined
let stop: (() => void) | undefined

afterEach(async () => {
  await session?.close()
  session = undefined
  stop?.()
})

interface ReceivedRequest {
  line: string
  body: unknown
}

/** A server that replies to each request with status and body, and to the identity request of a connect. */
async function startRest(
  answer: (request: ReceivedRequest, reply: ServerResponse) => [number, unknown] | undefined,
  tls?: { key: string; cert: string },
) {
  const received: ReceivedRequest[] = []
  const onRequest = (request: IncomingMessage, reply: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const line = `${request.method} ${request.url}`
      const one = { line, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
      received.push(one)
      const expected = `Basic ${Buffer.from(`panel:${password}`).toString('base64')}`
      const answered: [number, unknown] | undefined =
        request.headers.authorization === expected
          ? line === 'GET /rest/system/identity'
            ? [200, { name: 'r1' }]
            : answer(one, reply)
          : [401, { error: 401, message: 'Unauthorized' }]
      if (answered === undefined) return
      const [status, body] = answered
      reply.writeHead(status, { 'content-type': 'application/json' })
      reply.end(Buffer.isBuffer(body) ? body : body === undefined ? '' : JSON.stringify(body))
    })
  }
  const server = tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const target: Target = { host: '127.0.0.1', port, transport: 'rest', user: 'panel', password }
  return { received, target, server }
}

const open = async (target: Target) => {
  session = await connect(target)
  return session
}
const plain = (target: Target): Target => ({ ...target, tls: false })

test('every call sends the request that RouterOS defines for it', async () => {
  const { received, target } = await startRest(({ line }) =>
    line.startsWith('PUT')
      ? [201, { '.id': '*A', address: '10.0.0.1/24' }]
      : line.startsWith('DELETE')
        ? [204, undefined]
        : line.endsWith('/dns/print')
          ? [200, { servers: '1.1.1.1', 'cache-size': 2048 }]
          : line.endsWith('/reboot')
            ? [200, []]
            : line.endsWith('/execute')
              ? [200, { ret: '*18' }]
              : [200, [{ '.id': '*1', address: '10.0.0.1/24', disabled: 'false' }]],
  )
  const session = await open(plain(target))
  expect(
    await session.print('/ip/address', { proplist: ['address'], where: { dynamic: false, comment: null } }),
  ).toEqual([{ '.id': '*1', address: '10.0.0.1/24', disabled: 'false' }])
  expect(await session.print('ip/dns')).toEqual([{ servers: '1.1.1.1', 'cache-size': '2048' }])
  expect(await session.add('ip/address', { address: '10.0.0.1/24', disabled: true, comment: null })).toBe('*A')
  await session.set('ip/address', '*1', { comment: null, disabled: false })
  await session.set('ip/dns', null, { servers: null })
  await session.remove('ip/address', ['*1', '*2'])
  await session.move('ip/firewall/nat', '*2', '*1')
  expect(await session.run('system/reboot')).toEqual({ rows: [], ret: undefined })
  expect(await session.run('execute', { script: ':put 1' })).toEqual({ rows: [], ret: '*18' })
  expect(received.slice(1)).toEqual([
    {
      line: 'POST /rest/ip/address/print',
      body: { '.proplist': '.id,address', '.query': ['dynamic=true', 'dynamic=yes', '#|!', '-comment'] },
    },
    { line: 'POST /rest/ip/dns/print', body: {} },
    { line: 'PUT /rest/ip/address', body: { address: '10.0.0.1/24', disabled: 'yes' } },
    { line: 'PATCH /rest/ip/address/*1', body: { comment: null, disabled: 'no' } },
    { line: 'POST /rest/ip/dns/set', body: { servers: '' } },
    { line: 'DELETE /rest/ip/address/*1', body: undefined },
    { line: 'DELETE /rest/ip/address/*2', body: undefined },
    { line: 'POST /rest/ip/firewall/nat/move', body: { numbers: '*2', destination: '*1' } },
    { line: 'POST /rest/system/reboot', body: {} },
    { line: 'POST /rest/execute', body: { script: ':put 1' } },
  ])
})

test('an error has the router’s message', async () => {
  const { target } = await startRest(({ line }) =>
    line.startsWith('DELETE')
      ? [404, { error: 404, message: 'Not Found' }]
      : line.startsWith('PUT')
        ? [400, { error: 400, message: 'Bad Request', detail: 'failure: already have such address' }]
        : [400, { error: 400, message: 'Bad Request', detail: 'Session closed' }],
  )
  const session = await open(plain(target))
  await expect(session.remove('ip/address', '*9')).rejects.toMatchObject({
    kind: 'refused',
    message: 'no such item',
    category: 0,
    sent: true,
  })
  await expect(session.add('ip/address', { address: '10.0.0.1/24' })).rejects.toMatchObject({
    kind: 'refused',
    message: 'failure: already have such address',
  })
  await expect(session.run('ping', { address: '10.0.0.1' })).rejects.toMatchObject({ kind: 'timeout', sent: true })
  await expect(session.listen('ip/address', () => undefined)).rejects.toMatchObject({ kind: 'unsupported' })
})

test('a wrong password fails immediately, and no message contains it', async () => {
  const { target } = await startRest(() => [200, []])
  const problem = await connect({ ...plain(target), password: 'wrong-Secret-2' }).catch((error: unknown) => error)
  expect(problem).toMatchObject({ kind: 'login', sent: false })
  expect(String(problem) + JSON.stringify(problem)).not.toContain('Secret')
})

test('a peer that is not RouterOS is distinguished from a rejection', async () => {
  const { target } = await startRest(() => [200, Buffer.from('<html>')])
  const session = await open(plain(target))
  await expect(session.print('ip/address')).rejects.toMatchObject({ kind: 'protocol' })
})

test('a request that times out is aborted, and may have been executed', async () => {
  const { target } = await startRest(() => undefined)
  const session = await open(plain(target))
  const started = performance.now()
  await expect(session.add('ip/address', {}, { timeoutMs: 100 })).rejects.toMatchObject({ kind: 'timeout', sent: true })
  expect(performance.now() - started).toBeLessThan(1_000)
  const given = new AbortController()
  const call = session.print('ip/address', { signal: given.signal })
  setTimeout(() => given.abort(), 50)
  await expect(call).rejects.toMatchObject({ kind: 'timeout' })
  const last = session.print('ip/address')
  setTimeout(() => void session.close(), 50)
  await expect(last).rejects.toMatchObject({ kind: 'closed' })
  await expect(session.print('ip/address')).rejects.toMatchObject({ kind: 'closed', sent: false })
})

test('a truncated reply is not a result', async () => {
  const { target } = await startRest((_, reply) => {
    reply.writeHead(200, { 'content-length': 100 })
    reply.write('[{"a":')
    setTimeout(() => reply.destroy(), 20)
    return undefined
  })
  const session = await open(plain(target))
  await expect(session.print('ip/address')).rejects.toMatchObject({ kind: 'closed', sent: true })
})

test('text in a legacy code page may be mixed with UTF-8', async () => {
  const { target } = await startRest(() => [
    200,
    Buffer.concat([Buffer.from('[{"comment":"B'), Buffer.of(0xfc), Buffer.from('ro","name":"Küche"}]')]),
  ])
  const session = await open(plain(target))
  expect(await session.print('ip/address')).toEqual([{ comment: 'Büro', name: 'Küche' }])
})

test('a keep-alive connection that the router closed is replaced for a read', async () => {
  let isFirst = true
  const { target, server } = await startRest(() => [200, [{ '.id': '*1' }]])
  const session = await open(plain(target))
  server.on('connection', () => {
    isFirst = false
  })
  // Closed when the next request arrives on it.
  server.prependOnceListener('request', (request) => void request.socket.destroy())
  expect(await session.print('ip/address')).toEqual([{ '.id': '*1' }])
  expect(isFirst).toBe(false)
})

test('the pinned certificate is compared before the password is sent', async () => {
  const { received, target } = await startRest(() => [200, []], testCertificate)
  const seen = testCertificate.fingerprint.replaceAll(':', '').toLowerCase()
  await expect(connect({ ...target, pinned: 'ab'.repeat(32) })).rejects.toMatchObject({
    kind: 'certificate',
    fingerprint: seen,
    sent: false,
  })
  expect(received).toEqual([])
  const session = await open({ ...target, pinned: testCertificate.fingerprint })
  expect(session.fingerprint).toBe(seen)
  expect(received).toHaveLength(1)
})

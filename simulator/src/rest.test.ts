import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { connect } from 'node:tls'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Simulator } from './simulator.ts'
import { logIn, router } from './testing/routers.ts'

async function call(
  simulator: Simulator,
  method: string,
  path: string,
  body?: unknown,
  password = 'secret',
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`http://127.0.0.1:${simulator.ports.rest}/rest${path}`, {
    method,
    headers: {
      Authorization: `Basic ${btoa(`admin:${password}`)}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

test('GET returns rows, one row, a singleton and selected properties', async () => {
  const simulator = await router({ rest: 0 })
  expect((await call(simulator, 'GET', '/ip/address')).body).toHaveLength(3)
  expect(await call(simulator, 'GET', '/ip/address/*1')).toMatchObject({ status: 200, body: { '.id': '*1' } })
  expect(await call(simulator, 'GET', '/interface/ether1')).toMatchObject({ status: 200, body: { name: 'ether1' } })
  expect((await call(simulator, 'GET', '/system/resource')).body).toMatchObject({ platform: 'MikroTik' })
  expect(await call(simulator, 'GET', '/ip/address?.proplist=address,disabled&interface=bridge')).toEqual({
    status: 200,
    body: [{ address: '10.2.0.1/24', disabled: 'false' }],
  })
  expect(await call(simulator, 'GET', '/ip/address/*99')).toEqual({
    status: 404,
    body: { error: 404, message: 'Not Found' },
  })
  expect(await call(simulator, 'GET', '/log/error')).toMatchObject({ status: 400, body: { detail: 'no such command' } })
})

test('a row is created, changed, unset and deleted, with the statuses of a router', async () => {
  const simulator = await router({ rest: 0 })
  const put = await call(simulator, 'PUT', '/ip/address', { address: '192.168.111.111', interface: 'ether2' })
  expect(put).toMatchObject({
    status: 201,
    body: { '.id': '*4', address: '192.168.111.111/32', network: '192.168.111.111', disabled: 'false' },
  })
  const patch = await call(simulator, 'PATCH', '/ip/address/*4', { comment: 'x', disabled: true })
  expect(patch).toMatchObject({ status: 200, body: { comment: 'x', disabled: 'true' } })
  const cleared = await call(simulator, 'PATCH', '/ip/address/*4', { comment: null })
  expect(cleared.body).not.toHaveProperty('comment')
  expect(await call(simulator, 'DELETE', '/ip/address/*4')).toEqual({ status: 204, body: undefined })
  expect(await call(simulator, 'DELETE', '/ip/address/*4')).toEqual({
    status: 404,
    body: { error: 404, message: 'Not Found' },
  })
  expect(await call(simulator, 'DELETE', '/interface/ether1')).toEqual({
    status: 406,
    body: { error: 406, message: 'Not Acceptable', detail: 'no such command or directory (remove)' },
  })
})

test('POST runs commands: rows are a list, a return value is an object, no result is an empty list', async () => {
  const simulator = await router({ rest: 0 })
  const print = { '.query': ['interface=bridge'], '.proplist': ['address'] }
  expect((await call(simulator, 'POST', '/ip/address/print', print)).body).toEqual([{ address: '10.2.0.1/24' }])
  expect(await call(simulator, 'POST', '/ip/dns/set', { servers: '1.1.1.1' })).toEqual({ status: 200, body: [] })
  const script = { script: ':put [/system identity get name]', 'as-string': '' }
  expect((await call(simulator, 'POST', '/execute', script)).body).toEqual({ ret: 'MikroTik' })
  const once = { interface: 'ether1', once: '' }
  expect((await call(simulator, 'POST', '/interface/monitor-traffic', once)).body).toHaveLength(1)
  expect((await call(simulator, 'POST', '/ip/address', {})).status).toBe(400)
  expect((await call(simulator, 'POST', '/ip/firewall/nat/unset', { numbers: '*1' })).status).toBe(400)
  expect(await call(simulator, 'PUT', '/ip/address', { adress: '1.1.1.1' })).toEqual({
    status: 400,
    body: { error: 400, message: 'Bad Request', detail: 'unknown parameter adress' },
  })
  expect((await call(simulator, 'GET', '/ip/address', undefined, 'wrong')).status).toBe(401)
})

test('REST sessions are listed until a reboot since 7.16', async () => {
  const simulator = await router({ rest: 0 })
  for (let index = 0; index < 3; index++) await call(simulator, 'GET', '/system/identity')
  const via = async (): Promise<number> =>
    (await (await logIn(simulator)).rows('/user/active/print', '?via=rest-api')).length
  expect(await via()).toBe(3)
  await simulator.reboot()
  expect(await via()).toBe(0)
  const older = await router({ rest: 0, version: '7.15.3' })
  await call(older, 'GET', '/system/identity')
  expect(await (await logIn(older)).rows('/user/active/print', '?via=rest-api')).toEqual([])
})

test('REST does not exist before its first version', async () => {
  for (const version of ['6.49.17', '7.8']) {
    const simulator = await router({ personality: 'v6-capsman', version, rest: 0 })
    expect((await call(simulator, 'GET', '/system/identity')).status).toBe(404)
  }
})

test('faults also apply over REST', async () => {
  const simulator = await router({ rest: 0 })
  const back = simulator.faults.add({ kind: 'cut', midReply: true, menu: 'ip/address' })
  await expect(call(simulator, 'GET', '/ip/address')).rejects.toThrow()
  back()
  simulator.faults.add({ kind: 'refuse', message: 'failure: busy', menu: 'ip/dns' })
  expect((await call(simulator, 'POST', '/ip/dns/set', { servers: '1.1.1.1' })).body).toMatchObject({
    detail: 'failure: busy',
  })
})

test('HTTPS and the API over TLS present the same self-signed certificate', async () => {
  const simulator = await router({ restTls: 0, apiTls: 0 })
  const seen = await new Promise<string>((resolve, reject) => {
    const requested = request(
      { port: simulator.ports.restTls, host: '127.0.0.1', path: '/rest/system/identity', rejectUnauthorized: false },
      (response) => {
        const { raw } = (response.socket as TLSSocket).getPeerCertificate()
        response.resume()
        resolve(createHash('sha256').update(raw).digest('hex'))
      },
    )
    requested.on('error', reject)
    requested.end()
  })
  expect(seen).toBe(simulator.fingerprint)
})

test('without a certificate the API over TLS supports only anonymous Diffie-Hellman', async () => {
  const simulator = await router({ apiTls: 0, certificate: false })
  const open = (options: object): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ port: simulator.ports.apiTls, host: '127.0.0.1', rejectUnauthorized: false, ...options })
      socket.on('secureConnect', () => {
        resolve(socket.getCipher().name)
        socket.destroy()
      })
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
  expect(await open({})).toBe('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE')
  expect(await open({ ciphers: 'ADH:@SECLEVEL=0', maxVersion: 'TLSv1.2' })).toMatch(/^ADH/)
})

const curl = '/usr/bin/curl'

test.skipIf(!existsSync(curl))('curl creates a row and reads it back', async () => {
  const simulator = await router({ rest: 0 })
  const base = `http://127.0.0.1:${simulator.ports.rest}/rest`
  const run = (...args: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      execFile(curl, ['-sS', '-u', 'admin:secret', ...args], (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      )
    })
  const body = '{"address":"10.9.9.1/24","interface":"ether2"}'
  const put = await run('-X', 'PUT', '-H', 'content-type: application/json', '-d', body, `${base}/ip/address`)
  expect(JSON.parse(put)).toMatchObject({ '.id': '*4' })
  expect(JSON.parse(await run(`${base}/ip/address/*4`))).toMatchObject({ address: '10.9.9.1/24' })
})

test('a menu that the router does not have is answered with 406 and its first unknown part', async () => {
  const simulator = await router({ rest: 0 })
  for (const [method, path, part] of [
    ['GET', '/caps-man/manager', 'caps-man'],
    ['GET', '/ip/nothing', 'nothing'],
    ['POST', '/ip/nothing/print', 'nothing'],
    ['PUT', '/nothing/at/all', 'nothing'],
    ['PATCH', '/ip/nothing/*1', 'nothing'],
    ['DELETE', '/ip/nothing/*1', 'nothing'],
  ] as const) {
    expect(await call(simulator, method, path, method === 'GET' ? undefined : {})).toEqual({
      status: 406,
      body: { error: 406, message: 'Not Acceptable', detail: `no such command or directory (${part})` },
    })
  }
  expect((await call(simulator, 'GET', '/ip')).status).toBe(400)
})

test('a ping over REST is bounded by its count', async () => {
  const simulator = await router({ rest: 0, speed: 50 })
  const { status, body } = await call(simulator, 'POST', '/ping', { address: '1.1.1.1', count: 3 })
  expect(status).toBe(200)
  expect(body).toMatchObject([{ seq: '0' }, { seq: '1' }, { seq: '2', sent: '3', 'packet-loss': '0' }])
})

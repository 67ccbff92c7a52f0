import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { subjects } from '@trunkline/contract/abilities'
import { connect as connectSocket } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setupLiveFixture, until } from '../testing/live/live-fixture.ts'

const { ids, startProcess, signIn, listenAs, announce, endProcesses, database } = await setupLiveFixture()
afterEach(endProcesses)
afterAll(() => database.drop())

async function flood(): Promise<void> {
  const many = Array.from({ length: 100 }, (_, i) => 1_000_000_000_000 + i)
  for (const subject of subjects) await announce({ subject, ids: many, companies: [ids['north']] })
}

test('a client that never polls is disconnected before it uses much memory', async () => {
  const small = await startProcess({ bufferCap: 100_000 })
  const other = await listenAs(small, (await signIn('north')).token)
  const { token } = await signIn('north')
  // Manual long polling: connects, and then never requests its messages.
  const path = `${small.url}/socket.io/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(path)).text()).slice(1)) as { sid: string }
  await fetch(`${path}&sid=${sid}`, { method: 'POST', body: `40${JSON.stringify({ token })}` })
  await until(() => small.live.sockets() === 2)
  for (let rounds = 0; small.live.sockets() === 2; rounds++) {
    if (rounds > 200) throw new Error('was never cut')
    await flood()
    await sleep(50)
  }
  expect(other.socket.connected).toBe(true)
})

test('a WebSocket without reads is disconnected too', async () => {
  // A local socket, because the kernel takes megabytes for both ends of a TCP connection.
  const small = await startProcess({
    bufferCap: 100_000,
    socketPath: join(mkdtempSync(join(tmpdir(), 'trunkline-live-')), 'live'),
  })
  const { token } = await signIn('north')
  // Implements the protocol (RFC 6455), because a client library would keep reading.
  const socket = connectSocket(small.url)
  socket.on('error', () => {})
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  await once(socket, 'data')
  const text = Buffer.from(`40${JSON.stringify({ token })}`)
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
  await until(() => small.live.sockets() === 1)
  socket.pause()
  for (const end = Date.now() + 18_000; small.live.sockets() === 1; await sleep(50)) {
    if (Date.now() > end) throw new Error('was never cut')
    await flood()
  }
  socket.destroy()
})

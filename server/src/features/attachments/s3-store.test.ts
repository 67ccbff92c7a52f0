import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sha256Of, startS3Server, type S3Server } from '../../testing/s3-server.ts'
import type { FileStore } from './file-store.ts'
import { objectPath } from './object-path.ts'
import { createS3Store } from './s3-store.ts'
import { emptySha256, signedHeaders } from './sigv4.ts'
import { newObjectName } from './store.ts'

let server: S3Server
let folder: string
let store: FileStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trunkline-s3-'))
  server = await startS3Server()
  store = createS3Store(server.settings)
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.objects.clear()
  server.batch = 1000
  server.broken = undefined
})

async function write(bytes: Buffer, to = store, sha256 = sha256Of(bytes)): Promise<string> {
  const path = join(folder, randomBytes(8).toString('hex'))
  await writeFile(path, bytes)
  const name = newObjectName()
  await to.write(name, path, { size: bytes.length, sha256 })
  return name
}

test('signatures are those of the examples in the documentation of S3', () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
  const at = new Date('2013-05-24T00:00:00Z')
  const example = { ...server.settings, region: 'us-east-1' }
  const host = 'https://examplebucket.s3.amazonaws.com'
  const get = signedHeaders(
    { method: 'GET', url: new URL(`${host}/test.txt`), headers: { range: 'bytes=0-9' }, bodySha256: emptySha256, at },
    example,
  )
  expect(get['authorization']).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  const list = signedHeaders(
    { method: 'GET', url: new URL(`${host}/?max-keys=2&prefix=J`), headers: {}, bodySha256: emptySha256, at },
    example,
  )
  expect(list['authorization']).toContain('Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

test('objects are written, read and removed with valid signatures', async () => {
  const bytes = randomBytes(3_000_000)
  const name = await write(bytes)
  expect([...server.objects.keys()]).toEqual([objectPath(name)])
  const parts: Buffer[] = []
  for await (const part of (await store.read(name)) ?? []) parts.push(part)
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  await store.remove(name)
  expect(server.objects.size).toBe(0)
  await store.remove(name)
  expect(await store.read(name)).toBeUndefined()
})

test('a wrong secret, a body that was changed on its way, and a broken service are errors', async () => {
  const other = createS3Store({ ...server.settings, secret: 'wrong' })
  await expect(write(Buffer.from('x'), other)).rejects.toThrow('403 (SignatureDoesNotMatch)')
  await expect(write(Buffer.from('x'), store, sha256Of('y'))).rejects.toThrow('403')
  const name = await write(Buffer.from('x'))
  server.broken = 503
  await expect(store.read(name)).rejects.toThrow('503 (SlowDown)')
  await expect(store.remove(name)).rejects.toThrow('503')
  await expect(write(randomBytes(5_000_000))).rejects.toThrow()
  const unreachable = createS3Store({ ...server.settings, endpoint: 'http://127.0.0.1:1' })
  await expect(unreachable.read(name)).rejects.toThrow('ECONNREFUSED')
})

test('all own objects are listed, batch by batch', async () => {
  server.batch = 2
  const names = [await write(Buffer.from('a')), await write(Buffer.from('b')), await write(Buffer.from('c'))]
  server.objects.set('backup/of-another-program', { bytes: Buffer.from(''), modified: new Date() })
  const found: string[] = []
  for await (const some of store.list()) {
    expect(some.every(({ modified }) => Date.now() - modified.getTime() < 60_000)).toBe(true)
    found.push(...some.map(({ name }) => name))
  }
  expect(found).toEqual(names.toSorted())
})

test('a redirect is an error and not followed: only the configured service is contacted', async () => {
  let contacted = 0
  const other = createServer((_, response) => {
    contacted++
    response.end('secret of another service')
  })
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  try {
    server.redirect = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    await expect(store.read(newObjectName())).rejects.toThrow('307')
    await expect(write(Buffer.from('x'))).rejects.toThrow('307')
    expect(contacted).toBe(0)
  } finally {
    server.redirect = undefined
    other.close()
  }
})

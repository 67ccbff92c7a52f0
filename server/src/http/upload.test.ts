import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { encodeForm, formOf } from '../testing/multipart.ts'
import { dropUpload, receiveUpload, type Upload } from './upload.ts'

let app: FastifyInstance
const used: Upload[] = []

beforeAll(async () => {
  app = Fastify()
  await app.register(multipart)
  app.post('/', async (request, reply) => {
    try {
      const upload = await receiveUpload(request, { maxBytes: 1000 })
      used.push(upload)
      return { ...upload, content: await readFile(upload.file.path, 'utf8') }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return reply.code(error.status).send({ code: error.code, fields: error.fields })
    }
  })
})
afterAll(async () => {
  for (const { file } of used) await dropUpload(file)
  await app?.close()
})

const send = async (form: FormData) => {
  const reply = await app.inject({ method: 'POST', url: '/', ...(await encodeForm(form)) })
  return { status: reply.statusCode, body: reply.json() }
}

test('a file is stored under a generated name, with its size and hash, until it is dropped', async () => {
  const { body } = await send(
    formOf({ mode: 'skip-bad', none: undefined }, { name: '../../etc/pass\u0000wd', bytes: 'a,b' }),
  )
  expect(body).toMatchObject({
    fields: { mode: 'skip-bad' },
    content: 'a,b',
    file: { name: 'passwd', size: 3, sha256: createHash('sha256').update('a,b').digest('hex') },
  })
  expect(basename(body.file.path)).toMatch(/^trunkline-[0-9a-f-]{36}$/)
  await dropUpload(body.file)
  expect(existsSync(body.file.path)).toBe(false)
  // Dropping it again has no effect.
  await dropUpload(body.file)
})

test('no file, an empty one, one that is too large and more than one are rejected at the field', async () => {
  const two = formOf({}, { name: 'a', bytes: 'a' })
  two.append('file', new File(['b'], 'b'))
  const other = formOf({}, { name: 'a', bytes: 'a' })
  other.append('picture', new File(['b'], 'b'))
  const many = new FormData()
  for (let i = 0; i < 25; i++) many.set(`field${i}`, 'x')
  for (const [form, reason, params] of [
    [formOf({ a: 1 }), 'file.required', {}],
    [formOf({}, { name: 'a', bytes: '' }), 'file.empty', {}],
    [formOf({}, { name: 'a', bytes: 'x'.repeat(1001) }), 'file.too_large', { megabytes: 0 }],
    [two, 'file.single', {}],
    [many, 'file.too_many_fields', {}],
  ] as const) {
    const { status, body } = await send(form)
    expect([status, body.fields], reason).toEqual([422, { file: { reason, params } }])
  }
  expect((await send(other)).status).toBe(422)
  expect((await send(formOf({}, { name: 'a', bytes: 'x'.repeat(1000) }))).status).toBe(200)
})

test('another kind of body is not an upload', async () => {
  const reply = await app.inject({ method: 'POST', url: '/', payload: { file: 'a' } })
  expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_media_type'])
})

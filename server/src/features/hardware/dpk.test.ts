import { replied } from '../../testing/messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf } from '../../testing/multipart.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createManufacturer } from '../../testing/hardware/create-catalogue.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall
let manufacturer_id: number, other: number

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  manufacturer_id = await fixture.panel.sql((tx) => createManufacturer(tx, { name: 'MikroTik' }))
  other = await fixture.panel.sql((tx) => createManufacturer(tx))
})
afterAll(() => fixture?.panel.stop())

/** A package with this body: magic number and length, as in RouterOS. */
function packageOf(body: Buffer, { magic = '1ef1d0ba', length = body.length } = {}): Buffer {
  const head = Buffer.alloc(8)
  head.write(magic, 'hex')
  head.writeUInt32LE(length, 4)
  return Buffer.concat([head, body])
}
const upload = (
  bytes: Buffer | string,
  of: { name?: string; manufacturer_id?: number; note?: string } = {},
  by = provider,
) => {
  const { name = 'branding.dpk', ...fields } = of
  return by('POST', '/hardware/dpk/store', formOf({ manufacturer_id, ...fields }, { name, bytes }))
}
const list = async (by: ApiCall) => (await by('GET', '/hardware/dpk/index')).body

test('a package is stored, listed for all companies, downloaded unchanged by the provider, and deleted', async () => {
  // Longer than a download chunk, with all byte values.
  const bytes = packageOf(Buffer.from(Array.from({ length: 2_500_000 }, (_, i) => (i * 31) % 256)))
  const stored = await upload(bytes, { name: 'our "brand"\r\n.dpk', note: 'Spring' })
  expect(stored.status, stored.text).toBe(201)
  const { id } = stored.body.data
  const { data, meta } = await list(master)
  expect(meta.pagination.total).toBe(1)
  expect(data[0]).toMatchObject({
    id,
    manufacturer_id,
    manufacturer_name: 'MikroTik',
    note: 'Spring',
    size_bytes: bytes.length,
  })
  expect(data[0].uploaded_by).toContain('@')
  const address = `/hardware/dpk/${id}/download`
  const got = await provider('GET', address)
  expect(got.status).toBe(200)
  expect(got.bytes.equals(bytes)).toBe(true)
  expect(got.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/)
  expect((await master('GET', address)).status).toBe(403)
  expect((await (await fixture.as('provider', 'editor'))('GET', address)).status).toBe(403)
  expect((await master('DELETE', `/hardware/dpk/${id}/destroy`)).status).toBe(403)
  expect((await upload(bytes, {}, master)).status).toBe(403)
  const maker = (await master('GET', `/hardware/manufacturer/${manufacturer_id}/show`)).body.data
  expect(maker.dpk_count).toBe(1)
  expect((await provider('DELETE', `/hardware/dpk/${id}/destroy`)).status).toBe(204)
  expect((await list(provider)).data).toEqual([])
  expect((await provider('GET', address)).status).toBe(404)
  const left = await fixture.panel.sql((tx) => tx.selectFrom('dpk_content').select('dpk_file_id').execute())
  expect(left).toEqual([])
})

test('a file that is not a package is rejected at the file, and nothing is stored', async () => {
  for (const [bytes, reason] of [
    ['PK\u0003\u0004 a zip archive', 'package.format'],
    ['x', 'package.format'],
    [Buffer.from('1ef1d0ba', 'hex'), 'package.format'],
    [packageOf(Buffer.alloc(10), { length: 11 }), 'package.truncated'],
    [packageOf(Buffer.alloc(10), { length: 0xffffffff }), 'package.truncated'],
    [packageOf(Buffer.alloc(10), { length: 9 }), 'package.too_long'],
  ] as const) {
    const reply = await upload(bytes)
    expect(reply.status, reason).toBe(422)
    expect(reply.body.error.messages.file).toMatchObject({ reason })
  }
  expect((await upload('')).status).toBe(422)
  const none = await provider('POST', '/hardware/dpk/store', formOf({ manufacturer_id }))
  expect(Object.keys(none.body.error.messages)).toEqual(['file'])
  const large = await upload(packageOf(Buffer.alloc(25_000_001)))
  expect(Object.keys(large.body.error.messages)).toEqual(['file'])
  const noSuchId = await upload(packageOf(Buffer.alloc(3)), { manufacturer_id: 4_000_000_000 })
  expect(noSuchId.body.error.messages.manufacturer_id).toEqual(
    replied('row.missing', { kind: 'hardware-manufacturer' }),
  )
  expect((await list(provider)).data).toEqual([])
})

test('the same content exists once per manufacturer under any name', async () => {
  const bytes = packageOf(Buffer.from('branding'), { magic: 'fb0f10a1' })
  const first = await upload(bytes, { name: 'first.dpk' })
  expect(first.status, first.text).toBe(201)
  const again = await upload(bytes, { name: 'second.dpk' })
  expect(again.status).toBe(409)
  expect(again.body.error.messages.file).toEqual(replied('package.exists_as', { name: 'first.dpk' }))
  expect(again.body.error.details).toEqual({ id: first.body.data.id, name: 'first.dpk' })
  expect((await upload(bytes, { manufacturer_id: other })).status).toBe(201)
})

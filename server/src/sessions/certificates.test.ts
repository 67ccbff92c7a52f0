import { X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateFiles, certificateFolder, temporaryCertificates } from '@trunkline/radius/certificates'
import { watchNas } from '@trunkline/radius/watch'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { startTestRadius, type TestRadius } from '../testing/radius.ts'
import { noRadius, until } from '../testing/radius-here.ts'
import { radiusDatabase } from './start-radius.ts'

describe.skipIf(noRadius !== undefined)('certificates of FreeRADIUS', { concurrent: false }, () => {
  let on: TestRadius
  beforeAll(async () => {
    on = await startTestRadius()
  })
  afterAll(() => on?.stop())

  test('certificates are written to the folder that FreeRADIUS reads, and only their owner can read them', () => {
    const folder = join(on.folder, 'raddb', 'certs')
    expect(readdirSync(folder).toSorted()).toEqual(['ca.pem', 'server.key', 'server.pem'])
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const text = (name: string) => readFileSync(join(folder, name), 'utf8')
    const leaf = new X509Certificate(text('server.pem'))
    expect(leaf.verify(new X509Certificate(text('ca.pem')).publicKey)).toBe(true)
    // FreeRADIUS's startup log contains file names, and never the content of the files.
    const log = readFileSync(join(on.folder, 'log', 'radius.log'), 'utf8')
    for (const line of text('server.key').split('\n').slice(1, -2)) expect(log.includes(line)).toBe(false)
  })

  test('a server started without the panel has temporary certificates, and the same ones at its next start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-certificates-'))
    const created = await temporaryCertificates(folder)
    const leaf = new X509Certificate(created.server)
    expect(leaf.verify(new X509Certificate(created.ca).publicKey)).toBe(true)
    expect(Date.parse(leaf.validTo) - Date.now()).toBeLessThan(31 * 86_400_000)
    mkdirSync(certificateFolder(folder))
    for (const kind of ['ca', 'server', 'key'] as const)
      writeFileSync(join(certificateFolder(folder), certificateFiles[kind]), created[kind])
    expect(await temporaryCertificates(folder)).toEqual(created)
    rmSync(folder, { recursive: true })
  })

  test('a change of the active certificates is announced to the supervisors of FreeRADIUS; other changes are not', async () => {
    let changes = 0
    const databaseUrl = await radiusDatabase(
      { key: Buffer.alloc(32, 7), radius: { databaseUrl: undefined } } as never,
      on.database.url,
    )
    const watch = watchNas({
      databaseUrl,
      control: on.radius.control,
      log: createLog('silent'),
      onConfig: () => changes++,
    })
    await watch.ready
    const [row] = await on.query<{ id: number }>(
      `insert into radius_certificate (kind, pem, subject, serial, fingerprint, not_before, not_after, source, created_by)
       values ('ca', 'x', 'CN=x', '4a', repeat('a', 64), now(), now() + interval '1 day', 'uploaded', 'x') returning id`,
    )
    await until(() => changes === 1)
    await on.query(`update radius_certificate set not_after = now() + interval '2 days' where id = ${row!.id}`)
    await on.query(`update radius_certificate set active = false where id = ${row!.id}`)
    await until(() => changes === 2)
    // Changes during a lost connection are unknown.
    const owner = new pg.Client({ connectionString: on.database.url })
    await owner.connect()
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trunkline radius watch' and datname = current_database()`,
    )
    await owner.end()
    await until(() => changes >= 3)
    await watch.stop()
    expect(changes).toBe(3)
  })
})

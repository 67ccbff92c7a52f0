import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOnce } from '../../db/embedded/postmaster.ts'
import { keyFingerprint } from '../../secrets.ts'
import { startPanelProcess, type PanelProcess } from '../../testing/panel-process.ts'

/** The panel as a process on its embedded database, and as a second host on the same database. */
const root = mkdtempSync(join(tmpdir(), 'trunkline-key-'))
const dataDir = join(root, 'data')
const keyFile = join(dataDir, 'key')
const running: PanelProcess[] = []
const start = (environment: NodeJS.ProcessEnv = {}, argv: string[] = []) => {
  const panel = startPanelProcess({ TRUNKLINE_DATA: dataDir, ...environment }, argv)
  running.push(panel)
  return panel
}
const newKey = () => randomBytes(32).toString('base64')

let first: string

beforeAll(async () => {
  const panel = start()
  await panel.ready()
  first = readFileSync(keyFile, 'utf8')
  await panel.stop()
}, 120_000)
afterAll(async () => {
  for (const { child } of running) if (child.exitCode === null) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

test('another key ends the start with status 78, an explanation and both fingerprints', async () => {
  const other = randomBytes(32)
  const { code, printed } = await start({ TRUNKLINE_KEY: other.toString('base64') }).ended
  expect(code).toBe(78)
  expect(printed).toContain('this is not the key of the database')
  expect(printed).toContain(keyFingerprint(other))
  expect(printed).toContain(keyFingerprint(Buffer.from(first, 'base64')))
  expect(printed).not.toContain(other.toString('base64'))
  expect(readFileSync(keyFile, 'utf8')).toBe(first)
}, 120_000)

test('without the key the start ends with status 78 and generates none', async () => {
  renameSync(keyFile, `${keyFile}.away`)
  const { code, printed } = await start().ended
  expect(code).toBe(78)
  expect(printed).toContain('No new key was generated')
  expect(existsSync(keyFile)).toBe(false)
  renameSync(`${keyFile}.away`, keyFile)
}, 120_000)

test('a second host on the same database never generates a key, and starts with the correct one', async () => {
  const panel = start()
  await panel.ready()
  const DATABASE_URL = readFileSync(join(dataDir, 'database-url'), 'utf8').trim()
  const second = join(root, 'second')
  const rejected = await start({ DATABASE_URL, TRUNKLINE_DATA: second }).ended
  expect(rejected).toMatchObject({ code: 78 })
  expect(rejected.printed).toContain('there is no')
  expect(existsSync(join(second, 'key'))).toBe(false)
  const right = start({ DATABASE_URL, TRUNKLINE_DATA: second, TRUNKLINE_KEY: first.trim() })
  await right.ready()
  expect((await right.stop()).code).toBe(0)

  // A database from before fingerprints is identified by its secrets.
  await queryOnce(DATABASE_URL, 'delete from installation_key')
  const older = await start({ DATABASE_URL, TRUNKLINE_DATA: second, TRUNKLINE_KEY: newKey() }).ended
  expect(older).toMatchObject({ code: 78 })
  expect(older.printed).toContain('does not decrypt the secrets in the database')
  const none = await start({ DATABASE_URL, TRUNKLINE_DATA: second }).ended
  expect(none).toMatchObject({ code: 78 })
  expect(none.printed).toContain('the database holds encrypted secrets')
  expect(existsSync(join(second, 'key'))).toBe(false)
  expect((await panel.stop()).code).toBe(0)
  const again = start()
  await again.ready()
  const [row] = await queryOnce<{ fingerprint: string }>(
    readFileSync(join(dataDir, 'database-url'), 'utf8').trim(),
    'select fingerprint from installation_key',
  )
  expect(row!.fingerprint).toBe(keyFingerprint(Buffer.from(first, 'base64')))
  expect((await again.stop()).code).toBe(0)
}, 240_000)

test('only rotate-keys replaces a key, and only with the former one', async () => {
  renameSync(keyFile, `${keyFile}.former`)
  const wrong = await start({ TRUNKLINE_FORMER_KEYS: newKey() }, ['rotate-keys']).ended
  expect(wrong).toMatchObject({ code: 78 })
  expect(wrong.printed).toContain('TRUNKLINE_FORMER_KEYS: holds no key of fingerprint')
  expect(existsSync(keyFile)).toBe(false)
  // A new key next to the former one is not a rotation yet.
  writeFileSync(keyFile, newKey())
  const early = await start({ TRUNKLINE_FORMER_KEYS: first.trim() }).ended
  expect(early).toMatchObject({ code: 78 })
  expect(early.printed).toContain('rotate-keys')
  rmSync(keyFile)
  const rotated = await start({ TRUNKLINE_FORMER_KEYS: first.trim() }, ['rotate-keys']).ended
  expect(rotated, rotated.printed).toMatchObject({ code: 0 })
  expect(readFileSync(keyFile, 'utf8')).not.toBe(first)
  const panel = start()
  await panel.ready()
  expect((await panel.stop()).code).toBe(0)
  expect(await start({ TRUNKLINE_KEY: first.trim() }).ended).toMatchObject({ code: 78 })
}, 240_000)

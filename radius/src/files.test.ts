import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defaultThreads, makeFolders, writeFiles, type Settings } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'trunkline-radius-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings: Settings = {
  databaseUrl: 'postgres://trunkline_radius:x@127.0.0.1/trunkline',
  key: Buffer.alloc(32),
  authPort: 1812,
  acctPort: 1813,
  modules: '/usr/lib/freeradius',
  certificates: { ca: '', server: '', key: '' },
}

function written(threads: number | undefined): string {
  const layout = { raddb: join(folder, 'raddb'), log: join(folder, 'log'), run: join(folder, 'run') }
  makeFolders(layout, undefined)
  writeFiles(layout, { ...settings, threads }, undefined)
  return readFileSync(join(layout.raddb, 'radiusd.conf'), 'utf8')
}

const values = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^\\s*${name} = (\\d+)$`, 'gm'))].map((match) => Number(match[1]))

test('FreeRADIUS has a connection for each concurrent request, and six more', () => {
  const text = written(7)
  expect(values(text, 'max_servers')).toEqual([7])
  expect(values(text, 'start_servers')).toEqual([7])
  expect(values(text, 'max')).toEqual([13])
})

test('the default number of threads depends on the cores of the machine', () => {
  expect(values(written(undefined), 'max_servers')).toEqual([defaultThreads()])
  expect(defaultThreads()).toBeGreaterThanOrEqual(4)
  expect(defaultThreads()).toBeLessThanOrEqual(16)
})

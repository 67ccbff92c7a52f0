import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

import { createLog } from '../../log.ts'
import { startEmbedded, type Embedded } from './launcher.ts'
import { ask } from './postmaster.ts'

const script = fileURLToPath(new URL('../../../../scripts/backup.mjs', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'trunkline-backup-'))
const log = createLog('silent')
const running: Embedded[] = []

afterAll(async () => {
  for (const server of running) await server.stop()
  rmSync(root, { recursive: true, force: true })
})

test(
  'a backup taken while rows are written restores to all rows confirmed before it',
  { timeout: 120_000 },
  async () => {
    const dataDir = join(root, 'data')
    const target = join(root, 'backup')
    const settings = { fsync: 'off' }
    const server = await startEmbedded({ dataDir, log, settings })
    running.push(server)
    writeFileSync(join(dataDir, 'key'), 'sealing key', { mode: 0o600 })
    await ask(server.url, 'create table note (id int primary key, text text)')
    await ask(server.url, `insert into note select n, repeat('x', 500) from generate_series(1, 20000) n`)

    let busy = true
    const writer = (async () => {
      for (let id = 20_001; busy; id++) {
        await ask(server.url, `insert into note values ($1, repeat('y', 500))`, [id])
      }
    })()
    await promisify(execFile)(process.execPath, [script, target], {
      env: { ...process.env, TRUNKLINE_DATA: dataDir },
    })
    busy = false
    await writer

    expect(statSync(join(target, 'key')).mode & 0o777).toBe(0o600)
    const restored = await startEmbedded({ dataDir: target, log, settings })
    running.push(restored)
    expect(restored.adopted).toBe(false)
    const [rows] = await ask<{ old: number; gaps: number }>(
      restored.url,
      `select count(*) filter (where id <= 20000)::int as old, (max(id) - count(*))::int as gaps from note`,
    )
    expect(rows).toEqual({ old: 20_000, gaps: 0 })
  },
)

test('a backup never goes over something that exists', async () => {
  await expect(promisify(execFile)(process.execPath, [script, root], { env: { ...process.env } })).rejects.toThrow(
    /does not exist yet/,
  )
})

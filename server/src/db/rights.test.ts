import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startPanelProcess } from '../testing/panel-process.ts'
import { queryOnce } from './embedded/postmaster.ts'
import { checkRights, findMissingRights, readRights, renderRights, repairRights, rightsFile } from './rights.ts'

let database: TestDatabase
let owner: Client
const root = mkdtempSync(join(tmpdir(), 'trunkline-rights-'))
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
  rmSync(root, { recursive: true, force: true })
})

/** One right of each kind, to be removed. */
const damage = [
  ['policy own on public.tariff for all to trunkline_app', 'drop policy own on tariff'],
  ['policy everything on public.site for all to trunkline_app_all', 'drop policy everything on site'],
  ['grant select on table public.site to trunkline_app', 'revoke select on site from trunkline_app'],
  ['grant update (mac) on table public.address to trunkline_app', 'revoke update (mac) on address from trunkline_app'],
  ['grant usage on schema panel to trunkline_radius', 'revoke usage on schema panel from trunkline_radius'],
  ['forced row security of public.nas', 'alter table nas no force row level security'],
  ['row security of public.company', 'alter table company disable row level security'],
] as const

test('the generated file is that of the migrations', async () => {
  expect(renderRights(await readRights(owner))).toBe(readFileSync(rightsFile(), 'utf8'))
})

test('each removed right is found, named at the start, and restored', async () => {
  const before = await readRights(owner)
  const used = damage
  for (const [, statement] of used) await owner.query(statement)
  await owner.query(`do $$ declare f regprocedure; begin
    for f in select oid from pg_proc where proname = 'radius_login' loop
      execute format('grant execute on function %s to public', f);
      execute format('alter function %s security invoker', f);
      execute format('alter function %s owner to current_user', f);
    end loop; end $$`)
  const missing = (await findMissingRights(owner)).map(({ what }) => what)
  for (const [what] of used) expect(missing).toContain(what)
  expect(missing.filter((what) => what.includes('radius_login'))).toEqual([
    expect.stringContaining('is not for everybody'),
    expect.stringContaining('is of trunkline_app_all'),
    expect.stringContaining('runs as its owner'),
  ])
  await expect(checkRights(owner)).rejects.toThrow(/10 policies, grants or other rights are missing[^]*--repair/)
  const { restored, lost } = await repairRights(owner)
  expect(restored).toHaveLength(10)
  expect(lost).toEqual([])
  expect(await readRights(owner)).toEqual(before)
  await checkRights(owner)
})

test('for a missing table or function the message tells the operator to restore a backup', async () => {
  await owner.query('alter table preference rename to preference_gone')
  await expect(checkRights(owner)).rejects.toThrow(/table public.preference\n[^]*npm run restore/)
  const { lost } = await repairRights(owner)
  expect(lost.map(({ what }) => what)).toContain('table public.preference')
  await owner.query('alter table preference_gone rename to preference')
  await checkRights(owner)
})

test('the panel does not start without its policies, prints instructions, and starts after the repair', async () => {
  const environment = { TRUNKLINE_DATA: join(root, 'data') }
  const first = startPanelProcess(environment)
  await first.ready()
  const url = readFileSync(join(root, 'data', 'database-url'), 'utf8').trim()
  await queryOnce(url, 'drop policy own on tariff')
  await queryOnce(url, 'revoke all on tariff from trunkline_app')
  await first.stop()
  const second = await startPanelProcess(environment).ended
  expect(second.code).toBe(78)
  expect(second.printed).toContain('policy own on public.tariff')
  expect(second.printed).toContain('check-rights --repair')
  const look = await startPanelProcess(environment, ['check-rights']).ended
  expect(look).toMatchObject({ code: 1 })
  expect(look.printed).toContain('missing: policy own on public.tariff')
  const repair = await startPanelProcess(environment, ['check-rights', '--repair']).ended
  expect(repair, repair.printed).toMatchObject({ code: 0 })
  const third = startPanelProcess(environment)
  await third.ready()
  expect((await third.stop()).code).toBe(0)
}, 180_000)

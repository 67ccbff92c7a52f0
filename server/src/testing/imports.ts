import { expect } from 'vitest'
import { sql } from 'kysely'
import { importTasks } from '../features/imports/tasks.ts'
import type { TaskContext } from '../jobs/tasks.ts'
import { formOf } from './multipart.ts'
import type { ApiCall, ApiReply, TestPanel } from './panel.ts'
import { taskContext } from './task-context.ts'

/** The test panel's encryption key. */
const key = Buffer.alloc(32, 7)
export const importConfig = { key, baseUrl: 'https://panel.example', mailFrom: 'panel@example.com', smtpUrl: undefined }

export interface ImportFile {
  name?: string
  bytes: Buffer | string
}

/** Uploads a file to an import call. */
export const upload = (call: ApiCall, path: string, { name = 'rows.csv', bytes }: ImportFile, fields: object = {}) =>
  call('POST', path, formOf(fields, { name, bytes }))

/** Runs the job of an import, as a worker would. */
export async function runJob(panel: TestPanel, import_id: number, of: Partial<TaskContext> = {}): Promise<void> {
  await importTasks(importConfig)['run-import'].run({ import_id }, taskContext(panel.databases, of))
}

/** The import after its job has run. */
export async function importFile(
  panel: TestPanel,
  call: ApiCall,
  path: string,
  file: ImportFile | string,
  fields: object = {},
): Promise<ApiReply['body']> {
  const sent = await upload(call, path, typeof file === 'string' ? { bytes: file } : file, fields)
  expect(sent.status, sent.text).toBe(202)
  const { id } = sent.body.data
  await runJob(panel, id)
  return (await call('GET', `/import/${id}/show`)).body.data
}

/** The report of an import as rows of cells. */
export async function reportRows(call: ApiCall, id: number): Promise<string[][]> {
  const { text } = await call('GET', `/import/${id}/report`)
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))
}

/** Models for imports: two manufacturers have a model with the same name. */
export const createCatalogue = (panel: TestPanel) =>
  panel.sql(async (tx) => {
    const root = sql`(select id from company where parent_id is null)`
    await sql`delete from hardware_model`.execute(tx)
    await sql`insert into hardware_type (company_id, name, kind) values (${root}, 'Test router', 'router')`.execute(tx)
    await sql`insert into hardware_manufacturer (company_id, name) values (${root}, 'Maker A'), (${root}, 'Maker B')`.execute(
      tx,
    )
    await sql`
      insert into hardware_model (company_id, type_id, manufacturer_id, name, code, warranty_months)
      select ${root}, t.id, m.id, v.name, v.code, 24 from (values ('Maker A', 'One', 'A-1'), ('Maker A', 'Same', 'A-2'), ('Maker B', 'Same', 'B-2')) v (maker, name, code)
      join hardware_manufacturer m on m.name = v.maker join hardware_type t on t.name = 'Test router'`.execute(tx)
  })

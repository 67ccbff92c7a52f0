import { byteOrderMark, csvLine } from '@trunkline/contract/csv'
import { message } from '@trunkline/contract/errors'
import { sql, type RawBuilder } from 'kysely'
import type { Endpoint, FieldType, ListDefinition } from '@trunkline/contract/endpoint'
import { customFieldPrefix, type CustomFieldType, type CustomValue, type TagLabel } from '@trunkline/contract/labels'
import { maxXlsxRows, type ListInput } from '@trunkline/contract/list'
import type { Actor } from '../../access/actor.ts'
import { streamRows } from '../../db/cursor.ts'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import type { FileReply } from '../call.ts'
import { customFieldsOf } from '../labels/definitions.ts'
import { addLabels, labelColumns } from '../labels/read.ts'
import { listAll } from '../list/list.ts'
import type { ListSource } from '../list/source.ts'
import { xlsxFile, xlsxType } from './xlsx.ts'

/**
 * Streams all rows that match the list query, in its order, with the same columns and values in each format: as CSV (RFC
 * 4180) in UTF-8 with a byte order mark, which spreadsheets need, or as a workbook. Memory use does not depend on the
 * number of rows. `dress` adds the values that are not in the database.
 * @throws AppError validation_failed where a workbook would have too many rows
 */
export async function exportOf<Row>(
  tx: Tx,
  actor: Actor,
  endpoint: Endpoint,
  source: ListSource<Row>,
  input: ListInput,
  columns: readonly string[],
  dress: (row: Row) => Row = (row) => row,
): Promise<FileReply> {
  const definition = endpoint.list
  if (definition === undefined) throw new Error(`${endpoint.name} is not a list`)
  const query = await listAll(tx, actor, definition, source, input, columns)
  const subject = endpoint.name.split('.')[0] as string
  const name = `${subject}-${new Date().toISOString().slice(0, 10)}`
  const own = columns.filter((column) => !labelColumns.includes(column))
  const labels = await labelCells(tx, definition)
  async function* batches() {
    for await (const rows of streamRows<Row>(tx, { compile: () => query.compile(tx) })) {
      await labels.add(rows)
      yield rows.map((row) => {
        const dressed = dress(row) as Record<string, unknown>
        return [...own.map((column) => dressed[column]), ...labels.cells(dressed)]
      })
    }
  }
  if (input.export === 'xlsx') {
    await assertFits(tx, query)
    const typed = [...own.map((column) => ({ name: column, type: definition.fields[column] })), ...labels.columns]
    return { file: xlsxFile(subject, typed, batches()), name: `${name}.xlsx`, type: xlsxType }
  }
  return {
    file: csvOf([...own, ...labels.columns.map((column) => column.name)], batches()),
    name: `${name}.csv`,
    type: 'text/csv; charset=utf-8',
  }
}

const sheetTypes: Record<CustomFieldType, FieldType> = {
  text: 'text',
  url: 'text',
  choice: 'text',
  number: 'number',
  date: 'day',
  boolean: 'boolean',
}

/** The columns for tags (names, separated by commas) and custom fields, named as an import reads them. */
async function labelCells(tx: Tx, { labels: kind }: ListDefinition) {
  if (kind === undefined) return { columns: [], add: async () => undefined, cells: () => [] }
  const fields = await customFieldsOf(tx, kind)
  return {
    columns: [
      { name: 'tags', type: 'text' as const },
      ...fields.map(({ key, type }) => ({ name: `${customFieldPrefix}${key}`, type: sheetTypes[type] })),
    ],
    add: (rows: readonly unknown[]) => addLabels(tx, kind, rows),
    cells: (row: Record<string, unknown>) => {
      const { tags, custom_fields: values } = row as { tags: TagLabel[]; custom_fields: Record<string, CustomValue> }
      return [tags.map(({ name }) => name).join(', '), ...fields.map(({ key }) => values[key] ?? null)]
    },
  }
}

async function* csvOf(columns: readonly string[], batches: AsyncIterable<readonly (readonly unknown[])[]>) {
  yield `${byteOrderMark}${csvLine(columns)}`
  for await (const rows of batches) yield rows.map((row) => csvLine(row)).join('')
}

/** A workbook of many rows is slow to open and to import again; larger lists are exported as CSV. */
async function assertFits<Row>(tx: Tx, query: RawBuilder<Row>): Promise<void> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (${query} limit ${maxXlsxRows + 1}) as counted`.execute(tx)
  if ((rows[0]?.found ?? 0) > maxXlsxRows)
    throw invalid({ export: message('list.export_too_large', { max: maxXlsxRows }) })
}

/** Exports are audited: who exported which list, with which filter. */
export async function recordExport(tx: Tx, actor: Actor, endpoint: Endpoint, input: ListInput): Promise<void> {
  const subject = typeof endpoint.access === 'object' ? endpoint.access.subject : 'account'
  await sql`select audit_event('export', ${subject}, null, ${endpoint.name}, ${actor.company_id}, null, ${JSON.stringify(input)}::jsonb)`.execute(
    tx,
  )
}

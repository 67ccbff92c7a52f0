import type { Body } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import type { LabelKind } from '@trunkline/contract/label-kind'
import type { CustomFieldType } from '@trunkline/contract/labels'
import { customFields } from '@trunkline/contract/resources/custom-field'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { customFieldsOf } from '../../http/labels/definitions.ts'
import { valueError, valueOfText } from '../../http/labels/values.ts'
import { recoverHandler, standardHandlers, type CheckRow, type RowWrite } from '../../http/standard-handlers.ts'
import { checkCompanyLive } from '../companies/company-live.ts'
import { checkNameFree } from '../tags/name-rules.ts'
import { checkOwner } from '../tariffs/tariff-rules.ts'

/** Companies above the caller's are not visible, which marks a field as inherited. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('custom_field as d')
    .leftJoin('company as c', 'c.id', 'd.company_id')
    .select([
      'd.id',
      'd.key',
      'd.label',
      'd.label_de',
      'd.required',
      'd.default_value',
      'd.choices',
      'd.help',
      'd.max_length',
      'd.position',
      'd.company_id',
      'c.name as company_name',
      'd.created_at',
      'd.updated_at',
      'd.deleted_at',
      'd.search_text',
      'd.ancestor_ids',
    ])
    .select([
      sql<LabelKind>`d.kind`.as('kind'),
      sql<CustomFieldType>`d.type`.as('type'),
      sql<boolean>`c.id is null`.as('inherited'),
    ])

const record = (tx: Tx) => rows(tx).select(['d.version'])

type FieldBody = Partial<Body<typeof customFields.store>>

/** The definition after the write has choices if its type needs them, and a default that is one of its values. */
function checkDefinition(body: FieldBody, before: StoredRow | undefined): void {
  const now = { choices: [], max_length: null, default_value: null, ...before, ...body } as unknown as {
    type: CustomFieldType
    choices: string[]
    max_length: number | null
    default_value: string | null
  }
  if (now.type === 'choice' && now.choices.length === 0)
    throw invalid({ choices: message('custom_field.choices_required') })
  if (now.type !== 'choice' && now.choices.length > 0)
    throw invalid({ choices: message('custom_field.choices_not_allowed') })
  if (now.default_value === null || now.default_value === '') return
  const error = valueError(now, valueOfText(now, now.default_value))
  if (error !== undefined) throw invalid({ default_value: error })
}

async function validate(tx: Tx, { body, actor, before }: RowWrite<FieldBody>): Promise<void> {
  checkDefinition(body, before)
  if (before !== undefined) return
  const { kind, key } = body as { kind: LabelKind; key: string }
  const company_id = body.company_id ?? actor.company_id
  await checkOwner(tx, company_id, 'custom-field')
  await checkNameFree(tx, { table: 'custom_field', field: 'key', value: key, company_id, id: 0, kind })
}

const columns = ({ body, actor, before }: RowWrite<FieldBody>): StoredRow => ({
  ...body,
  ...(body.default_value !== undefined && { default_value: body.default_value || null }),
  ...(body.label_de !== undefined && { label_de: body.label_de || null }),
  ...(before === undefined && { company_id: body.company_id ?? actor.company_id }),
})

const source = {
  table: 'custom_field',
  owner: 'company_id',
  shared: 'inherited',
  rows,
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  validate,
  columns,
} as const

const checkRecover: CheckRow = async (row, call, tx) => {
  await checkCompanyLive(row, call, tx)
  const { id, key, kind, company_id } = row as { id: number; key: string; kind: string; company_id: number }
  await checkNameFree(tx, { table: 'custom_field', field: 'key', value: key, company_id, id, kind })
}

/** The ids of a company and of those above it, for a company that the caller sees. */
async function lineOf(tx: Tx, company_id: number): Promise<number[]> {
  const row = await tx.selectFrom('company').select('ancestor_ids').where('id', '=', company_id).executeTakeFirst()
  return row?.ancestor_ids ?? []
}

export const customFieldHandlers = (deps: Deps): Handlers<typeof customFields> => ({
  ...standardHandlers(deps, customFields, source),
  recover: recoverHandler(customFields.recover, source, checkRecover),
  definitions: (call) =>
    call.db(async (tx) => {
      const { kind, company_id } = call.query
      return {
        data: await customFieldsOf(tx, kind, company_id === undefined ? undefined : await lineOf(tx, company_id)),
      }
    }),
})

import type { Ability } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import type { Reason } from '../errors.ts'
import { importBody, importMaxBytes, importReply, type ImportKind } from './import-shapes.ts'

/** What is wrong with a file or with the columns that are named for it, before any row is read. */
const uploadReasons: readonly Reason[] = [
  'file.no_table',
  'file.binary',
  'file.password',
  'file.no_rows',
  'file.no_data_rows',
  'file.too_many_columns',
  'file.too_many_rows',
  'file.header',
  'import.columns_format',
  'import.duplicate_headers',
  'import.column_count',
  'import.field_unknown',
  'import.field_twice',
  'import.fields_missing',
]

/** The call that a file of a kind is sent to. Apart from the kind's own calls, which first pages carry. */
const uploadOf = <const N extends string, const P extends string>(name: N, path: P, access: Ability, summary: string) =>
  endpoint({
    name: `${name}.import`,
    method: 'POST',
    path: `${path}/import` as const,
    access,
    summary: `${summary}, as a job; \`dry_run=1\` only checks`,
    upload: { maxBytes: importMaxBytes },
    perMinute: 30,
    body: importBody,
    reply: importReply,
    status: 202,
    reasons: { 409: ['import.running'], 422: uploadReasons },
  })

export const importUploads = {
  hardware: uploadOf(
    'hardware',
    '/hardware',
    { action: 'import', subject: 'hardware' },
    'Devices from a CSV or XLSX file',
  ),
  companies: uploadOf(
    'company',
    '/company',
    { action: 'create', subject: 'companies' },
    'Companies from a CSV or XLSX file',
  ),
  services: uploadOf(
    'service',
    '/network/service',
    { action: 'create', subject: 'services' },
    'Services from a CSV or XLSX file',
  ),
  subnets: uploadOf(
    'subnet',
    '/network/subnet',
    { action: 'create', subject: 'subnets' },
    'Subnets from a CSV or XLSX file, with the columns of the export',
  ),
} satisfies Record<ImportKind, unknown>

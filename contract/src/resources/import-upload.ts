import type { Ability } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import type { Reason } from '../errors.ts'
import { importBody, importMaxBytes, importReply, type ImportKind } from './import-shapes.ts'

/** Errors of a file or of its columns before any row is read. */
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

/** The upload call of a kind, in a file of its own because the first pages load the other calls of the kind. */
const uploadOf = <const N extends string, const P extends string>(name: N, path: P, access: Ability, summary: string) =>
  endpoint({
    name: `${name}.import`,
    method: 'POST',
    path: `${path}/import` as const,
    access,
    summary: `${summary}, as a job; \`dry_run=1\` only validates`,
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
    'Import devices from a CSV or XLSX file',
  ),
  companies: uploadOf(
    'company',
    '/company',
    { action: 'create', subject: 'companies' },
    'Import companies from a CSV or XLSX file',
  ),
  services: uploadOf(
    'service',
    '/network/service',
    { action: 'create', subject: 'services' },
    'Import services from a CSV or XLSX file',
  ),
  subnets: uploadOf(
    'subnet',
    '/network/subnet',
    { action: 'create', subject: 'subnets' },
    'Import subnets from a CSV or XLSX file, with the columns of the export',
  ),
} satisfies Record<ImportKind, unknown>

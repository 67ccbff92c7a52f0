import type { Ability } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import type { Reason } from '../errors.ts'
import { columnReasons, importBody, importMaxBytes, importReply, type ImportKind } from './import-shapes.ts'

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
  'csv.open_quote',
  'csv.unreadable_row',
  'workbook.no_sheet',
  'workbook.damaged',
  'workbook.too_large',
  'workbook.too_many_parts',
  'workbook.part_missing',
  'workbook.doctype',
  'workbook.too_much_text',
  ...columnReasons,
]

/** The upload call of a kind, in a file of its own because the first pages load the other calls of the kind. */
const uploadOf = <const N extends string, const P extends string>(
  name: N,
  path: P,
  access: Ability,
  summary: string,
  reasons: readonly Reason[] = [],
) =>
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
    reasons: { 409: ['import.running'], 422: [...uploadReasons, ...reasons] },
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
  users: uploadOf(
    'user',
    '/user',
    { action: 'create', subject: 'user-invites' },
    'Invite users of a CSV or XLSX file, and update existing ones',
    ['password_confirmation_required'],
  ),
  sites: uploadOf('site', '/site', { action: 'create', subject: 'sites' }, 'Import sites from a CSV or XLSX file'),
  'hardware-models': uploadOf(
    'hardware-model',
    '/hardware/model',
    { action: 'create', subject: 'hardware-models' },
    'Import hardware models from a CSV or XLSX file',
  ),
  tariffs: uploadOf(
    'tariff',
    '/network/tariff',
    { action: 'create', subject: 'tariffs' },
    'Import tariffs from a CSV or XLSX file',
  ),
  nas: uploadOf(
    'nas',
    '/network/nas',
    { action: 'create', subject: 'nas' },
    'Import NAS devices from a CSV or XLSX file',
  ),
  licences: uploadOf(
    'licence',
    '/licence',
    { action: 'create', subject: 'licences' },
    'Import licences from a CSV or XLSX file',
  ),
} satisfies Record<ImportKind, unknown>

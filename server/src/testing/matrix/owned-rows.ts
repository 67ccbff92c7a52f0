import { randomBytes } from 'node:crypto'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { insertRow, type StoredRow } from '../../db/write-row.ts'
import { objectKinds } from '../../http/object-kinds.ts'

/**
 * The columns of a row that belongs to a company and to nothing else, beside `company_id`, for each kind of such rows. Each
 * row gets another name. Table and trash are those of `objectKinds`.
 */
const columns = {
  site: (name: string): StoredRow => ({ name }),
  tag: (name: string): StoredRow => ({ name }),
  'custom-field': (name: string): StoredRow => ({
    label: name,
    key: name.toLowerCase().replace(/[^a-z0-9]/g, '_'),
    kind: 'site',
    type: 'text',
  }),
  note: (name: string): StoredRow => ({
    kind: 'site',
    record_id: 1,
    author_name: name,
    author_ancestor_ids: sql`'{}'`,
    internal: false,
    text: name,
  }),
  attachment: (name: string): StoredRow => ({
    kind: 'company',
    name: `${name}.txt`,
    media_type: 'text/plain',
    size_bytes: 1,
    sha256: '0'.repeat(64),
    object: randomBytes(16).toString('hex'),
    author_name: name,
  }),
  alert: (name: string): StoredRow => ({
    cause: `cpu:device:${name}`,
    rule: 'cpu',
    subject: 'device',
    subject_name: name,
    condition: 'firing',
    severity: 'warning',
    since: sql`now()`,
    fired_at: sql`now()`,
    observed_at: sql`now()`,
  }),
  rollout: (name: string): StoredRow => ({ name, channel: 'stable' }),
  'routeros-package': (name: string): StoredRow => ({
    name: `${name}.npk`,
    package: name.toLowerCase().replace(/[^a-z0-9]/g, '-'),
    routeros_version: '7.20.4',
    architecture: 'arm',
    verified_by: 'header',
    size_bytes: 1,
    sha256: '0'.repeat(64),
    object: randomBytes(16).toString('hex'),
  }),
  'notification-target': (name: string): StoredRow => ({ name, kind: 'email', recipients: 'noc@example.net' }),
  'device-template': (name: string): StoredRow => ({ name }),
  'maintenance-window': (name: string): StoredRow => ({
    name,
    scope: 'company',
    repeats: 'weekly',
    starts_on: '2026-01-05',
    weekdays: sql`'{6,7}'`,
    starts_at: '02:00',
    minutes: 60,
    time_zone: 'UTC',
  }),
}
/** Kinds that companies below the owner read too. */
const sharedKinds: readonly string[] = ['tag', 'custom-field', 'routeros-package', 'device-template']
export type OwnedKind = keyof typeof columns
const kinds = Object.keys(columns) as OwnedKind[]
export const isOwnedKind = (kind: ObjectKind): kind is OwnedKind => (kinds as ObjectKind[]).includes(kind)

let serial = 0

/** A fresh row of the company. */
export const makeOwnedRow = (tx: Tx, kind: OwnedKind, company_id: number, author_id?: number): Promise<number> =>
  insertRow(tx, objectKinds[kind].table, {
    company_id,
    // Only its author changes a note.
    ...(kind === 'note' && { author_id }),
    // Of the company itself, which may delete it, as those above it may.
    ...(kind === 'attachment' && {
      record_id: company_id,
      author_ancestor_ids: sql`(select ancestor_ids from company where id = ${company_id})`,
    }),
    ...columns[kind](`Row ${++serial}-${randomBytes(3).toString('hex')}`),
  })

/** What each company of the world has from the start, so that every list has rows of every company. */
export async function seedOwned(tx: Tx, companies: readonly { id: number }[]): Promise<void> {
  for (const { id } of companies) for (const kind of kinds) await makeOwnedRow(tx, kind, id)
}

/** Ids of all rows with the company of each, and whether companies below see them. */
export const ownedRows = (kind: OwnedKind): RawBuilder<unknown> => {
  const { table, softDelete } = objectKinds[kind]
  return sql`select id, company_id as company, ${sharedKinds.includes(kind)}::boolean as shared from ${sql.table(table)} ${softDelete ? sql`where deleted_at is null` : sql``}`
}

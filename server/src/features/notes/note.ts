import { message } from '@trunkline/contract/errors'
import type { LabelKind } from '@trunkline/contract/label-kind'
import { notes, type NoteRow } from '@trunkline/contract/resources/note'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { insertRow, updateRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { AppError, forbidden, invalid } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { findRow } from '../../http/find-row.ts'
import { indexHandler, loadRow } from '../../http/standard-handlers.ts'
import { authorName, findLabelled, lineOfActor, ofViewedKinds, type LabelledRecord } from './labelled-record.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('note as n')
    .select([
      'n.id',
      'n.record_id',
      'n.company_id',
      'n.text',
      'n.author_id',
      'n.author_name',
      'n.internal',
      'n.created_at',
      'n.edited_at',
      'n.search_text',
      'n.ancestor_ids',
    ])
    .select([
      sql<LabelKind>`n.kind`.as('kind'),
      // Row security hides users of companies above.
      sql<NoteRow['mentions']>`coalesce((
        select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
        from note_mention m join app_user u on u.id = m.user_id where m.note_id = n.id), '[]')`.as('mentions'),
    ])

const list = {
  rows,
  owner: 'company_id',
  ancestor_ids: 'ancestor_ids',
  searchText: 'search_text',
  softDelete: false,
} as const
const source = { table: 'note', owner: 'company_id' } as const

interface StoredNote {
  id: number
  kind: LabelKind
  record_id: number
  author_id: number | null
  author_ancestor_ids: number[]
  internal: boolean
  text: string
}

/** The caller's own note, locked. @throws AppError not_found, forbidden */
async function ownNote(tx: Tx, actor: Actor, id: number): Promise<StoredNote> {
  const row = (await loadRow(tx, actor, source, notes.update.access, id, { lock: true })) as unknown as StoredNote
  if (row.author_id !== actor.user_id) throw forbidden('note.not_own')
  return row
}

interface Recipient {
  id: number
  name: string
  email: string
  locale: 'en' | 'de'
  company_id: number
}

/**
 * The mentioned users, who must be able to read the note: active users of the record's company or of one above it, and
 * of an internal note of the author's company or of one above that.
 * @throws AppError validation_failed at `mentions.N`
 */
async function readersOf(
  tx: Tx,
  record: LabelledRecord,
  note: { internal: boolean; author_ancestor_ids: readonly number[] },
  ids: readonly number[],
): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const { rows: users } = await sql<Recipient>`
    select id, name, email, locale, company_id from app_user
    where id = any (${ids}::bigint[]) and is_active and deleted_at is null and company_id = any (${record.ancestor_ids}::bigint[])
      and (not ${note.internal}::boolean or company_id = any (${note.author_ancestor_ids}::bigint[]))`.execute(tx)
  const found = new Set(users.map(({ id }) => id))
  const at = ids.findIndex((id) => !found.has(id))
  if (at >= 0) throw invalid({ [`mentions.${at}`]: message('note.mention_unseen') })
  return users
}

/** The page of the panel with the notes of a record. */
const notesPages: Record<LabelKind, (record: LabelledRecord) => string> = {
  company: ({ id }) => `/company-management/summary/${id}?tab=notes`,
  user: ({ id }) => `/user-management/details/${id}?tab=notes`,
  site: ({ id }) => `/site/${id}/hardware/index?tab=notes`,
  hardware: ({ id }) => `/hardware/${id}/notes`,
  service: ({ id, service_kind }) =>
    `/${service_kind === 'vpn-dialup' ? 'dialups' : 'services'}/details/${id}?tab=notes`,
  subnet: ({ id, name }) => `/ipam/${name.includes(':') ? 'ipv6' : 'ipv4'}/${id}?tab=notes`,
}

/** Stores the mentions of a note, and notifies users whom it did not mention before. */
async function mention(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  note: { id: number; kind: LabelKind; text: string },
  record: LabelledRecord,
  users: readonly Recipient[],
): Promise<void> {
  const { rows: added } = await sql<{ user_id: number }>`
    insert into note_mention (note_id, user_id)
    select ${note.id}, u from unnest(${users.map(({ id }) => id)}::bigint[]) u on conflict do nothing returning user_id`.execute(
    tx,
  )
  const isNew = new Set(added.map(({ user_id }) => user_id))
  for (const user of users)
    if (isNew.has(user.id) && user.id !== actor.user_id)
      await deps.mail.queue(tx, {
        kind: 'note-mention',
        to: user.email,
        locale: user.locale,
        company_id: user.company_id,
        dedupe_key: `note:${note.id}:${user.id}`,
        data: {
          name: user.name,
          author: authorName(actor),
          record: record.name,
          text: note.text.slice(0, 1000),
          link: `${deps.config.baseUrl}${notesPages[note.kind](record)}`,
        },
      })
}

export const noteHandlers = (deps: Deps): Handlers<typeof notes> => ({
  index: (call) => indexHandler(deps, notes.index, { ...list, where: [ofViewedKinds(call.actor)] })(call),

  store: ({ db, actor, body }) =>
    db(async (tx) => {
      const { kind, record_id, text, internal = true, mentions = [] } = body
      const record = await findLabelled(tx, actor, kind, record_id)
      const line = lineOfActor(actor)
      const users = await readersOf(tx, record, { internal, author_ancestor_ids: line }, [...new Set(mentions)])
      const id = await insertRow(tx, 'note', {
        kind,
        record_id,
        company_id: record.company_id,
        author_id: actor.user_id,
        author_name: authorName(actor),
        author_ancestor_ids: line,
        internal,
        text,
      })
      await mention(deps, tx, actor, { id, kind, text }, record, users)
      return { data: { id } }
    }),

  update: ({ db, actor, params, body }) =>
    db(async (tx) => {
      const before = await ownNote(tx, actor, params.id)
      const after = { ...before, text: body.text ?? before.text, internal: body.internal ?? before.internal }
      const record = await findLabelled(tx, actor, before.kind, before.record_id)
      const wanted = body.mentions ?? (await mentionsOf(tx, before.id))
      const users = await readersOf(tx, record, after, [...new Set(wanted)])
      await sql`delete from note_mention where note_id = ${before.id} and not user_id = any (${wanted}::bigint[])`.execute(
        tx,
      )
      await updateRow(tx, 'note', before.id, {
        internal: body.internal,
        ...(after.text !== before.text && { text: after.text, edited_at: new Date() }),
      })
      await mention(deps, tx, actor, after, record, users)
      const row = await findRow<NoteRow>(tx, { rows: rows as never }, before.id)
      if (row === undefined) throw new AppError('not_found')
      return { data: row }
    }),

  destroy: ({ db, actor, params }) =>
    db(async (tx) => {
      const { id } = await ownNote(tx, actor, params.id)
      await sql`delete from note where id = ${id}`.execute(tx)
    }),
})

async function mentionsOf(tx: Tx, note_id: number): Promise<number[]> {
  const { rows: found } = await sql<{ user_id: number }>`
    select user_id from note_mention where note_id = ${note_id}`.execute(tx)
  return found.map(({ user_id }) => user_id)
}

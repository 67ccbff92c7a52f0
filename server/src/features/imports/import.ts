import type { imports } from '@trunkline/contract/resources/import'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { partOfSubject } from '@trunkline/contract/resources/licence-enums'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError, conflict, invalid } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { createLicenceCheck, type LicenceCheck } from '../licences/enforcement.ts'
import type { ImportKind } from './kind.ts'
import { importKinds } from './kinds.ts'
import { nothingWritten } from './run.ts'
import { withLabelColumns } from './label-columns.ts'
import { maskSample, problemOf } from './matching.ts'
import { reportOf, templateOf } from './report.ts'
import { ownImport, readImport } from './shown-rows.ts'
import { assertMayOwn, queueRun } from './start.ts'

const latest = 50
const underWay = (state: ImportJob['state']) => state === 'checking' || state === 'applying'

/** The kind, if the caller may import it. @throws AppError forbidden */
function kindFor(actor: Actor, name: ImportJob['kind']): ImportKind {
  const kind = importKinds[name]
  if (!actorMay(actor, kind.ability)) throw new AppError('forbidden')
  return kind
}

/** A feature without a licence is read-only for imports too. Uploads check the licence where they are served. */
const assertLicensed = async (licences: LicenceCheck, actor: Actor, { ability }: ImportKind): Promise<void> => {
  const part = partOfSubject[ability.subject]
  if (part !== undefined) await licences.assertOpen(actor, part)
}

export const importHandlers = ({ databases }: Deps): Handlers<typeof imports> => ({
  async columns({ db, actor, query }) {
    const of = kindFor(actor, query.kind)
    const { columns } = await db((tx) => withLabelColumns(tx, of))
    return {
      data: columns.map(({ name, label, hint, example, required }) => ({
        name,
        label: label[actor.locale],
        required: required === true,
        hint: hint[actor.locale],
        example,
      })),
    }
  },

  template: ({ db, actor, query }) => {
    const kind = kindFor(actor, query.kind)
    return db(async (tx) => templateOf(tx, await withLabelColumns(tx, kind), actor.locale))
  },

  index: ({ db, actor, query }) =>
    db(async (tx) => {
      const { rows } = await sql<
        Pick<
          ImportJob,
          | 'id'
          | 'file_name'
          | 'state'
          | 'dry_run'
          | 'rows_total'
          | 'created'
          | 'updated'
          | 'bad'
          | 'created_at'
          | 'finished_at'
        >
      >`
        select id, file_name, state, dry_run, rows_total, created_count as created, updated_count as updated, bad_count as bad, created_at, finished_at
          from import where user_id = ${actor.user_id} and kind = ${query.kind} order by id desc limit ${latest}`.execute(
        tx,
      )
      return { data: rows }
    }),

  show: ({ db, actor, params }) => db(async (tx) => ({ data: await readImport(tx, actor, params.id) })),

  run: (call) =>
    call.db(async (tx) => {
      const { actor, body, params } = call
      const stored = await ownImport(tx, actor, params.id, { lock: true })
      const kind = await withLabelColumns(tx, importKinds[stored.kind])
      // The job was created while the caller still had the permission.
      if (!actorMay(actor, kind.ability)) throw conflict('import.no_longer_allowed')
      await assertLicensed(createLicenceCheck(databases), actor, kind)
      assertMayOwn(actor, kind, body.company_id)
      if (underWay(stored.state)) throw conflict('import.in_progress')
      if (stored.state === 'done') throw conflict('import.done')
      const columns =
        body.columns === undefined ? stored.columns : stored.header.map((_, at) => body.columns?.[at] ?? '')
      const problem = problemOf(kind, stored.header, body.columns ?? columns)
      if (problem !== undefined) throw invalid({ columns: problem })
      const sample = maskSample(kind, stored.header, columns, stored.sample)
      const owner = body.company_id === undefined ? stored.default_company_id : body.company_id
      await sql`update import set columns = ${columns}::text[], sample = ${JSON.stringify(sample)}::jsonb, default_company_id = ${owner} where id = ${stored.id}`.execute(
        tx,
      )
      await queueRun(tx, call, kind, stored.id, { dry_run: body.dry_run, mode: body.mode ?? stored.mode })
      return { data: await readImport(tx, actor, stored.id) }
    }),

  report: ({ db, actor, params }) => db(async (tx) => reportOf(tx, actor, await ownImport(tx, actor, params.id))),

  // The run checks the state between batches, and at its end in the transaction that commits its rows.
  cancel: ({ db, actor, params }) =>
    db(async (tx) => {
      const seen = await ownImport(tx, actor, params.id)
      const { state } = await ownImport(tx, actor, params.id, { lock: true })
      if (underWay(state))
        await sql`update import set state = 'cancelled', finished_at = clock_timestamp(), ${nothingWritten} where id = ${params.id}`.execute(
          tx,
        )
      else if (underWay(seen.state)) throw conflict('import.already_ended')
      else await sql`delete from import where id = ${params.id}`.execute(tx)
    }),
})

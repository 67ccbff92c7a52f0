import { message } from '@trunkline/contract/errors'
import { deadLetters, type DeadLetter } from '@trunkline/contract/resources/dead-letter'
import type { ListInput } from '@trunkline/contract/list'
import { sql } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { findRow } from '../../http/find-row.ts'
import { selectedIds } from '../../http/selection.ts'
import { indexHandler } from '../../http/standard-handlers.ts'

/** Records retried per transaction: each holds an advisory lock on its session until the transaction ends. */
const retryBatchSize = 200

const rows = (tx: Tx) =>
  tx
    .selectFrom('acct_dead_letter as d')
    .leftJoin('nas as n', 'n.id', 'd.nas_id')
    .select(['d.id', 'd.at', 'd.sqlstate', 'd.error', 'd.nas_id', 'n.name as nas_name', 'd.login'])
    .select(['d.retries', 'd.retried_at'])
    .select([
      sql<DeadLetter['kind']>`d.kind`.as('kind'),
      sql<
        DeadLetter['reason']
      >`case left(d.sqlstate, 2) when '22' then 'invalid-value' when '23' then 'conflict' when '42' then 'definition' when 'P0' then 'rejected' else 'other' end`.as(
        'reason',
      ),
      // Numbers are returned as text, absent values as null.
      sql<
        DeadLetter['attributes']
      >`coalesce((select json_object_agg(key, value) from jsonb_each_text(d.arguments)), '{}')`.as('attributes'),
    ])

const source = { rows, owner: null, softDelete: false } as const

interface Selection {
  ids?: number[] | undefined
  matching?: (ListInput & { total: number }) | undefined
}

const gone = (id: number) => ({
  id,
  ok: false,
  code: 'not_found',
  ...message('row.missing', { kind: 'dead-letter' }),
})

export const deadLetterHandlers = (deps: Deps): Handlers<typeof deadLetters> => {
  const selected = (call: { actor: Actor; body: Selection; db: Call['db'] }) =>
    call.db((tx) => selectedIds(tx, call.actor, deadLetters.index, source, call.body))

  return {
    index: indexHandler(deps, deadLetters.index, source),

    show: (call) =>
      call.db(async (tx) => {
        const data = await findRow<DeadLetter>(tx, { rows }, call.params.id)
        if (data === undefined) throw notFound()
        return { data }
      }),

    // One transaction per batch, so that a later failure does not roll back stored records.
    async retry(call) {
      const ids = await selected(call)
      const data = []
      for (let at = 0; at < ids.length; at += retryBatchSize) {
        const part = ids.slice(at, at + retryBatchSize)
        const results = await withTenant(
          deps.databases,
          tenantSettingsOf(call.actor, call.request),
          { write: true },
          (tx) => retryAll(tx, call.actor, part),
        )
        data.push(...results)
      }
      return { data }
    },

    async destroy(call) {
      const ids = await selected(call)
      return call.db(async (tx) => {
        const deleted = await sql<{
          id: number
        }>`delete from acct_dead_letter where id = any (${ids}::bigint[]) returning id`.execute(tx)
        const done = new Set(deleted.rows.map(({ id }) => id))
        await sql`select audit_event('destroy', 'installation', null, 'dead-letter', ${call.actor.company_id}, ${JSON.stringify({ records: done.size })}::jsonb)`.execute(
          tx,
        )
        return { data: ids.map((id) => (done.has(id) ? { id, ok: true } : gone(id))) }
      })
    },
  }
}

/** Retries records in one transaction, oldest first: a Start must precede the Stop of the same session. */
async function retryAll(tx: Tx, actor: Actor, ids: readonly number[]) {
  const others = await sql<{ id: number }>`
    select id from acct_dead_letter where id = any (${[...ids]}::bigint[]) and kind <> 'accounting'`.execute(tx)
  const notAccounting = new Set(others.rows.map(({ id }) => id))
  const found = await sql<{ id: number; error: string | null }>`
    select r.id, panel.retry_dead_letter(r.id) as error from (select unnest(${[...ids]}::bigint[]) as id order by 1) r`.execute(
    tx,
  )
  const errors = new Map(found.rows.map(({ id, error }) => [id, error]))
  const stored = found.rows.filter(({ error }) => error === '').length
  await sql`select audit_event('update', 'installation', null, 'dead-letter', ${actor.company_id}, null, ${JSON.stringify({ retried: ids.length, stored })}::jsonb)`.execute(
    tx,
  )
  return ids.map((id) => {
    if (notAccounting.has(id)) return { id, ok: false, code: 'conflict', ...message('dead_letter.not_accounting') }
    const error = errors.get(id) ?? null
    if (error === null) return gone(id)
    return error === ''
      ? { id, ok: true }
      : { id, ok: false, code: 'conflict', ...message('dead_letter.not_stored', { error }) }
  })
}

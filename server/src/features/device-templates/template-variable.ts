import { message } from '@trunkline/contract/errors'
import {
  builtInVariables,
  templateVariables,
  type TemplateVariable,
} from '@trunkline/contract/resources/template-variable'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { variableContext } from '../../devices/password-context.ts'
import { invalid, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { assertMayOwn } from '../../http/standard-handlers.ts'
import { addJob } from '../../jobs/queue.ts'
import { seal } from '../../secrets.ts'

interface Place {
  company_id?: number | undefined
  site_id?: number | undefined
  hardware_id?: number | undefined
}

/** A company, site or device with what it inherits from. */
interface Level {
  column: 'company_id' | 'site_id' | 'hardware_id'
  id: number
  name: string
  subject: 'companies' | 'sites' | 'hardware'
  company_id: number
  site_id: number | null
  hardware_id: number | null
  ancestor_ids: number[]
}

/**
 * @param trashed whether it may be in the trash: a page that shows it asks again when it is moved there
 * @throws AppError validation_failed, not_found
 */
async function levelOf(tx: Tx, { company_id, site_id, hardware_id }: Place, trashed = false): Promise<Level> {
  const given = [company_id, site_id, hardware_id].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw invalid({
      [hardware_id !== undefined ? 'hardware_id' : site_id !== undefined ? 'site_id' : 'company_id']:
        message('template.one_level'),
    })
  const id = given[0] as number
  const { rows } = await sql<Level>`${
    company_id !== undefined
      ? sql`select 'company_id' as column, id, name, 'companies' as subject, id as company_id, null::bigint as site_id,
          null::bigint as hardware_id, ancestor_ids from company where id = ${id} and (deleted_at is null or ${trashed})`
      : site_id !== undefined
        ? sql`select 'site_id' as column, id, name, 'sites' as subject, company_id, id as site_id, null::bigint as hardware_id, ancestor_ids
          from site where id = ${id} and (deleted_at is null or ${trashed})`
        : sql`select 'hardware_id' as column, id, name, 'hardware' as subject, company_id, site_id, id as hardware_id, ancestor_ids
          from hardware where id = ${id} and (deleted_at is null or ${trashed})`
  }`.execute(tx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

async function variablesOf(tx: Tx, of: Level): Promise<TemplateVariable[]> {
  const { rows } = await sql<TemplateVariable>`
    select * from (
      select distinct on (v.name) v.name, case when v.company_id is null or c.id is not null then v.value end as value,
        v.secret is not null as secret,
        case when v.hardware_id is not null then 'device' when v.site_id is not null then 'site' else 'company' end as level,
        v.${sql.ref(of.column)} is not distinct from ${of.id}::bigint as own,
        coalesce(h.name, s.name, c.name) as source, v.updated_at, v.updated_by
      from template_variable v left join company c on c.id = v.company_id left join site s on s.id = v.site_id
        left join hardware h on h.id = v.hardware_id
      where v.hardware_id = ${of.hardware_id}::bigint or v.site_id = ${of.site_id}::bigint or v.company_id = any (${of.ancestor_ids}::bigint[])
      order by v.name, v.hardware_id is null, v.site_id is null, array_position(${of.ancestor_ids}::bigint[], v.company_id) desc) v
    order by name`.execute(tx)
  return rows
}

async function setVariable(
  tx: Tx,
  { config }: Deps,
  actor: Actor,
  of: Level,
  { name, value, secret = false }: { name: string; value: string | null; secret?: boolean | undefined },
): Promise<void> {
  const { rows } = await sql<{ id: number; value: string | null }>`
    select id, value from template_variable where ${sql.ref(of.column)} = ${of.id} and name = ${name} for update`.execute(
    tx,
  )
  const before = rows[0]
  if (value === null) {
    if (before === undefined) return
    await sql`delete from template_variable where id = ${before.id}`.execute(tx)
  } else {
    const id =
      before?.id ??
      (
        await sql<{ id: number }>`
          insert into template_variable (${sql.ref(of.column)}, name, value) values (${of.id}, ${name}, '') returning id`.execute(
          tx,
        )
      ).rows[0]!.id
    const sealed = secret ? seal([config.key, ...config.formerKeys], value, variableContext(id)) : null
    await sql`
      update template_variable set value = ${secret ? null : value}, secret = ${sealed}, updated_by = ${actor.label}, updated_at = now()
      where id = ${id}`.execute(tx)
  }
  // A secret is named, its value is not.
  const earlier = before === undefined ? null : { variable: name, value: before.value }
  const after = value === null ? null : { variable: name, value: secret ? null : value }
  await sql`select audit_event('update', ${of.subject}, ${of.id}, ${of.name}, ${of.company_id},
    ${earlier === null ? null : JSON.stringify(earlier)}::jsonb, ${after === null ? null : JSON.stringify(after)}::jsonb)`.execute(
    tx,
  )
  await addJob(tx, 'check-templates', { [of.column]: of.id }, { key: `check-templates:${of.column}:${of.id}` })
}

/** Values of variables of templates. */
export const templateVariableHandlers = (deps: Deps): Handlers<typeof templateVariables> => ({
  index: ({ query, db }) => db(async (tx) => ({ data: await variablesOf(tx, await levelOf(tx, query, true)) })),

  set: ({ actor, body, db }) =>
    db(async (tx) => {
      const of = await levelOf(tx, body)
      assertMayOwn(actor, templateVariables.set.access, of.company_id)
      if (of.hardware_id !== null) assertMayOwn(actor, hardware.update.access, of.company_id)
      if ((builtInVariables as readonly string[]).includes(body.name))
        throw invalid({ name: message('template.variable_built_in', { name: body.name }) })
      await setVariable(tx, deps, actor, of, body)
      return { data: await variablesOf(tx, of) }
    }),
})

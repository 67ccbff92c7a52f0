import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { textMatches } from '../companies/text-match.ts'

interface Space {
  id: number
  name: string
  kind: 'public' | 'private'
  company_id: number | null
  company_name: string | null
}

const spaceSize = 20

/** The public space, and the private spaces of the caller's company, its ancestors and its descendants; by name. */
export async function listSpaces(
  tx: Tx,
  of: { query?: string | undefined; page?: number | undefined; id?: number },
): Promise<Space[]> {
  const one = of.id === undefined ? sql`true` : sql`s.id = ${of.id}`
  const { rows } = await sql<Space>`
    select s.id, s.name, s.kind, s.company_id, c.name as company_name
    from (select s.*, lower(s.name) as words from ip_space s) s left join company c on c.id = s.company_id
    where ${one} and ${textMatches('s.words', of.query)} order by s.kind desc, s.name, s.id limit ${spaceSize} offset ${((of.page ?? 1) - 1) * spaceSize}`.execute(
    tx,
  )
  return rows
}

/**
 * Creates a private space of the given company; defaults to the caller's company.
 * @throws AppError conflict at `name`, forbidden
 */
export async function storeSpace(
  tx: Tx,
  actor: Actor,
  body: { name: string; company_id?: number | undefined },
): Promise<Space> {
  const company_id = body.company_id ?? actor.company_id
  if (!actorMayOn(actor, { action: 'manage', subject: 'subnets' }, relationTo(actor, company_id)))
    throw new AppError('forbidden')
  const { id } = await tx
    .insertInto('ip_space')
    .values({ company_id, kind: 'private', name: body.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await listSpaces(tx, { id }))[0] as Space
}

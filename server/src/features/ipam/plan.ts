import type { Plan, PlanRequest } from '@trunkline/contract/resources/subnet-shapes'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, notFound } from '../../errors.ts'
import type { SubnetAttributes } from './allocate.ts'
import { callEngine } from './errors.ts'

/** The planned effect, as written by ip_outcome. */
interface PlanOutcome {
  changes: Plan['changes']
  changes_total: number
  conflicts: Plan['conflicts']
  as_job: boolean
  free_before: string
  free_after: string
  result_ids: number[]
}

/** A plan whose rows have changed since is rejected as a stale version. */
async function callPlanner<T>(tx: Tx, question: RawBuilder<T>): Promise<T[]> {
  try {
    return await callEngine(tx, question)
  } catch (error) {
    if (error instanceof AppError && error.details?.['stale'] === true)
      throw new AppError('stale_version', { reason: error.reason, cause: error })
    throw error
  }
}

/**
 * Computes the effect of a change of the tree and stores it as a plan. Nothing else is changed.
 * @throws AppError not_found; forbidden for a shared node; validation_failed at `id`, `ids`, `net`, `length`,
 *   `parent_id`, `space_id`; conflict for a node in the trash or with an exclusive owner. Other obstacles are listed in
 *   the plan.
 */
export async function makePlan(tx: Tx, actor: Pick<Actor, 'label'>, request: PlanRequest): Promise<Plan> {
  const [created] = await callPlanner(
    tx,
    sql<{ id: number }>`select ip_plan_make(${JSON.stringify(request)}::jsonb, ${actor.label}) as id`,
  )
  return showPlan(tx, created!.id)
}

/** A plan and its progress. @throws AppError not_found */
export async function showPlan(tx: Tx, id: number): Promise<Plan> {
  const plan = await tx
    .selectFrom('ip_plan')
    .select(['id', 'operation', 'state', 'outcome', 'failure', 'created_at', 'finished_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (plan === undefined) throw notFound()
  const { outcome, failure, ...rest } = plan
  const { changes, changes_total, conflicts, as_job, free_before, free_after, result_ids } =
    outcome as unknown as PlanOutcome
  return {
    ...rest,
    failure: failure as unknown as Plan['failure'],
    changes,
    changes_total,
    conflicts,
    as_job,
    figures: { free_before, free_after },
    result_ids,
  }
}

/**
 * Applies a plan: directly in the caller's transaction, or as a job if it writes more than 5,000 rows (state `queued`).
 * @throws AppError not_found; stale_version if a row of the plan was changed since; conflict, with `details.conflicts`,
 *   while there are obstacles, and for a plan that was already applied
 */
export async function applyPlan(tx: Tx, _actor: Pick<Actor, 'label'>, id: number): Promise<Plan> {
  await callPlanner(tx, sql`select ip_plan_apply(${id})`)
  return showPlan(tx, id)
}

/**
 * Creates a container around existing subnets: at most 5,000, more require a plan.
 * @returns the new node, and how many children moved into it
 * @throws AppError validation_failed at `net`, `parent_id`, `space_id`, `company_id`; conflict at `net`
 */
export async function coverTree(
  tx: Tx,
  of: {
    net: string
    /** Defaults to the deepest visible node that contains it, or none. */
    parent_id?: number | undefined
    space_id?: number | undefined
    company_id?: number | undefined
    attributes?:
      | (Partial<Omit<SubnetAttributes, 'type' | 'hosts' | 'gateway'>> & {
          state?: 'reserved' | 'assigned' | undefined
        })
      | undefined
  },
): Promise<{ id: number; moved: number }> {
  const request = JSON.stringify({ ...of, operation: 'cover' })
  const [done] = await callEngine(
    tx,
    sql<{ ids: number[]; rows: number }>`select ids, rows from ip_restructure(${request}::jsonb, 5001, 'net')`,
  )
  return { id: done!.ids[0]!, moved: done!.rows - 1 }
}

/**
 * Extends a node into the free space of its parent, or shrinks it. At most 5,000 rows in it; more require a plan.
 * @throws AppError not_found, forbidden; validation_failed or conflict at `net`
 */
export async function resizeSubnet(tx: Tx, id: number, net: string): Promise<void> {
  const request = JSON.stringify({ operation: 'resize', id, net })
  await callEngine(tx, sql`select ids from ip_restructure(${request}::jsonb, 5001, 'net')`)
}

import { message } from '@trunkline/contract/errors'
import type { Query } from '@trunkline/contract/endpoint'
import type { MapPosition, sites } from '@trunkline/contract/resources/site'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { subtreeOf, visibleTo } from '../companies/subtree.ts'

/** Maximum number of positions in a response. */
export const maxPlaces = 2000

/**
 * Cell size in degrees: as requested, or doubled until bounds of this size contain at most `maxPlaces` cells. Doubling
 * nests the cells of two zoom levels, so that clusters split instead of jumping.
 */
export function cellFor(width: number, height: number, queued: number): number {
  let cell = queued
  // One extra cell per axis: the grid is fixed to the globe, so bounds may cut cells at both ends.
  while ((Math.ceil(width / cell) + 1) * (Math.ceil(height / cell) + 1) > maxPlaces) cell *= 2
  return cell
}

/**
 * Live sites within bounds, clustered by cell. West is greater than east if the bounds cross the antimeridian.
 * @throws AppError validation_failed at `north` if it is less than south
 */
export async function sitesOnMap(tx: Tx, actor: Actor, of: Query<typeof sites.map>): Promise<MapPosition[]> {
  const { west, south, east, north, company, status } = of
  if (north < south) throw invalid({ north: message('site.map_bounds') })
  const crosses = west > east
  const cell = cellFor(crosses ? 360 - west + east : east - west, north - south, of.cell)
  const { rows } = await sql<MapPosition>`
    select avg(latitude) as latitude, avg(longitude) as longitude, count(*) as count,
      count(*) filter (where status = 'online') as online, count(*) filter (where status = 'partial') as partial,
      count(*) filter (where status = 'offline') as offline,
      case when count(*) = 1 then min(id) end as id, case when count(*) = 1 then min(name) end as name
    from site
    where deleted_at is null and latitude between ${south} and ${north}
      and ${crosses ? sql`(longitude >= ${west} or longitude <= ${east})` : sql`longitude between ${west} and ${east}`}
      and ${company === undefined ? visibleTo(actor, 'ancestor_ids') : await subtreeOf(tx, company)}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
    group by floor(longitude / ${cell}::float8), floor(latitude / ${cell}::float8)
    order by 3 desc, 1, 2`.execute(tx)
  return rows
}

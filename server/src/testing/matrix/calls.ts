import { everyEndpoint } from '@trunkline/contract/contract'
import { pathNames } from '@trunkline/contract/endpoint'
import { inject } from 'vitest'
import type { FixtureUser } from './matrix-fixture.ts'

/** The calls that the matrix tests, by the objects that they return. */

/** The resource whose calls alone are asked (`MATRIX=tariff`); '' for all. */
export const onlyResource = inject('matrixResource')

export const called = (user: FixtureUser) => `${user.company.type}/${user.role}`
export const protectedCalls = everyEndpoint.filter(
  ({ access, name }) => access !== 'public' && (onlyResource === '' || name.startsWith(`${onlyResource}.`)),
)
if (protectedCalls.length === 0) throw new Error(`The contract has no call of the resource ${onlyResource}.`)
export const objectCalls = protectedCalls.filter(
  (endpoint) => endpoint.object !== undefined && pathNames(endpoint.path).length > 0,
)
/** Those whose path also names parts of the row. */
export const partCalls = objectCalls.filter((endpoint) => endpoint.parts !== undefined)
/** Lists of the parts of a row are requested for that row. */
export const listCalls = protectedCalls.filter(
  (endpoint) => endpoint.list !== undefined && endpoint.object !== undefined && pathNames(endpoint.path).length === 0,
)
export const lookups = protectedCalls.filter(
  (endpoint) =>
    endpoint.list === undefined &&
    endpoint.object !== undefined &&
    endpoint.method === 'GET' &&
    pathNames(endpoint.path).length === 0,
)
export const bulkCalls = protectedCalls.filter((endpoint) => endpoint.bulk)

export const idsOf = (body: string): number[] =>
  (JSON.parse(body) as { data: { id: number }[] }).data.map(({ id }) => id)
export const totalOf = (body: string): number =>
  (JSON.parse(body) as { meta: { pagination: { total: number } } }).meta.pagination.total

/** The body with the id set at a path. */
export function place(body: unknown, path: string[], id: number): unknown {
  const [head, ...rest] = path
  if (head === undefined) return id
  if (head === '*') return [place(undefined, rest, id)]
  return { ...(body as object), [head]: place((body as Record<string, unknown> | undefined)?.[head], rest, id) }
}

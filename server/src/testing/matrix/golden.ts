import { companyTypes, userRoles, type CompanyType, type UserRole } from '@trunkline/contract/abilities'
import type { Expected } from './expected.ts'
import { relations, type TreeRelation } from './matrix-fixture.ts'

/** The result of one role for one call on a row at one position in the tree. */
export interface Cell {
  /** Method and path. */
  call: string
  type: CompanyType
  role: UserRole
  relation: TreeRelation
  outcome: Expected
}

const outcomes: readonly Expected[] = ['done', 403, 404]

const head = `# What every call answers every role for a row at every place in the tree. UPDATE_GOLDEN=1 writes this file.
# place of the row: outcome: roles
#   done: success, or rejected for its content (409, 422). 403: not allowed. 404: not visible.
#   Roles are company types/user roles; * stands for all of them. "any: 403" names the roles that the call rejects
#   wherever the row is; "all" and "all others" are the remaining roles of companies that have such a place.
`

/**
 * The text of `golden.txt`: a block per call, with roles grouped by outcome and positions by equal groups, so that a
 * changed right is one or two lines of a diff.
 * @throws Error if a call lacks a role, or a position that the role's company has for other calls, because a group
 *   would hide it
 */
export function formatGolden(cells: readonly Cell[]): string {
  const calls = [...groupBy(cells, ({ call }) => call)].sort(([one], [other]) => (one < other ? -1 : 1))
  const places = new Map(companyTypes.map((type) => [type, placesOf(cells.filter((cell) => cell.type === type))]))
  for (const [call, own] of calls) checkComplete(call, own, places)
  return [
    head,
    ...[...places].map(([type, own]) => `# ${type}: ${own.join(', ')}\n`),
    ...calls.map(([call, own]) => `${call}\n${formatCall(own)}`),
  ].join('')
}

/** The blocks of a text, by their calls; what stands before the first under ''. */
const blocksOf = (text: string): Map<string, string> =>
  new Map(
    text.split(/^(?=[A-Z]+ \/)/m).map((block, at) => [at === 0 ? '' : (block.split('\n', 1)[0] as string), block]),
  )

/** `text` with the blocks of `tried`, the text of some of the calls. */
export function mergeGolden(text: string, tried: string): string {
  const [head, ...blocks] = [...blocksOf(text), ...[...blocksOf(tried)].slice(1)]
  const merged = [...new Map(blocks)].sort(([one], [other]) => (one < other ? -1 : 1))
  return [head, ...merged].map((entry) => entry?.[1] ?? '').join('')
}

const placesOf = (cells: readonly Cell[]) =>
  relations.filter((relation) => cells.some((cell) => cell.relation === relation))

/** Only some kinds of rows are shared with descendants; all other positions exist for every call. */
function checkComplete(call: string, cells: readonly Cell[], places: ReadonlyMap<CompanyType, TreeRelation[]>): void {
  const isOffered = cells.some(({ relation }) => relation === 'shared')
  for (const [type, ofType] of places)
    for (const role of ofType.length > 0 ? userRoles : []) {
      const found = placesOf(cells.filter((cell) => cell.type === type && cell.role === role))
      const expected = ofType.filter((relation) => relation !== 'shared' || isOffered)
      if (found.join() !== expected.join())
        throw new Error(`${call}, ${type}/${role}: tried at ${found.join(', ')} instead of ${expected.join(', ')}`)
    }
}

/** The lines of one call. */
function formatCall(cells: readonly Cell[]): string {
  const open = new Set(cells.filter(({ outcome }) => outcome !== 403).map(nameOf))
  const closed = cells.filter((cell) => !open.has(nameOf(cell)))
  const others = closed.length > 0 ? 'all others' : 'all'
  const lines = closed.length > 0 ? [`any: 403: ${formatRoles(closed, cells)}`] : []
  const groups = relations.flatMap((relation) => {
    const at = cells.filter((cell) => cell.relation === relation && open.has(nameOf(cell)))
    const found = outcomes.flatMap((outcome) => {
      const same = at.filter((cell) => cell.outcome === outcome)
      if (same.length === 0) return []
      return [`${outcome}: ${same.length === at.length ? others : formatRoles(same, at)}`]
    })
    return found.length > 0 ? [{ relation, text: found.join('\n') }] : []
  })
  for (const [text, same] of groupBy(groups, (group) => group.text)) {
    const places = same.map(({ relation }) => relation).join(', ')
    lines.push(...text.split('\n').map((line) => `${places}: ${line}`))
  }
  return lines.map((line) => `  ${line}\n`).join('')
}

/** Roles from `among`, with company types of equal user roles combined: `distributor,reseller/admin client/*`. */
function formatRoles(cells: readonly Cell[], among: readonly Cell[]): string {
  const rolesOf = (list: readonly Cell[], type: CompanyType) =>
    userRoles.filter((role) => list.some((cell) => cell.type === type && cell.role === role)).join(',')
  const types = companyTypes.filter((type) => among.some((cell) => cell.type === type))
  const named = types.flatMap((type) => {
    const roles = rolesOf(cells, type)
    if (roles === '') return []
    return [{ type, roles: roles === rolesOf(among, type) ? '*' : roles }]
  })
  return [...groupBy(named, ({ roles }) => roles)]
    .map(([roles, same]) => `${same.length === types.length ? '*' : same.map(({ type }) => type).join(',')}/${roles}`)
    .join(' ')
}

const nameOf = ({ type, role }: Cell) => `${type}/${role}`

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

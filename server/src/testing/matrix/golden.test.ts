import { companyTypes, userRoles } from '@trunkline/contract/abilities'
import { expect, test } from 'vitest'
import type { Expected } from './expected.ts'
import { formatGolden, mergeGolden, type Cell } from './golden.ts'
import { relations, type TreeRelation } from './matrix-fixture.ts'

const call = 'GET /thing/{id}'

/** Positions in a tree whose root is the provider and whose leaves are clients. */
const placesOf = (type: Cell['type']): readonly TreeRelation[] =>
  type === 'simrush' ? ['own', 'descendant'] : type === 'client' ? ['own', 'ancestor'] : relations.slice(0, 5)

const cellsWith = (outcome: (cell: Omit<Cell, 'outcome'>) => Expected): Cell[] =>
  companyTypes.flatMap((type) =>
    userRoles.flatMap((role) =>
      placesOf(type).map((relation) => ({
        call,
        type,
        role,
        relation,
        outcome: outcome({ call, type, role, relation }),
      })),
    ),
  )

const lines = (cells: Cell[]) =>
  formatGolden(cells)
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== '')

test('roles and positions with the same outcome share a line', () => {
  const cells = cellsWith(({ relation }) => (relation === 'own' ? 'done' : 404))
  expect(lines(cells)).toEqual([
    call,
    '  own: done: all',
    '  descendant, sibling, ancestor, sibling-descendant: 404: all',
  ])
})

test('roles that are rejected everywhere are listed once', () => {
  const cells = cellsWith(({ type, role, relation }) => {
    if (type === 'client' || role === 'read-only') return 403
    if (relation === 'own') return type === 'simrush' ? 'done' : 403
    return relation === 'descendant' ? 'done' : 404
  })
  expect(lines(cells)).toEqual([
    call,
    '  any: 403: simrush,master-distributor,distributor,reseller/read-only client/*',
    '  own: done: simrush/*',
    '  own: 403: master-distributor,distributor,reseller/*',
    '  descendant: done: all others',
    '  sibling, ancestor, sibling-descendant: 404: all others',
  ])
})

test('a change of any one cell changes the text', () => {
  const cells = cellsWith(({ relation, role }) => (role === 'editor' ? 403 : relation === 'own' ? 'done' : 404))
  const before = formatGolden(cells)
  const texts = new Set([before])
  for (const [at, cell] of cells.entries())
    for (const outcome of (['done', 403, 404] as const).filter((other) => other !== cell.outcome))
      texts.add(formatGolden(cells.with(at, { ...cell, outcome })))
  expect(texts.size).toBe(1 + 2 * cells.length)
})

test('a position that a company type no longer has is in the header', () => {
  const cells = cellsWith(() => 'done')
  const without = cells.filter(({ type, relation }) => type !== 'reseller' || relation !== 'sibling')
  expect(lines(without)).toEqual(lines(cells))
  expect(formatGolden(cells)).toContain('# reseller: own, descendant, sibling, ancestor, sibling-descendant\n')
  expect(formatGolden(without)).toContain('# reseller: own, descendant, ancestor, sibling-descendant\n')
})

test('a call that was not tested for every role and position is an error', () => {
  const cells = cellsWith(() => 'done')
  expect(() => formatGolden(cells.slice(1))).toThrow(
    `${call}, simrush/primary-admin: tried at descendant instead of own, descendant`,
  )
  const more = cells.map((cell) => ({ ...cell, call: 'PUT /thing/{id}' }))
  expect(() => formatGolden([...cells, ...more.filter(({ relation }) => relation !== 'sibling')])).toThrow(
    'PUT /thing/{id}, master-distributor/primary-admin: tried at own, descendant, ancestor, sibling-descendant',
  )
})

test('the calls of one resource replace their own blocks, and new ones are sorted in', () => {
  const block = (path: string, outcome: string) => `GET ${path}\n  own: ${outcome}: all\n`
  const stored = `# head\n${block('/a', 'done')}${block('/c', 'done')}`
  const tried = `# another head\n${block('/b', '403')}${block('/c', '404')}`
  expect(mergeGolden(stored, tried)).toBe(`# head\n${block('/a', 'done')}${block('/b', '403')}${block('/c', '404')}`)
  expect(mergeGolden(stored, `# another head\n${block('/a', 'done')}`)).toBe(stored)
})

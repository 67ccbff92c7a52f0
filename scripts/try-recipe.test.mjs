import { describe, expect, test } from 'vitest'
import { goldenErrors } from './try-recipe.mjs'

const roles = 'simrush,master-distributor,distributor,reseller/read-only'
const block = (call, lines) => `${call}\n${lines.map((line) => `  ${line}\n`).join('')}`
const outside = 'sibling, ancestor, sibling-descendant: 404: all others'
const before = `# head\n${block('GET /site/{id}/show', ['own: done: all'])}`
const added = {
  'GET /circuit/{id}/show': ['own, descendant: done: all', outside],
  'PUT /circuit/{id}/update': [`any: 403: ${roles} client/*`, 'own, descendant: done: all others', outside],
  'DELETE /circuit/{id}/destroy': [`any: 403: ${roles} client/*`, 'own, descendant: done: all others', outside],
  'PUT /circuit/{id}/recover': [`any: 403: ${roles} client/*`, 'own, descendant: done: all others', outside],
}
const textOf = (calls) =>
  before +
  Object.entries(calls)
    .map(([call, lines]) => block(call, lines))
    .join('')
const errorsOf = (changes) => goldenErrors(before, textOf({ ...added, ...changes }), '/circuit')

describe('the rights of a new resource', () => {
  test('are those of its four calls on one record', () => {
    expect(errorsOf({})).toEqual([])
  })

  test('are wrong where a call is missing or is none of the resource', () => {
    const { 'PUT /circuit/{id}/recover': _, ...others } = added
    expect(goldenErrors(before, textOf(others), '/circuit')).toEqual(['PUT /circuit/{id}/recover is missing'])
    expect(errorsOf({ 'GET /other/{id}/show': added['GET /circuit/{id}/show'] })).toEqual([
      'GET /other/{id}/show is no call of the resource',
    ])
  })

  test('are wrong where another call changes', () => {
    expect(goldenErrors(before, textOf(added).replace('own: done', 'own: 403'), '/circuit')).toEqual([
      'GET /site/{id}/show has changed',
    ])
  })

  test('are wrong where a client may write, nobody may read, or other companies are visible', () => {
    expect(errorsOf({ 'PUT /circuit/{id}/update': ['own, descendant: done: all', outside] })).toEqual([
      'PUT /circuit/{id}/update: clients may do it',
    ])
    expect(errorsOf({ 'GET /circuit/{id}/show': ['any: 403: */*', outside] })).toEqual([
      'GET /circuit/{id}/show: nobody may do it',
    ])
    expect(errorsOf({ 'GET /circuit/{id}/show': ['own, sibling: done: all'] })).toEqual([
      'GET /circuit/{id}/show: it shows rows of other companies',
    ])
  })
})

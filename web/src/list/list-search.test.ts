import type { ListDefinition } from '@trunkline/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { changeSearch, listSearch } from './list-search.ts'
import { ariaSort, buildSorts, parseSorts, toggleSort } from './sorting.ts'
import { fromViewState, showsView, toViewState } from './view-state.ts'

const definition: ListDefinition = {
  fields: {},
  free: [],
  sort: ['name', 'city', 'created_at'],
  order: ['name', 'asc'],
}

describe('list state in the address', () => {
  it('drops what is malformed or unknown instead of failing', () =>
    expect(
      listSearch({
        search: 12,
        page: '0',
        perPage: '30',
        trashed: 'maybe',
        searchJoin: 'xor',
        tab: 'x',
        company: '-3',
      }),
    ).toEqual({ search: '12' }))

  it('leaves defaults out, so that the same list has one address', () =>
    expect(listSearch({ page: '1', trashed: 'without' })).toEqual({}))

  it('starts on page 1 again whenever something else changes', () => {
    expect(changeSearch({ page: 4, search: 'a' }, { search: 'b' })).toEqual({ search: 'b' })
    expect(changeSearch({ page: 4 }, { page: 5 })).toEqual({ page: 5 })
  })

  it('keeps the company context', () =>
    expect(changeSearch({ company: 7, search: 'a' }, { search: undefined })).toEqual({ company: 7 }))
})

describe('sorting', () => {
  it('goes from ascending over descending back to the usual order', () => {
    const one = toggleSort([{ field: 'name', direction: 'asc' }], 'city', false)
    const two = toggleSort(one, 'city', false)
    expect([one, two, toggleSort(two, 'city', false)]).toEqual([
      [{ field: 'city', direction: 'asc' }],
      [{ field: 'city', direction: 'desc' }],
      [],
    ])
  })

  it('adds columns with shift and takes them out again', () => {
    const both = toggleSort([{ field: 'name', direction: 'asc' }], 'city', true)
    expect(both.map((sort) => sort.field)).toEqual(['name', 'city'])
    expect(toggleSort(toggleSort(both, 'city', true), 'city', true)).toEqual([{ field: 'name', direction: 'asc' }])
  })

  it('writes several columns by semicolon, and nothing for the usual order', () => {
    expect(
      buildSorts(
        [
          { field: 'city', direction: 'asc' },
          { field: 'name', direction: 'desc' },
        ],
        definition,
      ),
    ).toEqual({ orderBy: 'city;name', sortedBy: 'asc;desc' })
    expect(buildSorts([{ field: 'name', direction: 'asc' }], definition)).toEqual({
      orderBy: undefined,
      sortedBy: undefined,
    })
  })

  it('reads what the address says, without unknown or repeated columns', () => {
    expect(parseSorts('city;evil;city;created_at', 'desc', definition)).toEqual([
      { field: 'city', direction: 'desc' },
      { field: 'created_at', direction: 'desc' },
    ])
    expect(parseSorts(undefined, undefined, definition)).toEqual([{ field: 'name', direction: 'asc' }])
  })

  it('tells one sorted column to screen readers', () => {
    const sorts = parseSorts('city;name', 'desc;asc', definition)
    expect([ariaSort(sorts, 'city'), ariaSort(sorts, 'name')]).toEqual(['descending', 'none'])
  })
})

describe('saved views', () => {
  it('never hold the page number or the company', () => {
    const state = toViewState({ search: 'a', page: 7, perPage: 50, company: 3 }, ['name', 'city'])
    expect(state).toEqual({ search: 'a', perPage: 50, columns: ['name', 'city'] })
    expect(JSON.stringify(state)).not.toContain('page"')
  })

  it('open on page 1 in the company that is chosen now', () =>
    expect(fromViewState({ search: 'a', columns: ['name'] }, 9)).toEqual({ search: 'a', company: 9 }))

  it('are known as open whatever page is shown', () => {
    expect(showsView({ search: 'a', page: 3 }, { search: 'a' })).toBe(true)
    expect(showsView({ search: 'a' }, { search: 'a', trashed: 'only' })).toBe(false)
  })
})

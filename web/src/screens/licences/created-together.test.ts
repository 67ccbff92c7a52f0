import { licences } from '@trunkline/contract/resources/licence'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { expect, it } from 'vitest'
import { parseTerms } from '../../list/filter-terms.ts'
import { createdTogether } from './created-together.ts'

it('the licences of one call are found by company and creation time', () => {
  const { search, searchFields } = createdTogether({ company_id: 12, created_at: '2026-11-21T10:20:30.456Z' })
  expect(parseTerms(search, searchFields, licences.index.list as ListDefinition)).toEqual({
    text: '',
    terms: [
      { field: 'company_id', operator: '=', values: ['12'] },
      { field: 'created_at', operator: 'between', values: ['2026-11-21T10:20:30.456Z', '2026-11-21T10:20:30.457Z'] },
    ],
  })
})

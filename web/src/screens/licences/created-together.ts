import type { Licence } from '@trunkline/contract/resources/licence'
import { buildTerms } from '../../list/filter-terms.ts'

/**
 * The filter of the list for the licences created with this one: same company, same transaction. The API rounds
 * `created_at` to milliseconds, so the next millisecond is the upper end.
 */
export function createdTogether({ company_id, created_at }: Pick<Licence, 'company_id' | 'created_at'>) {
  const { search, searchFields } = buildTerms({
    text: '',
    terms: [
      { field: 'company_id', operator: '=', values: [String(company_id)] },
      {
        field: 'created_at',
        operator: 'between',
        values: [created_at, new Date(Date.parse(created_at) + 1).toISOString()],
      },
    ],
  })
  return { search: search ?? '', searchFields: searchFields ?? '', searchJoin: 'and' as const }
}

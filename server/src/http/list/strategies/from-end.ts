import { countCap } from '@trunkline/contract/list'
import { countWithin } from '../count-within.ts'
import { anchorAtOffset, anchored } from './anchored.ts'

/**
 * A page in the second half of a list: finds the row before it from the end of the list, reading the sort columns only.
 */
export const fromEnd = anchored(async (query) => {
  const { tx, count, offset } = query
  const { total, counted } = await query.total()
  if (offset <= total / 2 || total > countCap) return undefined
  // A cached total is not exact enough: rows added since would shift the page.
  const exact = counted ? total : await countWithin(tx, count)
  if (!Number.isFinite(exact) || exact <= offset) return undefined
  return anchorAtOffset(query, { preceding: exact - offset, backwards: true })
})

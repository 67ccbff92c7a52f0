import { countCap } from '@trunkline/contract/list'
import { countWithin } from '../count-within.ts'
import { anchorBehind, anchored } from './anchored.ts'

/** A page in the second half of a list: the row before it is found from the last row, by the order's columns alone. */
export const fromEnd = anchored(async (query) => {
  const { tx, count, offset } = query
  const { total, counted } = await query.total()
  if (offset <= total / 2 || total > countCap) return undefined
  // A remembered total does not do: rows that were added since would shift the page.
  const exact = counted ? total : await countWithin(tx, count)
  if (!Number.isFinite(exact) || exact <= offset) return undefined
  return anchorBehind(query, { preceding: exact - offset, backwards: true })
})

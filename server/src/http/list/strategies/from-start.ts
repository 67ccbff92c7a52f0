import { anchorAtOffset, anchored } from './anchored.ts'

/** A deep page: finds the row before it from the start of the list, reading the sort columns only. */
export const fromStart = anchored((query) => anchorAtOffset(query, { preceding: query.offset - 1, backwards: false }))

import { anchorBehind, anchored } from './anchored.ts'

/** A deep page: the row before it is found from the first row, by the order's columns alone. */
export const fromStart = anchored((query) => anchorBehind(query, { preceding: query.offset - 1, backwards: false }))

import type { Page, PageQuery } from '../query.ts'

/** Offset from which a page is not found by reading all previous rows. */
export const deepFrom = 500

/**
 * Finds a page with less work than reading all rows before it. Answers the requests that it is made for and passes all
 * others to `next`.
 */
export type Strategy = <Row>(query: PageQuery<Row>, next: () => Promise<Page<Row>>) => Promise<Page<Row>>

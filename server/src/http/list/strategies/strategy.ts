import type { Page, PageQuery } from '../query.ts'

/**
 * Finds a page with less work than reading all rows before it. Answers the requests that it is made for and passes all
 * others to `next`.
 */
export type Strategy = <Row>(query: PageQuery<Row>, next: () => Promise<Page<Row>>) => Promise<Page<Row>>

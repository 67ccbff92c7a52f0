import type { Page, PageQuery } from '../query.ts'

/**
 * A way to find a page that is cheaper than reading all rows before it. It answers what it is made for, and leaves every
 * other request to `next`.
 */
export type Strategy = <Row>(query: PageQuery<Row>, next: () => Promise<Page<Row>>) => Promise<Page<Row>>

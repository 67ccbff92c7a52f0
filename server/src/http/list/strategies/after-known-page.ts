import { anchored } from './anchored.ts'

/** A deep page after a page that was read before: continues at the last row of that page. */
export const afterKnownPage = anchored(async ({ memory, actor, whole, offset }) => memory.anchor(actor, whole, offset))

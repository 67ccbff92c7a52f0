import { anchored } from './anchored.ts'

/** A deep page behind one that was read before: it begins at the row where that one ended. */
export const afterKnownPage = anchored(async ({ memory, actor, whole, offset }) => memory.anchor(actor, whole, offset))

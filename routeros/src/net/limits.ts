/** Most bytes of one answer, with what a row takes in memory; a table of 10,000 leases is about 5 MB. */
export const maxReplyBytes = 32 * 1024 * 1024
/** Bytes that a row takes beside its text. */
export const rowCost = 100

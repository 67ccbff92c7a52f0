/** Maximum bytes of one reply, with the memory of its rows; a table of 10,000 leases is about 5 MB. */
export const maxReplyBytes = 32 * 1024 * 1024
/** Memory of a row in addition to its text, in bytes. */
export const rowCost = 100

/** Reasons about address space, subnets, addresses, plans. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled as its calls move to reasons
export interface AddressReasons {}

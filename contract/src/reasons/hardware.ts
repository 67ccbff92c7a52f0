/** Reasons about the inventory and its catalogue. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled as its calls move to reasons
export interface HardwareReasons {}

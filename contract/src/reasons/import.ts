/** Reasons about imported files and their rows. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled as its calls move to reasons
export interface ImportReasons {}

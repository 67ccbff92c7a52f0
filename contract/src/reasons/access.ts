/** Reasons about sign-in, sessions, passwords, two-factor codes, tokens. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled as its calls move to reasons
export interface AccessReasons {}

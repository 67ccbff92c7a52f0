/** Reasons about companies, users, invitations, licences, sites. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled as its calls move to reasons
export interface CompanyReasons {}

/** Reasons about services, tariffs, NAS devices, certificates, RADIUS logins and CoA. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled as its calls move to reasons
export interface RadiusReasons {}

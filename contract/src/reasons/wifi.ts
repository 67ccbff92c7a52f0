/** Reasons about Wi-Fi networks, access points and access lists. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled as its calls move to reasons
export interface WifiReasons {}

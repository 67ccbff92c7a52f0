/** Reasons about devices, their connections and commands. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled as its calls move to reasons
export interface DeviceReasons {}

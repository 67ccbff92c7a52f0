/** Reasons about networks, ports, DHCP and firewall of a router. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled as its calls move to reasons
export interface LanReasons {}

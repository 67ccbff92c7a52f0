/** What the evidence of a report must not contain. */
export interface Redaction {
  /** Never in a report: the password. */
  secrets: readonly string[]
  /** Serial numbers, licence ids, and the name of the router's host. */
  identifiers: readonly string[]
  /** Whether identifiers and public addresses stay, because the operator requested it. */
  showsIdentifiers: boolean
}

/** Private, shared, loopback, link-local, documentation and multicast networks (RFC 6890). */
const notPublic =
  /^(?:0|10|127|22[4-9]|23\d|24\d|25[0-5])\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^192\.0\.2\.|^198\.51\.100\.|^203\.0\.113\./

const ipv4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g
/** Global unicast, 2000::/3. */
const ipv6 = /(?<![0-9a-f:])[23][0-9a-f]{3}:[0-9a-f:]*[0-9a-f:](?![0-9a-f:])/gi
const mac = /\b((?:[0-9a-f]{2}:){3})(?:[0-9a-f]{2}:){2}[0-9a-f]{2}\b/gi
/** In the head of exports and in rows. */
const labelled = /\b((?:software|system)[ -]id|serial[ -]number)\s*=\s*\S+/gi

const withoutLiterals = (text: string, literals: readonly string[], by: string) =>
  literals.filter((one) => one !== '').reduce((rest, one) => rest.replaceAll(one, by), text)

/**
 * Removes secrets from a text, and unless requested otherwise the serial number, public addresses, and the second
 * half of MAC addresses.
 */
export function redact(text: string, { secrets, identifiers, showsIdentifiers }: Redaction): string {
  const safe = withoutLiterals(text, secrets, '***')
  if (showsIdentifiers) return safe
  return withoutLiterals(safe, identifiers, '(identifier)')
    .replaceAll(labelled, '$1=(identifier)')
    .replaceAll(mac, (address, vendor: string) =>
      address.toUpperCase().startsWith('02:00:5E') ? address : `${vendor}xx:xx:xx`,
    )
    .replaceAll(ipv4, (address) => (notPublic.test(address) ? address : '(address)'))
    .replaceAll(ipv6, (address) => (/^2001:0?db8:/i.test(address) ? address : '(address)'))
}

/**
 * RADIUS attributes (RFC 2865, 2866, 3162, 4818) of the parameters of the database function that stores accounting. Standard
 * names, the same in every language.
 */
const radiusNames: Record<string, string> = {
  type: 'Acct-Status-Type',
  session_id: 'Acct-Session-Id',
  login: 'User-Name',
  port: 'NAS-Port-Id',
  calling: 'Calling-Station-Id',
  called: 'Called-Station-Id',
  ip: 'Framed-IP-Address',
  ipv6_address: 'Framed-IPv6-Address',
  ipv6_prefix: 'Framed-IPv6-Prefix',
  delegated_prefix: 'Delegated-IPv6-Prefix',
  secs: 'Acct-Session-Time',
  in_octets: 'Acct-Input-Octets',
  in_gigawords: 'Acct-Input-Gigawords',
  out_octets: 'Acct-Output-Octets',
  out_gigawords: 'Acct-Output-Gigawords',
  cause: 'Acct-Terminate-Cause',
}

/** The name of the RADIUS attribute, or of the parameter where RADIUS has none. */
export const attributeName = (key: string): string => radiusNames[key] ?? key

const encoder = new TextEncoder()

/**
 * A text with everything that is not visible written as octets, `\xe2\x80\xae`: control characters, direction marks,
 * line separators, and characters without a shape of their own. Text from a NAS is never shown unescaped.
 */
export const escapeOctets = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu, (character) =>
    [...encoder.encode(character)].map((octet) => `\\x${octet.toString(16).padStart(2, '0')}`).join(''),
  )

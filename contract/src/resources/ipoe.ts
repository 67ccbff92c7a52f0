import { message, type Message } from '../errors.ts'

/**
 * What identifies an IPoE service at a login: a MAC address, or the circuit ID and remote ID of DHCP option 82
 * (RFC 3046). Server and browser share it, so that both accept the same notations.
 */

/** Maximum octets of a DHCP sub-option without its code and length, inside an option of 255 octets. */
const maxIdOctets = 247

type Parsed<T> = T | { error: Message }

/** The hexadecimal digits of the text, 12 or 14 of them if it is a MAC address or a DHCP client identifier. */
function macDigits(text: string): string {
  const parts = text.split(text.includes(':') ? ':' : '-')
  // Parts without their leading zero: RouterOS writes 0:e1:c:38:c8:f8.
  if ((parts.length === 6 || parts.length === 7) && parts.every((part) => /^[0-9a-f]{1,2}$/.test(part)))
    return parts.map((part) => part.padStart(2, '0')).join('')
  const grouped =
    /^[0-9a-f]{12}([0-9a-f]{2})?$|^[0-9a-f]{4}([.-])[0-9a-f]{4}\2[0-9a-f]{4}(\2[0-9a-f]{2})?$/.exec(text) !== null
  return grouped ? text.replaceAll(/[.-]/g, '') : ''
}

/**
 * A MAC address in any common notation (`4c:5e:0c:01:02:03`, `4C-5E-…`, `4c5e.0c01.0203`, `4c5e-0c01-0203`,
 * `4c5e0c010203`, `0:e1:c:38:c8:f8`) as `4C:5E:0C:01:02:03`. Seven octets of which the first is 1 are a DHCP client
 * identifier (RFC 2132, 9.14): hardware type Ethernet, then the address.
 */
export function parseMacAddress(text: string): Parsed<{ mac: string }> {
  const digits = macDigits(text.trim().toLowerCase())
  const mac = digits.length === 14 ? (digits.startsWith('01') ? digits.slice(2) : '') : digits
  if (mac === '') return { error: message('field.mac') }
  if (/^0+$/.test(mac)) return { error: message('mac.zero') }
  // IEEE 802, 8.2.2: the lowest bit of the first octet marks group addresses.
  if ((Number.parseInt(mac.slice(0, 2), 16) & 1) === 1) return { error: message('mac.multicast') }
  return { mac: (mac.toUpperCase().match(/../g) as string[]).join(':') }
}

/** Format of circuit ID and remote ID: ASCII text or hexadecimal. `0x…` is hexadecimal in either. */
export const option82Formats = ['text', 'hex'] as const
export type Option82Format = (typeof option82Formats)[number]

/**
 * The octets of a circuit ID or remote ID. Hexadecimal digits may be separated in pairs by colons, dashes or spaces.
 */
export function parseOption82(text: string, format: Option82Format = 'text'): Parsed<{ octets: Uint8Array }> {
  const typed = text.trim()
  const marked = /^0x/i.test(typed)
  if (format === 'hex' || marked) {
    const digits = marked ? typed.slice(2) : typed
    if (!/^[0-9a-f]{2}([:\- ]?[0-9a-f]{2})*$/i.test(digits)) return { error: message('option82.hexadecimal') }
    const octets = Uint8Array.from(digits.replaceAll(/[:\- ]/g, '').match(/../g) as string[], (pair) =>
      Number.parseInt(pair, 16),
    )
    return octets.length > maxIdOctets ? { error: message('field.max_octets', { max: maxIdOctets }) } : { octets }
  }
  if (!/^[\u0020-\u007e]+$/.test(typed)) return { error: message('option82.ascii') }
  if (typed.length > maxIdOctets) return { error: message('field.max_octets', { max: maxIdOctets }) }
  return { octets: Uint8Array.from(typed, (character) => character.charCodeAt(0)) }
}

const hexOf = (octets: Uint8Array) => Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('')

/** Octets in the form that `parseOption82` parses: text if all octets are printable ASCII, else `0x…`. */
export function formatOption82(octets: Uint8Array): string {
  const text = String.fromCharCode(...octets)
  return /^[\u0020-\u007e]+$/.test(text) && text === text.trim() && !/^0x/i.test(text) ? text : `0x${hexOf(octets)}`
}

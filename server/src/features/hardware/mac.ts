import { message, type Message } from '@trunkline/contract/errors'

const notations = [
  /^([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2})$/,
  /^([0-9a-f]{2})-([0-9a-f]{2})-([0-9a-f]{2})-([0-9a-f]{2})-([0-9a-f]{2})-([0-9a-f]{2})$/,
  /^([0-9a-f]{4})\.([0-9a-f]{4})\.([0-9a-f]{4})$/,
  /^([0-9a-f]{12})$/,
]

/**
 * Normalises a unicast MAC address in any common notation (`4C:5E:0C:01:02:03`, `4c-5e-…`, `4c5e.0c01.0203`,
 * `4c5e0c010203`) to `4c:5e:0c:01:02:03`; otherwise the error. The lowest bit of the first byte marks group addresses
 * (IEEE 802, 8.2.2), which cannot belong to one device.
 */
export function parseMac(text: string): { mac: string } | { error: Message } {
  const lower = text.trim().toLowerCase()
  const digits = notations
    .map((notation) => notation.exec(lower))
    .find((match) => match !== null)
    ?.slice(1)
    .join('')
  if (digits === undefined) return { error: message('field.mac') }
  if (/^0+$/.test(digits)) return { error: message('hardware.mac_zero') }
  if ((Number.parseInt(digits.slice(0, 2), 16) & 1) === 1) return { error: message('hardware.mac_group') }
  return { mac: (digits.match(/../g) as string[]).join(':') }
}

/**
 * The start of a MAC address in a notation that the search text (`4c:5e:0c:01:02:03 4c5e0c010203`) does not contain,
 * converted to one that it does; undefined for any other word.
 */
export function typedMac(word: string): string | undefined {
  const lower = word.toLowerCase()
  if (/^([0-9a-f]{2}-){2,5}[0-9a-f]{0,2}$/.test(lower)) return lower.replaceAll('-', ':').replace(/:$/, '')
  if (/^[0-9a-f]{4}\.[0-9a-f]{0,4}(\.[0-9a-f]{0,4})?$/.test(lower)) return lower.replaceAll('.', '')
  return undefined
}

import { message, type Message } from '@trunkline/contract/errors'

const notations = [
  /^([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2})$/,
  /^([0-9a-f]{2})-([0-9a-f]{2})-([0-9a-f]{2})-([0-9a-f]{2})-([0-9a-f]{2})-([0-9a-f]{2})$/,
  /^([0-9a-f]{4})\.([0-9a-f]{4})\.([0-9a-f]{4})$/,
  /^([0-9a-f]{12})$/,
]

/**
 * A MAC address of one device in any of the usual notations (`4C:5E:0C:01:02:03`, `4c-5e-…`, `4c5e.0c01.0203`,
 * `4c5e0c010203`) as `4c:5e:0c:01:02:03`; else what is wrong with it. The lowest bit of the first byte marks groups
 * (IEEE 802, 8.2.2), which no device has for its own.
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
 * A word of a search that is the beginning of a MAC address in another notation than that of the search text
 * (`4c:5e:0c:01:02:03 4c5e0c010203`), in one of these; undefined for any other word.
 */
export function typedMac(word: string): string | undefined {
  const lower = word.toLowerCase()
  if (/^([0-9a-f]{2}-){2,5}[0-9a-f]{0,2}$/.test(lower)) return lower.replaceAll('-', ':').replace(/:$/, '')
  if (/^[0-9a-f]{4}\.[0-9a-f]{0,4}(\.[0-9a-f]{0,4})?$/.test(lower)) return lower.replaceAll('.', '')
  return undefined
}

import {
  formatAddress,
  formatPrefix,
  parseAddress,
  parsePrefix,
  type Address,
  type Prefix,
} from '@trunkline/contract/net'

/**
 * PostgreSQL writes the last 32 bits of ::/96 as dotted IPv4 (inet_net_ntop), which RFC 5952 4.2 and our parser do not
 * accept. Its other output is canonical.
 */
function withoutDots(text: string): string {
  const dots = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)(\/\d+)?$/.exec(text)
  if (dots === null) return text
  const [, head, a, b, c, d, length = ''] = dots
  const group = (high: string | undefined, low: string | undefined) => (Number(high) * 256 + Number(low)).toString(16)
  return `${head}${group(a, b)}:${group(c, d)}${length}`
}

/** Parses a `cidr` value. */
export const storedPrefix = (text: string): Prefix => parsePrefix(withoutDots(text))
/** Parses an `inet` value that is a single address. */
export const storedAddress = (text: string): Address => parseAddress(withoutDots(text).replace(/\/\d+$/, ''))
/** The canonical text of such values. */
export const prefixOut = (text: string): string =>
  text.includes('.') && text.includes(':') ? formatPrefix(storedPrefix(text)) : text
export const addressOut = (text: string): string =>
  text.includes('.') && text.includes(':') ? formatAddress(storedAddress(text)) : text

import { message, type Message } from '@trunkline/contract/errors'
import { errorOf, parseAddress, parseHostAddress, parsePrefix } from '@trunkline/contract/net'

const macs =
  /^(?:(?:[0-9a-f]{2}:){5}[0-9a-f]{2}|(?:[0-9a-f]{2}-){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}|[0-9a-f]{12})$/i
/** A host name (RFC 1123, 2.1): labels of letters, digits and hyphens. */
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i

/** Whether a text is meant as an IP address, which a host name of digits and dots alone would be taken for. */
const looksLikeAddress = (text: string) => text.includes(':') || /^[0-9.]+$/.test(text)

/**
 * The error of a text that is not empty; undefined if it is valid. Schemas of the contract check what they know; these
 * are for fields whose schema is any line of text, because the server accepts several notations.
 */
export const formats = {
  /** Notations: `4C:5E:0C:01:02:03`, with hyphens, `4c5e.0c01.0203`, `4c5e0c010203`. Of one device, not of a group. */
  mac(text: string): Message | undefined {
    if (!macs.test(text)) return message('field.mac')
    if (/^[0:.-]+$/.test(text)) return message('hardware.mac_zero')
    return (Number.parseInt(text.slice(0, 2), 16) & 1) === 1 ? message('hardware.mac_group') : undefined
  },
  /** An IPv4 or IPv6 address. */
  address: (text: string): Message | undefined => errorOf(() => parseAddress(text)),
  /** A network with its length, without host bits. */
  prefix: (text: string): Message | undefined => errorOf(() => parsePrefix(text)),
  /** An address that a device can have, or a host name. */
  host(text: string): Message | undefined {
    if (looksLikeAddress(text)) return errorOf(() => parseHostAddress(text))
    return hostName.test(text) ? undefined : message('device.address_format')
  },
}

export type Format = keyof typeof formats

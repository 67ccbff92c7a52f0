import { message, type FieldErrors, type Message } from '@trunkline/contract/errors'
import {
  contains,
  formatAddress,
  NetError,
  networkOf,
  parseAddress,
  parsePrefix,
  type Prefix,
} from '@trunkline/contract/net'

/** Validation errors by field. */
export type AddressErrors = FieldErrors

/** Why a text is not an address or network. */
const netMessage = (error: unknown): Message => {
  if (error instanceof NetError) return error.reason
  throw error
}

/** An IPv4 address as a number; undefined after an error was added to the field. */
export function readAddress(errors: AddressErrors, field: string, text: string): bigint | undefined {
  try {
    const { family, value } = parseAddress(text)
    if (family === 4) return value
    errors[field] = message('lan.ipv4_format')
  } catch (error) {
    errors[field] = netMessage(error)
  }
  return undefined
}

/** An IPv4 network; undefined after an error was added to the field, for example because host bits are set. */
export function readNetwork(errors: AddressErrors, field: string, text: string): Prefix | undefined {
  try {
    return parsePrefix(text)
  } catch (error) {
    errors[field] = netMessage(error)
    return undefined
  }
}

/**
 * The address of an interface with its prefix length (`192.168.88.1/24`), as RouterOS writes it; undefined after an
 * error was added to the field. The network and broadcast addresses are rejected (RFC 1122, 3.2.1.3), except for prefix
 * lengths 31 and 32 (RFC 3021).
 */
export function readInterfaceAddress(errors: AddressErrors, field: string, text: string): string | undefined {
  const [host = '', length = ''] = text.split('/')
  const value = readAddress(errors, field, host)
  if (value === undefined) return undefined
  const bits = Number(length)
  if (bits < 1 || bits > 32 || String(bits) !== length) {
    errors[field] = message('lan.prefix_length')
    return undefined
  }
  const problem = unusable(value)
  if (problem !== undefined) {
    errors[field] = problem
    return undefined
  }
  if (bits < 31) {
    const network = networkOf({ family: 4, value }, bits)
    const last = network.value + (1n << BigInt(32 - bits)) - 1n
    if (value === network.value || value === last) {
      errors[field] = value === last ? message('lan.broadcast_address') : message('lan.network_address')
      return undefined
    }
  }
  return `${formatAddress({ family: 4, value })}/${bits}`
}

/** Why an address cannot be assigned to a device (RFC 6890); undefined if it can. */
export function unusable(value: bigint): Message | undefined {
  const first = Number(value >> 24n)
  if (first === 0) return message('lan.address_unusable')
  if (first === 127) return message('lan.address_loopback')
  if (first >= 224) return message('lan.address_unusable')
  return undefined
}

/** Whether an address is in one of the networks (`192.168.88.0/24`). Invalid networks are ignored. */
export const isInNetworks = (value: bigint, networks: readonly string[]): boolean =>
  networks.some((text) => {
    try {
      return contains(parsePrefix(text), { family: 4, value })
    } catch {
      return false
    }
  })

/** The network of an interface address: `192.168.88.1/24` → `192.168.88.0/24`; undefined if the text is not valid. */
export function networkText(text: string): string | undefined {
  const errors: AddressErrors = {}
  const [host = '', length = '32'] = text.split('/')
  const value = readAddress(errors, 'address', host)
  if (value === undefined) return undefined
  const network = networkOf({ family: 4, value }, Number(length))
  return `${formatAddress(network)}/${network.length}`
}

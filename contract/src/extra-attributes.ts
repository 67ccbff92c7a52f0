import { message, type FieldErrors, type Message } from './errors.ts'
import { tryAddress, tryPrefix } from './net.ts'
import type { ExtraAttribute, RadiusAttribute } from './resources/radius-attribute.ts'

/*
 * Validation of the extra attribute lines of tariffs and NAS devices. Server and browser apply the same rules,
 * against the attributes in the dictionary of FreeRADIUS.
 */

/**
 * Maximum octets of all lines in a reply: a RADIUS packet has 4,096 (RFC 2865, 3); the panel's own attributes and EAP
 * need the rest.
 */
export const maxExtraOctets = 2_000
/** The length field of an attribute includes its own header (RFC 2865, 5). */
const maxAttributeOctets = 255

/** Identifies an attribute by number: FreeRADIUS has several names for some numbers. */
const keyOf = ({ vendor, path }: Pick<RadiusAttribute, 'vendor' | 'path'>): string => `${vendor ?? ''}:${path}`

const loginPart = message('attribute.part_of_login')
const ofTariff = message('attribute.set_by_tariff')
const ofService = message('attribute.set_by_service')
const secret = message('attribute.secret')

const blockedKeys: Record<string, Message> = {
  // User-Name, User-Password, CHAP-Password, State, Class, Proxy-State, CHAP-Challenge, ARAP, EAP-Message,
  // Message-Authenticator, Error-Cause, EAP-Key-Name
  ...Object.fromEntries(
    [1, 2, 3, 24, 25, 33, 60, 70, 71, 79, 80, 84, 101, 102].map((number) => [`:${number}`, loginPart]),
  ),
  // Session-Timeout, Idle-Timeout, Acct-Interim-Interval
  ...Object.fromEntries([27, 28, 85].map((number) => [`:${number}`, ofTariff])),
  // Framed-IP-Address, Framed-IP-Netmask, Framed-Route, Framed-IPv6-Prefix, Framed-IPv6-Route, Framed-IPv6-Pool,
  // Delegated-IPv6-Prefix, Framed-IPv6-Address, Delegated-IPv6-Prefix-Pool
  ...Object.fromEntries([8, 9, 22, 97, 99, 100, 123, 168, 171].map((number) => [`:${number}`, ofService])),
  'Mikrotik:8': ofTariff, // Mikrotik-Rate-Limit
  'Mikrotik:19': ofTariff, // Mikrotik-Address-List
  'Huawei:2': ofTariff, // Huawei-Input-Average-Rate
  'Huawei:5': ofTariff, // Huawei-Output-Average-Rate
  'Cambium:26': ofTariff, // Cambium-ePMP-Max-Burst-Uplink-Rate
  'Cambium:27': ofTariff, // Cambium-ePMP-Max-Burst-Downlink-Rate
  'WISPr:7': ofTariff, // WISPr-Bandwidth-Max-Up
  'WISPr:8': ofTariff, // WISPr-Bandwidth-Max-Down
}

/** MS-CHAP and its session keys (RFC 2548) come from the login; FreeRADIUS's internal attributes control the server. */
const blockedNames = /^(MS-(MPPE|CHAP)|FreeRADIUS-)/i

/**
 * Why no line may set the attribute, whatever its value: the error of the line's `attribute`. Undefined if a line may
 * set it.
 */
export const blockedReason = (attribute: RadiusAttribute): Message | undefined =>
  blockedKeys[keyOf(attribute)] ??
  (blockedNames.test(attribute.name) ? loginPart : attribute.is_secret ? secret : undefined)

/**
 * Attributes that grant administration of the router or change its configuration. A tariff must not set them if its
 * owner ranks below the owner of a NAS: its services log in at that NAS. Service-Type, Management-Policy-Id,
 * Management-Privilege-Level, and the vendors' groups and privilege levels.
 */
const administrative = new Set([
  ':6',
  ':133',
  ':134',
  ':135',
  ':136',
  'Mikrotik:3', // Mikrotik-Group
  'Huawei:29', // Huawei-Exec-Privilege
  'Cambium:50', // Cambium-ePMP-UserLevel
  'Juniper:1', // Juniper-Local-User-Name
  'Juniper:2', // Juniper-Allow-Commands
  'Juniper:4', // Juniper-Allow-Configuration
  'Alcatel-Lucent-Service-Router:1', // Timetra-Access
])
/** The same attributes of other vendors, by parts of their names. */
const administrativeNames = /(^|-)(priv|privilege|admin\w*|exec|shell|commands?|cmd|cli|user-?level|user-?role)(-|$)/i
const administrativePair = /^(shell:|lcp:interface-config|ip:route|ipv6:route)/i

/** FreeRADIUS's names of the Cisco AV pair, whose value is `protocol:attribute=value`. */
const ciscoPair = 'Cisco:1'

/** Framed-User, the service type of a subscriber's session (RFC 2865, 5.6). */
const framedUser = 2

interface CheckedLines {
  /** Octets in the packet. */
  octets: number
  error?: { at: 'attribute' | 'op' | 'value'; message: Message }
}

const integerRanges: Record<string, readonly [bigint, bigint]> = {
  byte: [0n, 0xffn],
  short: [0n, 0xffffn],
  integer: [0n, 0xffff_ffffn],
  integer64: [0n, 0xffff_ffff_ffff_ffffn],
  signed: [-0x8000_0000n, 0x7fff_ffffn],
  date: [0n, 0xffff_ffffn],
}
const integerOctets: Record<string, number> = { byte: 1, short: 2, integer: 4, integer64: 8, signed: 4, date: 4 }
/** The tag replaces the highest octet (RFC 2868, 3.1). */
const taggedInteger: readonly [bigint, bigint] = [0n, 0xff_ffffn]

/** Octets of a text in UTF-8. */
function utf8Octets(text: string): number {
  let octets = 0
  for (const character of text) {
    const code = character.codePointAt(0) as number
    octets += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return octets
}

/** Octets of the value on the wire, or the error of the value. */
function valueOctets(attribute: RadiusAttribute, value: string, tagged: boolean): number | Message {
  const max = maxAttributeOctets - attribute.overhead - (tagged ? 1 : 0)
  const { type } = attribute
  if (type in integerRanges) {
    const named = attribute.values.find(({ name }) => name.toLowerCase() === value.toLowerCase())
    const [minValue, maxValue] =
      attribute.has_tag && type === 'integer' ? taggedInteger : (integerRanges[type] as readonly [bigint, bigint])
    const number = named !== undefined ? BigInt(named.number) : /^-?\d{1,20}$/.test(value) ? BigInt(value) : undefined
    if (number === undefined && type === 'date') return message('attribute.date')
    if (number === undefined || number < minValue || number > maxValue)
      return message(attribute.values.length > 0 ? 'attribute.number_or_name' : 'attribute.number', {
        min: String(minValue),
        max: String(maxValue),
      })
    return integerOctets[type] as number
  }
  switch (type) {
    case 'ipaddr':
      return tryAddress(value)?.family === 4 ? 4 : message('attribute.ipv4', { example: '192.0.2.1' })
    case 'ipv6addr':
      return tryAddress(value)?.family === 6 ? 16 : message('attribute.ipv6', { example: '2001:db8::1' })
    case 'combo-ip': {
      const address = tryAddress(value)
      return address === undefined ? message('attribute.ip') : address.family === 4 ? 4 : 16
    }
    case 'ipv4prefix':
      return tryPrefix(value)?.family === 4 ? 6 : message('attribute.ipv4_prefix', { example: '192.0.2.0/24' })
    case 'ipv6prefix':
      // FreeRADIUS sends reserved, length and all 16 octets, which RFC 3162, 2.3 allows.
      return tryPrefix(value)?.family === 6 ? 18 : message('attribute.ipv6_prefix', { example: '2001:db8::/64' })
    case 'ifid':
      return /^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}$/i.test(value)
        ? 8
        : message('attribute.interface_id', { example: '0:0:0:1' })
    case 'ether':
      return /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(value) ? 6 : message('field.mac')
    case 'octets':
    case 'abinary': {
      if (!/^0x([0-9a-f]{2})+$/i.test(value)) return message('attribute.hexadecimal', { example: '0x01ff' })
      const octets = (value.length - 2) / 2
      if (attribute.length !== null && octets !== attribute.length)
        return message('attribute.exact_octets', { octets: attribute.length })
      return octets > max ? message('field.max_octets', { max }) : octets
    }
    default: {
      const octets = utf8Octets(value)
      return octets > max ? message('field.max_octets', { max }) : octets
    }
  }
}

/**
 * Values that FreeRADIUS would not send literally: it expands `%{…}`, runs a value in backquotes as a command, strips
 * quotes at the start and reads backslashes as escapes (rlm_sql, sql_pair_list_afrom_str).
 */
function unsafe(value: string): Message | undefined {
  if (value.includes('%{')) return message('attribute.expansion')
  if (/[\\`]/.test(value)) return message('attribute.escapes')
  if (/^["']/.test(value)) return message('attribute.quote')
  return undefined
}

function checkLine(
  line: ExtraAttribute,
  attribute: RadiusAttribute | undefined,
  of: { restricted: boolean },
): CheckedLines {
  const rejected = (at: 'attribute' | 'op' | 'value', why: Message): CheckedLines => ({
    octets: 0,
    error: { at, message: why },
  })
  if (attribute === undefined) return rejected('attribute', message('attribute.unknown'))
  const blocked = blockedReason(attribute)
  if (blocked !== undefined) return rejected('attribute', blocked)
  const tag = line.attribute.split(':')[1]
  if (tag !== undefined && !attribute.has_tag) return rejected('attribute', message('attribute.without_tag'))
  if (tag !== undefined && !(Number(tag) >= 1 && Number(tag) <= 31))
    return rejected('attribute', message('attribute.tag', { min: 1, max: 31 }))
  const { value } = line
  const wrong = unsafe(value)
  if (wrong !== undefined) return rejected('value', wrong)
  const tagged = tag !== undefined && !(attribute.type in integerRanges)
  const octets = valueOctets(attribute, value, tagged)
  if (typeof octets !== 'number') return rejected('value', octets)
  const key = keyOf(attribute)
  if (key === ciscoPair) {
    if (/^ip:sub-qos-policy-(in|out)=/i.test(value)) return rejected('value', message('attribute.set_by_policy'))
    // Setting it would remove the panel's own pairs.
    if (line.op === ':=') return rejected('op', message('attribute.also_sent'))
  }
  const harmless = key === ':6' && namedNumber(attribute, value) === framedUser
  if (
    of.restricted &&
    !harmless &&
    (administrative.has(key) ||
      administrativeNames.test(attribute.name) ||
      (key === ciscoPair && administrativePair.test(value)))
  )
    return rejected('attribute', message('attribute.administrative'))
  return { octets: attribute.overhead + (tagged ? 1 : 0) + octets }
}

const namedNumber = (attribute: RadiusAttribute, value: string) =>
  attribute.values.find(({ name }) => name.toLowerCase() === value.toLowerCase())?.number ?? Number(value)

/** The dictionary name of a line's attribute, without its tag, in lower case. */
export const attributeKey = (attribute: string): string => attribute.split(':', 1)[0]!.toLowerCase()

/**
 * Checks the lines of a tariff or a NAS.
 * @param find the dictionary's attribute by its name in lower case
 * @param options.restricted whether attributes that administer the router are rejected: for tariffs of companies that
 * sell at NAS devices of other companies
 * @returns errors by path below `extra_attributes` (`0.value`; '' is the whole list), the octets of each line in a
 * reply (0 if it has an error) and of all lines
 */
export function checkExtraAttributes(
  lines: readonly ExtraAttribute[],
  find: (name: string) => RadiusAttribute | undefined,
  options: { restricted: boolean },
): { errors: FieldErrors; octets: number[]; total: number } {
  const errors: FieldErrors = {}
  const set: { key: string; vendor: string | null }[] = []
  const octets = lines.map((line, at) => {
    const attribute = find(attributeKey(line.attribute))
    const checked = checkLine(line, attribute, options)
    if (checked.error !== undefined) errors[`${at}.${checked.error.at}`] = checked.error.message
    else if (attribute !== undefined && line.op === ':=') {
      const key = `${keyOf(attribute)}:${Number(line.attribute.split(':')[1] ?? 0)}`
      // A reply contains lines for one vendor only.
      if (
        set.some(
          (other) =>
            other.key === key && (other.vendor === null || line.vendor === null || other.vendor === line.vendor),
        )
      )
        errors[`${at}.op`] = message('attribute.set_twice')
      set.push({ key, vendor: line.vendor })
    }
    return checked.octets
  })
  const total = octets.reduce((sum, one) => sum + one, 0)
  if (total > maxExtraOctets) errors[''] = message('attribute.total_octets', { octets: total, max: maxExtraOctets })
  return { errors, octets, total }
}

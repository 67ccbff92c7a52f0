import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { issue, issueOf, type Reason } from '../errors.ts'
import { hasYear, id, integerText, line, requiredLine, time, type FieldMeta } from '../fields.ts'
import { errorOf, formatAddress, formatPrefix, netReasons, parseAddress, parsePrefix, type Prefix } from '../net.ts'
import { serviceKinds } from './radius-enums.ts'

/** `cgn`: a port block of a public IPv4 address that several customers share (RFC 6888). */
export const addressKinds = ['ipv4', 'ipv6-address', 'ipv6-prefix', 'delegated-prefix', 'cgn'] as const

/** The longest time range of one query. */
export const maxHistoryDays = 400
/** The shortest prefix lengths that can be searched, so that a query remains an index lookup. */
export const minPrefixLength = { 4: 24, 6: 48 } as const
/** Maximum rows of a page. */
export const maxHistoryRows = 500
/** Maximum rows of an export. */
export const maxExportRows = 10_000

/** An address as a prefix of its full length, or a prefix. @throws NetError */
export function parseNet(input: string): Prefix {
  const text = input.trim()
  if (!text.includes('/')) {
    const address = parseAddress(text)
    return { ...address, length: address.family === 4 ? 32 : 128 }
  }
  return parsePrefix(text)
}

/** The canonical text: an address without its length, a prefix with it. @throws NetError */
export function formatNet(input: string): string {
  const net = parseNet(input)
  return net.length === (net.family === 4 ? 32 : 128) ? formatAddress(net) : formatPrefix(net)
}

/** An address or prefix in any notation; canonical after parsing. */
const netText = () =>
  z.pipe(
    z
      .string()
      .check(z.trim(), z.maxLength(64), ({ value, issues }) => {
        const error = errorOf(() => parseNet(value))
        if (error !== undefined) return void issues.push({ code: 'custom', message: issueOf(error), input: value })
        const { family, length } = parseNet(value)
        if (length < minPrefixLength[family])
          issues.push({
            code: 'custom',
            message: issue('address_history.prefix_too_short', { min: minPrefixLength[family] }),
            input: value,
          })
      })
      .register(z.globalRegistry, {
        'x-sample': '192.0.2.1',
        'x-reasons': [...netReasons, 'address_history.prefix_too_short'],
      } as FieldMeta),
    z.transform(formatNet),
  )

const port = () => integerText(0, 65_535, issue('field.range', { min: 0, max: 65_535 }))

const instant = () => z.iso.datetime(issue('time.utc_format')).check(hasYear)

const question = {
  address: netText(),
  /** Either one moment … */
  at: z.optional(instant()),
  /** … or a range: `from` inclusive, `to` exclusive. */
  from: z.optional(instant()),
  to: z.optional(instant()),
  /** The public port of a customer behind a carrier-grade NAT. */
  port: z.optional(port()),
}

/** Who had an address, and when. The start is inclusive, the end exclusive. */
export const addressRow = z.object({
  kind: z.enum(addressKinds),
  /** The address, or the prefix with its length, that the session had. */
  address: z.string(),
  port_from: z.nullable(z.int()),
  port_to: z.nullable(z.int()),
  from: time(),
  /** Null: still in use. */
  until: z.nullable(time()),
  username: z.string(),
  service_id: z.nullable(id()),
  service_kind: z.nullable(z.enum(serviceKinds)),
  company_id: z.nullable(id()),
  company_name: z.nullable(z.string()),
  nas_id: id(),
  /** Null if the NAS was deleted. */
  nas_name: z.nullable(z.string()),
  /** MAC address, or public address of a VPN. */
  calling: z.nullable(z.string()),
  session_id: z.string(),
  /** Acct-Session-Id of the NAS; null if the session itself is no longer stored. */
  acct_session_id: z.nullable(z.string()),
})
export type AddressRow = z.infer<typeof addressRow>

const access = { action: 'view-list', subject: 'address-history' } as const

/** Why the server rejects the time or the port of a query. */
const questionReasons: readonly Reason[] = [
  'address_history.port_of_ipv6',
  'address_history.time_or_range',
  'address_history.range_too_long',
  'range.end_before_start',
  'time.future',
]

export const addressHistory = {
  index: endpoint({
    name: 'address-history.find',
    method: 'GET',
    path: '/network/address-history',
    access,
    reasons: { 422: questionReasons },
    summary: 'Find who had an address or prefix at a time, latest first; every query is written to the audit log',
    query: z.object({
      ...question,
      /** Case number or other reason, for the audit log. */
      reference: z.optional(line(200)),
      /** `next` of the previous page. */
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(integerText(1, maxHistoryRows)),
    }),
    reply: z.object({
      data: z.array(addressRow),
      /** Cursor of the next page; null: this is the last one. */
      next: z.nullable(z.string()),
      /** Sessions that ended before this time are no longer stored. */
      history_since: time(),
    }),
  }),
  export: endpoint({
    name: 'address-history.export',
    method: 'POST',
    path: '/network/address-history/export',
    access,
    reasons: { 422: questionReasons },
    summary: 'Export the same as a signed document for a lawful request, up to 10,000 rows',
    body: z.object({ ...question, reference: requiredLine(200) }),
    file: 'application/json',
  }),
  publicKey: endpoint({
    name: 'address-history.public-key',
    method: 'GET',
    path: '/network/address-history/public-key',
    access: 'public',
    summary: 'Show the public key (Ed25519, PEM) that verifies signed exports',
    errorStatuses: [404],
    query: z.object({
      /** `key_id` of an export; the current key if absent. */
      key: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
    }),
    file: 'application/x-pem-file',
  }),
}

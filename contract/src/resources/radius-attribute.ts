import * as z from 'zod/mini'
import { controlCharacters } from '../control-characters.ts'
import { data, endpoint } from '../endpoint.ts'
import { issue, type Reason } from '../errors.ts'
import { integerText, type FieldMeta } from '../fields.ts'
import { vendors } from './radius-enums.ts'

/** Maximum number of lines of a tariff or a NAS. */
export const maxExtraAttributes = 32

/** `:=` sets the only value of an attribute, `+=` adds a value. */
export const attributeOperators = [':=', '+='] as const

/** A reply attribute that a tariff or a NAS adds to accepted logins. */
export const extraAttribute = z.object({
  /** As spelled in the dictionary; for tagged attributes (RFC 2868) with the tag after a colon: `Tunnel-Type:1`. */
  attribute: z.string(),
  op: z.enum(attributeOperators),
  value: z.string(),
  /** Only sent to NAS devices of this vendor; null: to all. Always null on a NAS. */
  vendor: z.nullable(z.enum(vendors)),
})
export type ExtraAttribute = z.infer<typeof extraAttribute>

const lineOf = <V extends z.ZodMiniType>(vendor: V) =>
  z.object({
    attribute: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, issue('field.required')),
        z.regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,252}(:\d{1,2})?$/, issue('attribute.unknown')),
      ),
    op: z.enum(attributeOperators),
    value: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, issue('field.required')),
        z.maxLength(512),
        z.regex(new RegExp(`^[^${controlCharacters.all}]*$`, 'u'), issue('field.line_breaks')),
      ),
    vendor: z.nullish(vendor),
  })

/** Reasons of errors by `checkExtraAttributes` and the server. */
const extraAttributeReasons: readonly Reason[] = [
  'attribute.dictionary_missing',
  'attribute.unknown',
  'attribute.part_of_login',
  'attribute.set_by_tariff',
  'attribute.set_by_service',
  'attribute.set_by_policy',
  'attribute.secret',
  'attribute.administrative',
  'attribute.without_tag',
  'attribute.tag',
  'attribute.also_sent',
  'attribute.set_twice',
  'attribute.expansion',
  'attribute.escapes',
  'attribute.quote',
  'attribute.number',
  'attribute.number_or_name',
  'attribute.date',
  'attribute.ip',
  'attribute.ipv4',
  'attribute.ipv6',
  'attribute.ipv4_prefix',
  'attribute.ipv6_prefix',
  'attribute.interface_id',
  'attribute.hexadecimal',
  'attribute.exact_octets',
  'attribute.total_octets',
  'field.mac',
  'field.max_octets',
]

const lines = <L extends z.ZodMiniType>(line: L) =>
  z
    .array(line)
    .check(z.maxLength(maxExtraAttributes))
    .register(z.globalRegistry, { 'x-sample': [], 'x-reasons': extraAttributeReasons } as FieldMeta)

/** The lines of a tariff. */
export const tariffAttributes = () => lines(lineOf(z.enum(vendors)))
/** The lines of a NAS, which has a single vendor. */
export const nasAttributes = () => lines(lineOf(z.never(issue('attribute.nas_vendor'))))

/** An attribute of the RADIUS dictionary that can be sent in a packet. */
export const radiusAttribute = z.object({
  name: z.string(),
  /** The dictionary's vendor name; null: an attribute of the RFCs. */
  vendor: z.nullable(z.string()),
  /** Numbers from the outermost level inwards: `25`, `241.5.1`. */
  path: z.string(),
  /** FreeRADIUS's data type: string, integer, ipaddr, … */
  type: z.string(),
  /** Octets of a value with a fixed length. */
  length: z.nullable(z.int()),
  /** Octets of the headers before the value. */
  overhead: z.int(),
  /** Named values, by number. */
  values: z.array(z.object({ name: z.string(), number: z.number() })),
  /** A tag may follow the name after a colon (RFC 2868). */
  has_tag: z.boolean(),
  /** The value is a secret that is encrypted on the wire: not allowed as an extra attribute. */
  is_secret: z.boolean(),
})
export type RadiusAttribute = z.infer<typeof radiusAttribute>

/** Attributes per page of the lookup. */
export const attributesPerPage = 50

export const radiusAttributes = {
  lookup: endpoint({
    name: 'radius-attribute.list',
    method: 'GET',
    path: '/network/radius/attributes',
    // The table of abilities grants viewing tariffs and viewing NAS devices to the same roles.
    access: { action: 'view-list', subject: 'tariffs' },
    summary: 'Look up attributes of the RADIUS dictionary, 50 per page',
    query: z.object({
      /** Part of the name. */
      search: z.optional(z.string().check(z.maxLength(200))),
      /** A vendor as the dictionary names it (Mikrotik), or `standard`: attributes of the RFCs. */
      vendor: z.optional(z.string().check(z.maxLength(200))),
      /** Exactly these attributes, comma-separated: those in the lines of a form. */
      names: z.optional(z.string().check(z.maxLength(10_000))),
      page: z.optional(integerText(1, 10_000)),
    }),
    reply: z.extend(data(z.array(radiusAttribute)), {
      /** False: no FreeRADIUS has uploaded its dictionary yet. */
      loaded: z.boolean(),
    }),
  }),
}

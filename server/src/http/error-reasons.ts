import type { Endpoint } from '@trunkline/contract/endpoint'
import { messageOfIssue, type Reason } from '@trunkline/contract/errors'
import german from '@trunkline/contract/messages/de'
import english from '@trunkline/contract/messages/en'
import type { Text } from '@trunkline/contract/messages/texts'
import { partOfSubject } from '@trunkline/contract/resources/licence-enums'
import * as z from 'zod/mini'
import { referencesOf } from './references.ts'

/** The parts of a zod definition that determine its errors. */
interface Definition {
  type?: string
  check?: string
  error?: (issue: object) => unknown
  checks?: { _zod: { def: Definition } }[]
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  items?: z.ZodMiniType[]
  minimum?: number
  inclusive?: boolean
}

const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition

/** The reason that a schema declares for its own error (`issue` of the contract); undefined if it declares none. */
function ownReason({ error }: Definition): Reason | undefined {
  const given = error?.({})
  const text = typeof given === 'string' ? given : (given as { message?: string } | undefined)?.message
  return text === undefined ? undefined : (messageOfIssue(text)?.reason as Reason | undefined)
}

/** The reason that `issues.ts` of the contract assigns to the error of a check that declares none. */
function reasonsOfCheck(check: Definition, type: string | undefined): Reason[] {
  const isList = type === 'array'
  switch (check.check) {
    case 'max_length':
      return [isList ? 'field.max_entries' : 'field.max_length']
    case 'min_length':
      return [isList ? 'field.min_entries' : check.minimum === 1 ? 'field.required' : 'field.min_length']
    case 'less_than':
      return [check.inclusive === false ? 'field.below' : 'field.max']
    case 'greater_than':
      return [check.inclusive === false ? 'field.above' : 'field.min']
    case 'string_format':
      return ['field.format']
    case 'number_format':
      // For integers above 2^53.
      return ['field.min', 'field.max']
    default:
      return []
  }
}

/** Every reason with which a schema can reject a value, collected by walking the schema. */
function reasonsOfSchema(schema: z.ZodMiniType | undefined): Set<Reason> {
  const found = new Set<Reason>()
  const seen = new Set<z.ZodMiniType>()
  const walk = (at: z.ZodMiniType | undefined): void => {
    if (at === undefined || seen.has(at)) return
    seen.add(at)
    const definition = definitionOf(at)
    const own = ownReason(definition)
    if (own !== undefined) found.add(own)
    for (const reason of reasonsOfCheck(definition, definition.type)) found.add(reason)
    for (const { _zod } of definition.checks ?? []) {
      const reason = ownReason(_zod.def)
      if (reason !== undefined) found.add(reason)
      else for (const one of reasonsOfCheck(_zod.def, definition.type)) found.add(one)
    }
    // The reasons of custom checks are declared next to the check.
    for (const reason of (z.globalRegistry.get(at)?.['x-reasons'] as Reason[] | undefined) ?? []) found.add(reason)
    for (const child of [
      ...Object.values(definition.shape ?? {}),
      definition.element,
      definition.innerType,
      ...(definition.options ?? []),
      definition.in,
      definition.out,
      definition.keyType,
      definition.valueType,
      ...(definition.items ?? []),
    ])
      walk(child)
  }
  walk(schema)
  return found
}

const hasField = (endpoint: Endpoint, field: string): boolean =>
  endpoint.body !== undefined && Object.hasOwn(definitionOf(endpoint.body).shape ?? {}, field)

/** The field errors of every call with parameters: wrong types, unknown fields, and texts that cannot be stored. */
const ofAnyValue: readonly Reason[] = [
  'field.required',
  'field.type',
  'field.allowed',
  'field.unknown',
  'field.invalid',
  'field.control_characters',
  'field.line_breaks',
  'field.text_direction',
  'field.unicode',
]

/** The errors of every upload (`upload.ts`). */
const ofUploads: readonly Reason[] = [
  'file.required',
  'file.empty',
  'file.single',
  'file.too_large',
  'file.too_many_fields',
]

/** The errors of the list query parser (`list/parse.ts`). */
const ofLists: readonly Reason[] = [
  'list.no_free_text',
  'list.not_searchable',
  'list.not_sortable',
  'list.operator',
  'list.operator_of_field',
  'list.two_values',
  'list.value',
  'list.choice',
  'list.too_deep',
  'list.too_many_to_sort',
  'list.page_size',
  'list.export_too_large',
  'field.max_entries',
]

/** Why a device cannot be read while the call waits (`devices/faults.ts`, `connections.ts`, `address-guard.ts`). */
const ofUnreachableDevices: readonly Reason[] = [
  'device.no_answer',
  'device.no_routeros_reached',
  'device.login_failed',
  'device.login_paused',
  'device.certificate_changed',
  'device.timeout',
  'device.connection_closed',
  'device.not_routeros',
  'device.not_managed',
  'device.panel_stopping',
  'device.other_serial_number',
  'device.tunnel_down',
  'device.address_format',
  'device.address_blocked',
  'device.address_private',
  'device.port_blocked',
  'device.name_unknown',
  'device.name_without_address',
  'device.name_blocked',
  'device.name_private',
]

/**
 * The reasons that a call can return, for the request and for its fields, by status: those implied by its method, path,
 * access and schemas, and those that the contract declares for it.
 */
export function reasonsOf(endpoint: Endpoint): Map<number, Set<Reason>> {
  const found = new Map<number, Set<Reason>>()
  const add = (status: number, ...reasons: readonly Reason[]) => {
    const all = found.get(status) ?? new Set<Reason>()
    for (const reason of reasons) all.add(reason)
    found.set(status, all)
  }
  const changes = endpoint.method !== 'GET'
  const hasPath = endpoint.path.includes('{')
  add(429, 'rate_limited')
  add(503, 'unavailable', 'storage_full', 'request.too_slow')
  // An unknown parameter, and values that the database cannot store.
  add(422, 'validation_failed', 'request.text_encoding', 'request.out_of_range', ...ofAnyValue)
  add(422, ...reasonsOfSchema(endpoint.query), ...reasonsOfSchema(endpoint.body))
  if (referencesOf(endpoint).length > 0) add(422, 'row.missing')
  if (endpoint.list !== undefined || hasField(endpoint, 'matching')) add(422, ...ofLists)
  if (endpoint.access !== 'public') add(401, 'unauthenticated')
  if (typeof endpoint.access === 'object') add(403, 'forbidden')
  if (endpoint.access !== 'public' && endpoint.beforeTwoFactor !== true) add(403, 'two_factor.setup_required')
  if (changes || hasPath) add(400, 'bad_request', 'request.too_deep')
  if (hasPath || endpoint.bulk) add(404, 'not_found')
  if (changes) {
    add(403, 'forbidden', 'origin_refused')
    add(409, 'conflict', 'request.busy')
    add(413, 'payload_too_large')
    add(415, 'unsupported_media_type')
    add(419, 'csrf_mismatch')
    if (typeof endpoint.access === 'object' && partOfSubject[endpoint.access.subject] !== undefined)
      add(403, 'licence_missing', 'licence.part_missing')
    if (hasPath) add(409, 'row.trashed', 'row.in_trash')
    if (hasField(endpoint, 'version')) add(409, 'stale_version')
    if (hasField(endpoint, 'matching')) {
      add(409, 'selection_moved')
      add(422, 'selection.required', 'selection.too_many')
    }
    if (endpoint.method === 'POST' && endpoint.access !== 'public') {
      add(409, 'idempotency_in_flight')
      add(409, 'idempotency.reply_not_stored')
      add(422, 'idempotency_mismatch', 'idempotency.key_format')
    }
  }
  if (endpoint.upload !== undefined) add(422, ...ofUploads)
  if (endpoint.device) {
    add(409, 'conflict', 'device.not_managed', 'row.trashed')
    // A device's own error message, or what is wrong with its reply.
    add(502, 'device_refused', 'text', 'device.rows_missing')
    add(504, 'device_unreachable', ...ofUnreachableDevices)
  }
  if (endpoint.deviceWrite !== undefined) add(409, 'device.not_managed', 'device.queue_full', 'row.trashed')
  if (endpoint.deviceWrite === 'seen') add(409, 'stale_version', 'command.changed_meanwhile', 'lan.changed_by')
  if (endpoint.deviceWrite === 'version' || endpoint.deviceWrite === 'versions') add(409, 'stale_version')
  for (const status of endpoint.errorStatuses ?? []) add(status, ...codeReasons[status])
  for (const [status, reasons] of Object.entries(endpoint.reasons ?? {})) add(Number(status), ...reasons)
  return found
}

const codeReasons = { 401: ['unauthenticated'], 403: ['forbidden'], 404: ['not_found'], 409: ['conflict'] } as const

const namesIn = (text: Text): string[] =>
  typeof text === 'string'
    ? [...text.matchAll(/\{(\w+)(?::\w+)?\}/g)].map((found) => found[1] as string)
    : [text.by, ...namesIn(text.one), ...namesIn(text.other)]

/** All reasons with their English text (of plural forms the one for several) and the names of their parameters. */
export const reasonCatalogue = (): Record<string, { text: string; params: string[] }> =>
  Object.fromEntries(
    (Object.entries(english.texts) as [Reason, Text][]).map(([reason, text]) => [
      reason,
      {
        text: typeof text === 'string' ? text : text.other,
        params: [...new Set([...namesIn(text), ...namesIn(german.texts[reason])])],
      },
    ]),
  )

import type { Endpoint } from '@trunkline/contract/endpoint'
import { operators } from '@trunkline/contract/list'
import * as z from 'zod/mini'
import { sampleBody, sampleQuery } from '../sample.ts'
import type { Random } from './random.ts'
import {
  hostileParameter,
  hostileTexts,
  hostileValue,
  invalidBytes,
  invalidUtf8,
  nested,
  placesOf,
  withPlace,
  type Schema,
} from './values.ts'

/** Ids of rows for the paths and references of a request. */
export interface Rows {
  /** A row of the kind, mostly one that the caller's company owns. */
  row(kind: string): number
  /** A row of the kind that is part of the row `of`. */
  part(kind: string, of: number): Promise<number>
}

export interface FuzzRequest {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload: Buffer | undefined
  /** The change made to a valid request. */
  change: string
}

const schemas = new WeakMap<z.ZodMiniType, Schema>()
function schemaOf(type: z.ZodMiniType): Schema {
  let schema = schemas.get(type)
  if (schema === undefined)
    schemas.set(type, (schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema))
  return schema
}

/** Ids of no row, and invalid ids. */
const badIds: readonly string[] = [
  '0',
  '-1',
  '1.5',
  '0x10',
  '1e2',
  '01',
  '+1',
  '%201',
  '1%20',
  '%00',
  '%ff',
  '%ED%A0%80',
  '%',
  'abc',
  '%D9%A1',
  'null',
  '__proto__',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999999999999',
  '4000000000',
  '%E2%80%AE1',
  '..%2f..%2fetc',
  'a'.repeat(290),
  'a'.repeat(400),
]

const percent = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, invalidUtf8)).replaceAll(encodeURIComponent(invalidUtf8), '%FF')

const parameters = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&')

/**
 * The panel contacts devices at the values of these fields. A name would be resolved by DNS; tests stay on this
 * machine, and the address guard blocks all others.
 */
function withoutHostNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const changed = { ...value } as Record<string, unknown>
  for (const field of ['address', 'management_address'])
    if (typeof changed[field] === 'string' && /^[\w.-]*[a-z][\w.-]*$/i.test(changed[field]))
      changed[field] = '192.0.2.1'
  return changed
}

/** JSON as bytes, with the marks of `values.ts` replaced. */
function jsonBytes(random: Random, value: unknown): Buffer {
  const text = (JSON.stringify(withoutHostNames(value)) ?? '').replaceAll(/"\ue001(.*?)\ue001"/g, '$1')
  const pieces = text.split(invalidUtf8)
  return Buffer.concat(
    pieces.flatMap((piece, i) => (i === 0 ? [Buffer.from(piece)] : [random.pick(invalidBytes), Buffer.from(piece)])),
  )
}

/** A value of a list field with an operator, in the format of contract/src/list.ts, mostly invalid in one way. */
function listPairs(random: Random, endpoint: Endpoint): [string, string][] {
  const list = endpoint.list as NonNullable<Endpoint['list']>
  const fields = Object.keys(list.fields)
  const field = random.chance(0.9) ? random.pick(fields) : random.pick(hostileTexts)
  const operator = random.chance(0.9) ? random.pick(operators) : random.pick(hostileTexts)
  const type = list.fields[field]
  const value = () =>
    random.chance(0.4)
      ? random.pick(['1', '0', '2026-01-01', '2026-01-01T00:00:00Z', 'true', '-5', '1.25', 'x'])
      : typeof type === 'object' && random.chance(0.5)
        ? random.pick(type)
        : random.pick(hostileTexts)
  const values = Array.from({ length: operator === 'between' ? 2 : 1 + random.below(3) }, value).join(',')
  const pairs: [string, string][] = [
    ['search', random.chance(0.8) ? `${field}:${values}` : values],
    ['searchFields', random.chance(0.8) ? `${field}:${operator}` : field],
    ['orderBy', random.chance(0.8) ? random.pick(list.sort) : random.pick(hostileTexts)],
    ['sortedBy', random.pick(['asc', 'desc', 'asc;desc', 'DESC', ...hostileTexts])],
    ['searchJoin', random.pick(['and', 'or', 'xor'])],
    ['page', random.pick(['1', '2', '1000000000', '1000000001', '0', '-1', '1.5', '1e2', '0x2', ''])],
    ['perPage', random.pick(['25', '200', '24', '201', '0', '2e2', '25.0', ' 25'])],
    ['company', random.pick(['1', '4000000000', '9007199254740992', '0', '1.5', 'x'])],
    ['trashed', random.pick(['with', 'only', 'without', 'maybe'])],
    ['export', random.pick(['csv', 'csv', 'xlsx'])],
  ]
  const known = pairs.filter(([name]) => name in (schemaOf(endpoint.query as z.ZodMiniType).properties ?? {}))
  return known.filter(() => random.chance(0.35))
}

function changedQuery(random: Random, endpoint: Endpoint): { query: string; change: string } {
  const properties = Object.entries(
    endpoint.query === undefined ? {} : (schemaOf(endpoint.query).properties ?? {}),
  ) as [string, Schema][]
  const base = sampleQuery(endpoint)
  if (endpoint.list !== undefined && random.chance(0.7))
    return { query: parameters(listPairs(random, endpoint)), change: 'list query' }
  const way = random.below(properties.length > 0 ? 10 : 2)
  if (way === 0)
    return {
      query: parameters([[random.pick(['unknown', '__proto__', 'page[]', '\u0000']), '1']]),
      change: 'unknown parameter',
    }
  if (way === 1)
    return {
      query: random.pick(['%ff=1', '&&==', 'a=%', '?x', 'page=1&page=2', '__proto__[a]=1']),
      change: 'odd query',
    }
  const [name, schema] = random.pick(properties)
  const others = base.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`))
  const values = random.chance(0.1) ? ['1', '2'] : [hostileParameter(random, schema)]
  if (random.chance(0.1)) return { query: others.join('&'), change: `without ${name}` }
  return { query: [...others, parameters(values.map((value) => [name, value]))].join('&'), change: `parameter ${name}` }
}

function changedBody(random: Random, schema: Schema, body: unknown): { payload: Buffer; change: string } {
  const places = placesOf(schema)
  const way = random.below(20)
  const of = (value: unknown, change: string) => ({ payload: jsonBytes(random, value), change })
  if (way === 0) return of(hostileValue(random, schema), 'another body')
  if (way === 1) {
    const text = jsonBytes(random, body)
    return { payload: text.subarray(0, random.below(text.length)), change: 'cut body' }
  }
  if (way === 2)
    return of(
      withPlace(body, [random.pick(['unknown', '__proto__', 'constructor', 'toString', '\u202e', '\ud800'])], 1),
      'unknown field',
    )
  if (way === 3 && random.chance(0.3))
    return { payload: Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), change: 'deep body' }
  if (way === 3)
    return of(
      random.chance(0.5) ? nested(random.pick([31, 32, 33, 100])) : withPlace(body, ['x'], nested(40)),
      'nested body',
    )
  if (places.length === 0) return of(hostileValue(random, {}), 'another body')
  const place = random.pick(places)
  const name = place.path.join('.')
  if (way === 4) return of(withPlace(body, place.path, undefined), `without ${name}`)
  if (way === 5) return of(withPlace(body, place.path, null), `null at ${name}`)
  if (way === 6) {
    const text = jsonBytes(random, withPlace({}, place.path.slice(0, 1), hostileValue(random, place.schema)))
    const whole = jsonBytes(random, body).toString()
    return whole.startsWith('{') && whole.length > 2
      ? { payload: Buffer.concat([text.subarray(0, -1), Buffer.from(`,${whole.slice(1)}`)]), change: `${name} twice` }
      : of(body, 'nothing')
  }
  let changed = withPlace(body, place.path, hostileValue(random, place.schema))
  // Several invalid fields are reported together.
  if (way > 16) {
    const other = random.pick(places)
    changed = withPlace(changed, other.path, hostileValue(random, other.schema))
  }
  return of(changed, name)
}

const csv = (random: Random) =>
  Buffer.concat(
    ['name;type;serial number;notes\n', `${random.pick(hostileTexts)};#REF!;1;`, random.pick(hostileTexts), '\n'].map(
      (text) => Buffer.from(text.replaceAll(invalidUtf8, '\ufffd'), random.chance(0.2) ? 'latin1' : 'utf8'),
    ),
  )

/** A form with a file, complete or malformed. */
function formBytes(random: Random, fields: Record<string, unknown>): { payload: Buffer; type: string; change: string } {
  const boundary = '----fuzz-boundary'
  const part = (head: string, bytes: Buffer) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]
  const pieces = Object.entries(fields).flatMap(([name, value]) =>
    part(
      `name="${name.replaceAll(/["\r\n]/g, '')}"`,
      jsonBytes(random, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).subarray(1, -1),
    ),
  )
  const content = random.pick([
    csv(random),
    csv(random),
    Buffer.alloc(0),
    Buffer.from('PK\u0003\u0004broken'),
    Buffer.from([0, 1, 2]),
  ])
  const file = part(`name="file"; filename="${random.pick(['a.csv', '\u202eb.csv', '../c', ''])}"`, content)
  const end = Buffer.from(`--${boundary}--\r\n`)
  const whole = Buffer.concat([...pieces, ...file, end])
  const type = `multipart/form-data; boundary=${boundary}`
  switch (random.below(6)) {
    case 0:
      return { payload: whole.subarray(0, random.below(whole.length)), type, change: 'cut form' }
    case 1:
      return {
        payload: whole,
        type: random.pick(['multipart/form-data', 'multipart/form-data; boundary=other', 'text/plain']),
        change: 'another type',
      }
    case 2:
      return { payload: Buffer.concat([...pieces, ...file, ...file, end]), type, change: 'two files' }
    case 3:
      return { payload: Buffer.concat([...pieces, end]), type, change: 'no file' }
    default:
      return { payload: whole, type, change: 'form' }
  }
}

/** A request to `endpoint` that is valid, except for one optional change. */
export async function makeRequest(random: Random, endpoint: Endpoint, index: number, rows: Rows): Promise<FuzzRequest> {
  const ids = new Map<string, string>()
  const properties = (schemaOf(z.object({ body: endpoint.body ?? z.any() })).properties?.['body'] ?? {}) as Schema
  const main = endpoint.object === undefined ? 0 : rows.row(endpoint.object)
  for (const [name] of endpoint.path.matchAll(/\{\w+\}/g)) {
    const kind = endpoint.parts?.[name.slice(1, -1)]
    ids.set(name, endpoint.params === undefined ? String(kind === undefined ? main : await rows.part(kind, main)) : '1')
  }
  const tokens = ['a'.repeat(43), 'b'.repeat(16), 'x']
  if (endpoint.params !== undefined)
    for (const name of ids.keys()) if (name !== '{id}') ids.set(name, random.pick(tokens))
  const url = (query: string) =>
    `/api${endpoint.path.replace(/\{\w+\}/g, (name) => ids.get(name) as string)}${query === '' ? '' : `?${query}`}`
  const parts = new Map<string, number>()
  for (const [kind, of] of [
    ['wifi-setting', 'site'],
    ['access-control', 'site'],
    ['config-backup', 'hardware'],
    ['device-tool-run', 'hardware'],
  ] as const)
    if (endpoint.object === of && endpoint.body !== undefined && random.chance(0.5))
      parts.set(kind, await rows.part(kind, main))
  const sample = sampleBody(endpoint, (kind) => parts.get(kind) ?? rows.row(kind), { full: random.chance(0.5) })
  // Names are unique in many tables.
  const body = JSON.parse(JSON.stringify(sample ?? null).replaceAll('"Sample"', `"Sample ${index}"`)) as unknown
  const request: FuzzRequest = { method: endpoint.method, url: '', headers: {}, payload: undefined, change: 'nothing' }
  if (endpoint.method === 'POST' && random.chance(0.1))
    request.headers['idempotency-key'] = random.pick([
      `key-${random.below(50)}`,
      'k'.repeat(255),
      'k'.repeat(256),
      'a b',
    ])
  let query = sampleQuery(endpoint)
  const where = random.next()
  if (where < 0.12 && ids.size > 0) {
    const name = random.pick([...ids.keys()])
    ids.set(name, random.pick(badIds))
    request.change = `path ${name}`
  } else if (where < (endpoint.body === undefined ? 0.85 : 0.2))
    Object.assign(
      request,
      (({ change, query: changed }) => ((query = changed), { change }))(changedQuery(random, endpoint)),
    )
  const changes = request.change === 'nothing' && random.chance(0.9)
  if (endpoint.upload !== undefined) {
    const place = random.pick(placesOf(properties))
    const fields = (changes ? withPlace(body, place.path, hostileValue(random, place.schema)) : body) as Record<
      string,
      unknown
    >
    const { payload, type, change } = formBytes(random, fields ?? {})
    Object.assign(request, { payload, change: `${request.change}, ${change}, ${place.path.join('.')}` })
    request.headers['content-type'] = type
  } else if (endpoint.body !== undefined) {
    const { payload, change } = changes
      ? changedBody(random, properties, body)
      : { payload: jsonBytes(random, body), change: request.change }
    Object.assign(request, { payload, change })
    request.headers['content-type'] = random.chance(0.98)
      ? 'application/json'
      : random.pick(['text/csv', 'multipart/form-data', 'x', 'application/json; charset=latin1'])
  } else if (endpoint.method !== 'GET' && random.chance(0.1)) {
    request.payload = random.pick([Buffer.from('{'), Buffer.from('null'), Buffer.from('[1]'), Buffer.from('{"a":1}')])
    request.headers['content-type'] = 'application/json'
    request.change += ', a body where none is read'
  }
  request.url = url(query)
  return request
}

import * as z from 'zod/mini'
import type { Ability, CompanyType, Relation, UserRole } from './abilities.ts'
import type { Reason } from './errors.ts'
import { id, idText } from './fields.ts'
import type { ObjectKind } from './object-kind.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: a row of the ability table, `self` (any signed-in user, about itself) or `public` (sign-in, links).
 * There is no default: an endpoint without it does not compile, and one whose ability nobody has does not start.
 */
export type Access = Ability | 'self' | 'public'

/**
 * How a call that has a device written compares what its caller saw with what is there. A difference is 409
 * `stale_version`, or where only the device knows of it the command's end `changed_meanwhile`; nothing is written then.
 * - `seen`: fields of the row in `seen`, as a reading answered them
 * - `version`: the version of the record in the panel that the device is brought to
 * - `versions`: versions of several rows by id
 * - `adds`: makes a new row and changes none
 * - `acts`: changes no stored value: restarts, reads, disconnects, or applies again what the panel has stored
 */
export type DeviceWrite = 'seen' | 'version' | 'versions' | 'adds' | 'acts'

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

// oxlint-disable-next-line typescript/no-explicit-any -- any shape: what it holds is inferred where it is used
export type ObjectSchema = z.ZodMiniObject<any>

export type DeclaredReasons = { readonly [status in 403 | 409 | 422]?: readonly Reason[] }

export interface EndpointDefinition<P extends string = string> {
  /** Unique: operation id, metrics label, row of the isolation matrix. `company.index` */
  name: string
  method: Method
  /** As in the specification, without the API base: `/company/{id}/show` */
  path: P
  access: Access
  summary: string
  /** The kind of row that `{id}` names, or that a list or lookup answers. */
  object?: ObjectKind
  /** Of what kind the rows are that path parameters behind the first one name: parts of the row that `object` names. */
  parts?: Readonly<Record<string, ObjectKind>>
  /** Narrower than the ability: only these company types and roles, or only rows that stand so to the caller. 403 for the others. */
  only?: { types?: readonly CompanyType[]; roles?: readonly UserRole[]; relations?: readonly Relation[] }
  /** Only where a path parameter is not an id. */
  params?: ObjectSchema
  query?: ObjectSchema
  body?: z.ZodMiniType
  /** The whole reply body; absent: 204 with none. */
  reply?: z.ZodMiniType
  /** Success status, where it is not 200 (204 without a reply). */
  status?: 201 | 202
  /** `body.ids` are rows of `object`: all are read through the door first, one foreign id and nothing changes. */
  bulk?: true
  /** A list in the list dialect: takes `export=csv` and `company`. */
  list?: ListDefinition
  /** The body is `multipart/form-data`: `body` says its fields, and one `file` of at most so many bytes comes with them. */
  upload?: { maxBytes: number }
  /** The reply is a file of this media type, or of one of several, instead of JSON. */
  file?: string | readonly string[]
  /** Bytes that the body may have, where a megabyte is too few. */
  bodyLimit?: number
  /** Requests per minute of one caller, where the general limit is too wide. */
  perMinute?: number
  /** The reply holds a secret that is shown this once: never kept for an Idempotency-Key, a repeated key is refused. */
  secretReply?: true
  /**
   * The call waits for a device, up to 15 seconds: no transaction is kept meanwhile (each use of the door is one of its
   * own), the answer is not shared with others, and an Idempotency-Key is not kept. It changes nothing but what was read.
   */
  device?: true
  /**
   * Adds a row on a device: behind the commit the reply waits until the device has it, at most 15 seconds. Not with
   * `Prefer: respond-async` (RFC 7240): then it is sent at once, and `data.id` is null.
   */
  createsRow?: true
  /** The call has a device written, by a command: how it is kept from overwriting what the caller has not seen. */
  deviceWrite?: DeviceWrite
  /**
   * Error statuses beyond those that follow from method, path, access and body (`server/src/http/openapi.ts`): for the API
   * document. A call that answers one which is not declared fails the fuzz test.
   */
  errorStatuses?: readonly (401 | 403 | 404 | 409)[]
  /**
   * Reasons by status, of the request and of its fields, beyond those that follow from path, access, body and references
   * (`server/src/http/error-reasons.ts`): for the API document. A call that answers one which is not declared fails the
   * fuzz test.
   */
  reasons?: DeclaredReasons
  /** Called with a token from an e-mail or with credentials: the isolation matrix has no row to ask it about. */
  tokenInPath?: true
}

/** How a value of a list field is read from the URL and compared. */
export type FieldType = 'text' | 'id' | 'number' | 'boolean' | 'time' | 'day' | readonly string[]

export interface ListDefinition {
  /** Fields that `search` and `searchFields` may name, and how their values are read. */
  fields: Record<string, FieldType>
  /** Fields that free text looks in. */
  free: readonly string[]
  /** Fields that `orderBy` may name. */
  sort: readonly string[]
  /** The order when none is asked for. `id` follows always, so that pages never overlap. */
  order: readonly [field: string, direction: 'asc' | 'desc']
}

export type Endpoint<P extends string = string> = EndpointDefinition<P>

type Infer<S> = S extends z.ZodMiniType ? z.infer<S> : undefined
type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined

/** Path parameters of an endpoint after parsing: numbers, unless `params` says otherwise. */
export type Params<E extends Endpoint> = E['params'] extends z.ZodMiniType
  ? z.infer<E['params']>
  : E extends { path: infer P extends string }
    ? Record<Names<P>, number>
    : never
export type Query<E extends Endpoint> = Infer<E['query']>
export type Body<E extends Endpoint> = Infer<E['body']>
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodMiniType ? z.infer<E['reply']> : void
/** What a caller may send, before defaults are filled in. */
export type BodyInput<E extends Endpoint> = Input<E['body']>
export type QueryInput<E extends Endpoint> = Input<E['query']>

/** Says an endpoint; keeps its literal types. */
export const endpoint = <const P extends string, const E extends EndpointDefinition<P>>(
  definition: E & { path: P },
): E => definition

/** The names in a path, in order: `/site/{siteId}/hardware/add` → `['siteId']`. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)

/** The schema of the path parameters: ids, unless the endpoint says otherwise. */
export const paramsSchema = (of: Endpoint): ObjectSchema =>
  of.params ?? z.object(Object.fromEntries(pathNames(of.path).map((name) => [name, idText()])))

/** `{ data }` */
export const data = <S extends z.ZodMiniType>(schema: S) => z.object({ data: schema })

/** `{ data: { id } }`, the reply to a store. */
export const stored = () => data(z.object({ id: id() }))

/** The report of a bulk call: a row each, and where one was left alone the error with its message (`errors.ts`). */
export const bulkReport = () =>
  data(
    z.array(
      z
        .object({
          id: id(),
          ok: z.boolean(),
          code: z.optional(z.string()),
          reason: z.optional(z.string()),
          params: z.optional(z.record(z.string(), z.unknown())),
          message: z.optional(z.string()),
        })
        .register(z.globalRegistry, { 'x-message': true }),
    ),
  )

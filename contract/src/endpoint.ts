import * as z from 'zod/mini'
import type { Ability, CompanyType, Relation, UserRole } from './abilities.ts'
import type { Reason } from './errors.ts'
import { id, idText } from './fields.ts'
import type { LabelKind } from './label-kind.ts'
import type { ObjectKind } from './object-kind.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: a row of the ability table, `self` (any signed-in user, on its own data) or `public` (sign-in,
 * links). There is no default: an endpoint without `access` does not compile, and the server does not start with an
 * ability that no role has.
 */
export type Access = Ability | 'self' | 'public'

/**
 * How a call that writes to a device detects concurrent changes. A difference between what the caller saw and the
 * current state is 409 `stale_version`, or, where only the device knows it, the command fails with
 * `changed_meanwhile`; nothing is written in either case.
 * - `seen`: fields of the row in `seen`, as the last reading returned them
 * - `seen_rows`: fields of several rows by id, as a plan of the change returned them; compared with the device only
 * - `version`: the version of the panel's record that is applied to the device
 * - `versions`: versions of several rows by id
 * - `current_id`: the stored configuration of the device that the caller compared
 * - `adds`: creates a new row and changes no existing one
 * - `acts`: changes no stored value: restarts, reads, disconnects, or applies the panel's stored values again
 */
export type DeviceWrite = 'seen' | 'seen_rows' | 'version' | 'versions' | 'adds' | 'acts' | 'current_id'

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

// oxlint-disable-next-line typescript/no-explicit-any -- any shape: callers infer the concrete type
export type ObjectSchema = z.ZodMiniObject<any>

export type DeclaredReasons = { readonly [status in 403 | 409 | 422 | 429]?: readonly Reason[] }

export interface EndpointDefinition<P extends string = string> {
  /** Unique: operation id, metrics label, row of the isolation matrix. `company.index` */
  name: string
  method: Method
  /** Path as in the specification, without the API base: `/company/{id}/show` */
  path: P
  access: Access
  summary: string
  /** The kind of row that `{id}` identifies, or that a list or lookup returns. */
  object?: ObjectKind
  /** Kinds of the rows that further path parameters identify: parts of the row of `object`. */
  parts?: Readonly<Record<string, ObjectKind>>
  /**
   * Narrower than the ability: only these company types and roles, or only rows with this relation to the caller. 403
   * otherwise.
   */
  only?: { types?: readonly CompanyType[]; roles?: readonly UserRole[]; relations?: readonly Relation[] }
  /** Only where a path parameter is not an id. */
  params?: ObjectSchema
  query?: ObjectSchema
  body?: z.ZodMiniType
  /** The whole reply body; absent: 204 without a body. */
  reply?: z.ZodMiniType
  /** Success status, if it is not 200 (204 without a reply body). */
  status?: 201 | 202
  /**
   * `body.ids` are rows of `object`. All are read in the tenant transaction first; if one is not visible, nothing
   * changes.
   */
  bulk?: true
  /** Starts a bulk job (`bulk.ts`), which makes this call for each row with the rights of the caller. */
  job?: RowCall
  /** A list in the list dialect: accepts `export` and `company`. */
  list?: ListDefinition
  /**
   * The body is `multipart/form-data`: `body` describes its fields, and it contains one `file` of at most this many
   * bytes. `storage`: the handler writes it to the storage for files before its transaction begins; TRUNKLINE_FILES_MAX_MB
   * sets a lower maximum.
   */
  upload?: { maxBytes: number; storage?: true }
  /** The reply is a file of this media type, or of one of these, instead of JSON. */
  file?: string | readonly string[]
  /** Maximum size of the body in bytes; 1 MB if absent. */
  bodyLimit?: number
  /** Requests per minute of one caller, stricter than the general limit. */
  perMinute?: number
  /** A user who must set up a second factor before anything else may make this call. */
  beforeTwoFactor?: true
  /**
   * The reply contains a secret that is shown only once: it is never stored for an Idempotency-Key, and a repeated
   * key is rejected.
   */
  secretReply?: true
  /**
   * The call waits for a device, up to 15 seconds. It holds no transaction while it waits (each tenant transaction is
   * separate), the reply is not shared between requests, and not stored for an Idempotency-Key. It changes only
   * stored readings.
   */
  device?: true
  /**
   * Adds a row on a device: after the commit the reply waits until the device has it, at most 15 seconds. With
   * `Prefer: respond-async` (RFC 7240) it is sent immediately, and `data.id` is null.
   */
  createsRow?: true
  /**
   * Set for a call that writes to a device by a command: how it avoids overwriting changes that the caller has not
   * seen.
   */
  deviceWrite?: DeviceWrite
  /**
   * Error statuses beyond those that follow from method, path, access and body (`server/src/http/openapi.ts`): for
   * the API document. A reply with an undeclared status fails the fuzz test.
   */
  errorStatuses?: readonly (401 | 403 | 404 | 409)[]
  /**
   * Reasons by status, of the request and of its fields, beyond those that follow from path, access, body and references
   * (`server/src/http/error-reasons.ts`): for the API document. A reply with an undeclared reason fails the
   * fuzz test.
   */
  reasons?: DeclaredReasons
  /** Called with a token from an e-mail or with credentials: not part of the isolation matrix. */
  tokenInPath?: true
}

/** How a bulk job processes its rows, one by one. */
export interface RowCall {
  /** The call of one row: its path has `{id}`, or it is a bulk call that the job makes with one id. */
  call: Endpoint
  /** The list that `matching` refers to. */
  index: Endpoint
  /**
   * For a bulk call that has an effect for several rows together (one e-mail about all licences of a company): the
   * number of rows for which the job makes it at once. Default: 1.
   */
  batch?: number
  /** The call changes its row. A row that it leaves as it is, because it has the values already, counts as skipped. */
  changesRow?: true
  /** Reasons that say that a row needs no change or cannot have one: such a row counts as skipped, not as failed. */
  skips?: readonly Reason[]
}

/** How a value of a list field is parsed from the URL and compared. */
export type FieldType = 'text' | 'id' | 'number' | 'boolean' | 'time' | 'day' | readonly string[]

export interface ListDefinition {
  /** Fields that `search` and `searchFields` may name, and how their values are parsed. */
  fields: Record<string, FieldType>
  /** Fields that free text searches. */
  free: readonly string[]
  /** Fields that `orderBy` may name. */
  sort: readonly string[]
  /** Sort fields before `order` if the request has none: rows that need attention come first. */
  first?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[]
  /** The order if the request has none. `id` is always appended, so that pages never overlap. */
  order: readonly [field: string, direction: 'asc' | 'desc']
  /** The rows have tags and custom fields of this kind, which are filtered and sorted as `custom_fields.<key>`. */
  labels?: LabelKind
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

/** Declares an endpoint and preserves its literal types. */
export const endpoint = <const P extends string, const E extends EndpointDefinition<P>>(
  definition: E & { path: P },
): E => definition

/** The names in a path, in order: `/site/{siteId}/hardware/add` → `['siteId']`. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)

/** The schema of the path parameters: ids, unless the endpoint declares `params`. */
export const paramsSchema = (of: Endpoint): ObjectSchema =>
  of.params ?? z.object(Object.fromEntries(pathNames(of.path).map((name) => [name, idText()])))

/** `{ data }` */
export const data = <S extends z.ZodMiniType>(schema: S) => z.object({ data: schema })

/** `{ data: { id } }`, the reply to a store. */
export const stored = () => data(z.object({ id: id() }))

/**
 * The report of a bulk call: one entry per row; a row that was not changed has the error with its message
 * (`errors.ts`).
 */
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

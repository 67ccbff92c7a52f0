import * as z from 'zod/mini'
import type { AnyMessage } from './any-message.ts'
import type { AccessReasons } from './reasons/access.ts'
import type { AddressReasons } from './reasons/address.ts'
import type { CompanyReasons } from './reasons/company.ts'
import type { DeviceReasons } from './reasons/device.ts'
import type { FieldReasons } from './reasons/field.ts'
import type { HardwareReasons } from './reasons/hardware.ts'
import type { ImportReasons } from './reasons/import.ts'
import type { LabelReasons } from './reasons/label.ts'
import type { AlertReasons } from './reasons/alert.ts'
import type { NotificationReasons } from './reasons/notification.ts'
import type { RolloutReasons } from './reasons/rollout.ts'
import type { LanReasons } from './reasons/lan.ts'
import type { RadiusReasons } from './reasons/radius.ts'
import type { ToolReasons } from './reasons/tool.ts'
import type { RequestReasons } from './reasons/request.ts'
import type { WifiReasons } from './reasons/wifi.ts'

/**
 * Every error code of a reply, with its HTTP status. Codes are stable: clients and the translations of the browser
 * depend on them. 401 always concerns the session. A row outside the caller's companies is `not_found`, with the same
 * bytes as a row that does not exist.
 */
export const errorStatus = {
  bad_request: 400,
  csrf_mismatch: 419,
  unauthenticated: 401,
  forbidden: 403,
  origin_refused: 403,
  /**
   * `details.part`: the part of the panel that the caller's company has no licence for; the caller may view it but
   * not change it.
   */
  licence_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale_version: 409,
  selection_moved: 409,
  idempotency_in_flight: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  wrong_credentials: 422,
  two_factor_required: 422,
  two_factor_invalid: 422,
  password_confirmation_required: 422,
  link_invalid: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  device_refused: 502,
  unavailable: 503,
  /** The database or the data folder is out of disk space. The request was not saved. */
  storage_full: 503,
  device_unreachable: 504,
} as const

export type ErrorCode = keyof typeof errorStatus

/**
 * The closed list of reasons, each with the parameters of its text. A code is the class of an error; a reason is its
 * cause, for a field, a row or the whole request. Reasons are stable: clients may depend on them, texts may change.
 * Codes are also reasons, for errors without a more specific cause.
 */
export interface Reasons
  extends
    RequestReasons,
    FieldReasons,
    AccessReasons,
    CompanyReasons,
    AddressReasons,
    RadiusReasons,
    DeviceReasons,
    HardwareReasons,
    LanReasons,
    WifiReasons,
    ImportReasons,
    LabelReasons,
    AlertReasons,
    RolloutReasons,
    ToolReasons,
    NotificationReasons {}

export type { AnyMessage } from './any-message.ts'

export type Reason = keyof Reasons

/** A message as thrown and stored. */
export type Message<R extends Reason = Reason> = [Reason] extends [R]
  ? MessageOfAnyReason
  : { [K in R]: { reason: K; params: Reasons[K] } }[R]

/**
 * A message whose reason is not known when it is compiled. Not a union of a type for each reason: the compiler gives up
 * on expressions of such a union with a thousand members.
 */
export interface MessageOfAnyReason {
  reason: Reason
  params: Reasons[Reason]
}

/** The parameters of a reason as an argument list: empty for a reason without parameters. */
export type ParamsOf<R extends Reason> = keyof Reasons[R] extends never ? [] : [params: Reasons[R]]

/** `message('ip.taken', { address: '192.0.2.1', by: 'Mill Lane' })` */
export const message = <R extends Reason>(reason: R, ...[params]: ParamsOf<R>): Message<R> =>
  ({ reason, params: params ?? {} }) as Message<R>

/** A message in a reply: reason, parameters, and the text in the request's language. */
export interface ReplyMessage extends AnyMessage {
  message: string
}

/** One message per field, keyed by the field's path in the body or query (`telephone`, `company.name`, `ids.3`). */
export type FieldErrors = Record<string, Message>

const messageFields = {
  /** One of the reasons in `contract/src/reasons`. */
  reason: z.string(),
  /** The parameters of the text: addresses, names, limits. */
  params: z.record(z.string(), z.unknown()),
  /** In the language of the request's Accept-Language: English or German. */
  message: z.string(),
}

type MessageShape = Omit<typeof messageFields, 'message'> & { message: z.ZodMiniOptional<z.ZodMiniString> }

/**
 * A message in the reply of a call that succeeds, for example about a row that a bulk call did not change. Handlers
 * return reason and parameters; the server adds the text (`server/src/http/reply-messages.ts`).
 * @param beside further fields of the same object
 */
export const replyMessage = <Beside extends z.core.$ZodShape = {}>(beside?: Beside) =>
  z
    .object({ ...messageFields, ...beside })
    .register(z.globalRegistry, { 'x-message': true }) as unknown as z.ZodMiniObject<MessageShape & Beside>

/**
 * Data for the client's next step, for example the current version of a stale row or the new count of a selection. The
 * server adds the texts of the messages in it.
 */
export const errorDetails = z.catchall(
  z.object({
    /** Everything that prevents a change of the address tree; the first one is the reason of the error. */
    conflicts: z.optional(z.array(replyMessage({ net: z.nullable(z.string()), id: z.nullable(z.int()) }))),
  }),
  z.unknown(),
)

export const errorReply = z.object({
  error: z.object({
    code: z.string(),
    ...messageFields,
    fields: z.optional(z.record(z.string(), z.object(messageFields))),
    details: z.optional(errorDetails),
    request_id: z.string(),
  }),
})

export type ErrorReply = z.infer<typeof errorReply>

const encoded = /^([a-z0-9_]+(?:\.[a-z0-9_]+)*)(?: (\{.*\}))?$/s

/**
 * Encodes a message as the text of a zod issue, which has no field for a reason: `z.regex(/^…$/, issue('field.email'))`.
 * `messageOfIssue` decodes it.
 */
export const issue = <R extends Reason>(reason: R, ...[params]: ParamsOf<R>): string =>
  params === undefined ? reason : `${reason} ${JSON.stringify(params)}`

/** `issue` of an existing message. */
export const issueOf = ({ reason, params }: AnyMessage): string =>
  Object.keys(params).length === 0 ? reason : `${reason} ${JSON.stringify(params)}`

/** The message that `issue` encoded; undefined for zod's own text. */
export function messageOfIssue(text: string): AnyMessage | undefined {
  const found = encoded.exec(text)
  if (found === null || !text.includes('.')) return undefined
  return {
    reason: found[1] as string,
    params: found[2] === undefined ? {} : (JSON.parse(found[2]) as object as Record<string, unknown>),
  }
}

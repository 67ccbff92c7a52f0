import type { ObjectKind } from '../object-kind.ts'

/** Kinds of rows that messages count. */
export type CountedKind = Extract<
  ObjectKind,
  'company' | 'user' | 'service' | 'vpn-dialup' | 'site' | 'hardware' | 'nas' | 'subnet'
>

/** Why a whole request was rejected, independent of the resource. Includes the codes of `errors.ts`. */
export interface RequestReasons {
  bad_request: {}
  csrf_mismatch: {}
  unauthenticated: {}
  forbidden: {}
  origin_refused: {}
  licence_missing: {}
  not_found: {}
  method_not_allowed: {}
  conflict: {}
  stale_version: {}
  selection_moved: {}
  idempotency_in_flight: {}
  payload_too_large: {}
  unsupported_media_type: {}
  validation_failed: {}
  wrong_credentials: {}
  two_factor_required: {}
  two_factor_invalid: {}
  password_confirmation_required: {}
  link_invalid: {}
  idempotency_mismatch: {}
  rate_limited: {}
  internal: {}
  device_refused: {}
  unavailable: {}
  storage_full: {}
  device_unreachable: {}
  /** Another transaction holds the row or the lock. */
  'request.busy': {}
  /** The statement exceeded its time limit. */
  'request.too_slow': {}
  /** A NUL or bytes that are not valid UTF-8. */
  'request.text_encoding': {}
  'request.out_of_range': {}
  'request.too_deep': {}
  /** Verbatim text of another program (a router, a mail server) or of an earlier version of the panel. */
  text: { text: string }
  'list.no_free_text': { fields: readonly string[] }
  'list.not_searchable': { field: string; fields: readonly string[] }
  'list.not_sortable': { field: string; fields: readonly string[] }
  'list.operator': { operator: string; operators: readonly string[] }
  /** The operators that the type of the field supports. */
  'list.operator_of_field': { field: string; operators: readonly string[] }
  'list.two_values': { field: string }
  /** `type`: the type of the field. */
  'list.value': { field: string; value: string; type: 'boolean' | 'number' | 'time' | 'day' }
  'list.choice': { field: string; value: string; values: readonly string[] }
  'list.too_deep': {}
  'list.page_size': { sizes: readonly number[] }
  /** `name` is in the trash: it has to be restored first. */
  'row.in_trash': { name: string }
  /** The row of the request is in the trash. */
  'row.trashed': {}
  /** The caller may not change this row. */
  'row.forbidden': {}
  /** A row in the request does not exist or is not visible to the caller. */
  'row.missing': { kind: ObjectKind }
  /** A number of rows, as part of another message. */
  'row.count': { kind: CountedKind; count: number }
  /** The body of a bulk call has neither ids nor a query. */
  'selection.required': {}
  'selection.too_many': { max: number }
  'idempotency.key_format': {}
  /** The request was already processed, and its reply contained a secret. */
  'idempotency.reply_not_stored': {}
  'file.required': {}
  'file.empty': {}
  'file.single': {}
  'file.too_large': { megabytes: number }
  'file.too_many_fields': {}
}

import type { ObjectKind } from '../object-kind.ts'

/** Kinds of rows that messages count. */
export type CountedKind = Extract<
  ObjectKind,
  'company' | 'user' | 'service' | 'vpn-dialup' | 'site' | 'hardware' | 'nas' | 'subnet'
>

/** Why a whole request was rejected, whatever it is about. The codes of `errors.ts` are among them. */
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
  /** The statement reached its time limit. */
  'request.too_slow': {}
  /** A NUL or bytes that are no UTF-8. */
  'request.text_encoding': {}
  'request.out_of_range': {}
  'request.too_deep': {}
  /** The text of another program (a router, a mail server) or of an earlier version of the panel, shown as it is. */
  text: { text: string }
  'list.no_free_text': { fields: readonly string[] }
  'list.not_searchable': { field: string; fields: readonly string[] }
  'list.not_sortable': { field: string; fields: readonly string[] }
  'list.operator': { operator: string; operators: readonly string[] }
  /** The operators that fit the type of the field. */
  'list.operator_of_field': { field: string; operators: readonly string[] }
  'list.two_values': { field: string }
  /** `type`: what the field holds. */
  'list.value': { field: string; value: string; type: 'boolean' | 'number' | 'time' | 'day' }
  'list.choice': { field: string; value: string; values: readonly string[] }
  'list.too_deep': {}
  'list.page_size': { sizes: readonly number[] }
  /** `name` is in the trash: it has to be restored first. */
  'row.in_trash': { name: string }
  /** The row of the request is in the trash. */
  'row.trashed': {}
  /** This row is not the caller's to change. */
  'row.forbidden': {}
  /** A row that the request names does not exist or is not visible to the caller. */
  'row.missing': { kind: ObjectKind }
  /** A number of rows, as part of another message. */
  'row.count': { kind: CountedKind; count: number }
  /** Neither ids nor a query name the rows of a bulk call. */
  'selection.required': {}
  'selection.too_many': { max: number }
  'idempotency.key_format': {}
  /** The request was done before, and its reply held a secret. */
  'idempotency.reply_not_stored': {}
  'file.required': {}
  'file.empty': {}
  'file.single': {}
  'file.too_large': { megabytes: number }
  'file.too_many_fields': {}
}

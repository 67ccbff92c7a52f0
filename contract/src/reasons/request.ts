import type { AnyMessage } from '../any-message.ts'
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
  /** What did not come back with a record from the trash. */
  'restore.role': {}
  'restore.invitations': { count: number }
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
  'list.too_many_to_sort': { max: number }
  'list.export_too_large': { max: number }
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
  /** The row already has the values of a bulk action. */
  'bulk.unchanged': {}
  /** The job was cancelled before it reached the row. */
  'bulk.cancelled': {}
  /** The user who started the job is deactivated, or was moved to another company. */
  'bulk.no_longer_allowed': {}
  /** The workers gave up the job before it reached the row. */
  'bulk.interrupted': {}
  /** The device, and with it the command of the job, was deleted. */
  'bulk.command_deleted': {}
  'bulk.already_ended': {}
  'bulk.still_running': {}
  'bulk.nothing_failed': {}
  /** The action has no opposite call: an e-mail was sent, an address allocated. */
  'undo.no_inverse': {}
  /** The action was written to a device. */
  'undo.device': {}
  /** Only secrets were changed, whose former values are not known. */
  'undo.secret': {}
  /** The action also changed secrets, which stay as they are. */
  'undo.secret_stays': { name: string }
  /** The action also changed what belongs to the record: the pools of a NAS, the companies that a tariff is offered to. */
  'undo.parts': { name: string }
  /** The pools of a NAS stay, whether the action changed them or not. */
  'undo.pools_stay': { name: string }
  /** The action changed the e-mail address of a user, which is verified again. */
  'undo.email': {}
  /** The action changed more records than one request may. */
  'undo.too_many': { max: number }
  'undo.done': {}
  /** The action changed nothing that could be undone. */
  'undo.nothing': {}
  /** The caller has changed the record again since. */
  'undo.changed': { name: string }
  /** Another user has changed the record since. */
  'undo.changed_by': { name: string; by: string }
  /** The opposite call was rejected. */
  'undo.rejected': { name: string; cause: AnyMessage }
  /** The opposite call does not restore the column `field`. */
  'undo.incomplete': { name: string; field: string }
  'idempotency.key_format': {}
  /** The request was already processed, and its reply contained a secret. */
  'idempotency.reply_not_stored': {}
  'file.required': {}
  'file.empty': {}
  'file.single': {}
  'file.too_large': { megabytes: number }
  'file.too_many_fields': {}
}

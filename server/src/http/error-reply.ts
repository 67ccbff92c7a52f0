import { errorDetails, message, type ErrorReply, type FieldErrors } from '@trunkline/contract/errors'
import { isNoSpace } from '../data-folder.ts'
import { isDatabaseAway } from '../db/away.ts'
import { rejectionOf } from '../db/rejection.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { AppError, notFound } from '../errors.ts'
import { acceptedLanguage, type Language } from './language.ts'
import { messageFiller, withText } from './reply-messages.ts'

/**
 * The fields of a PostgreSQL error that determine the reply
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
interface DatabaseError extends Error {
  code: string
  table?: string
  constraint?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')

/**
 * Fields and messages for the constraints that a request can violate, by constraint name. A unique index
 * `<table>_<field>_once` needs no entry: its field is reported as taken.
 */
export const constraintFields: Record<string, FieldErrors> = {
  app_user_email: { email: message('user.email_taken') },
  app_user_one_primary: { role: message('company.has_primary_admin') },
  tariff_name_once: { name: message('tariff.name_taken') },
  // The other NAS may belong to another company, so that the message must not name it.
  nas_address: { address: message('nas.address_taken') },
  service_username: { username: message('service.username_taken') },
  service_mac_once: { mac: message('service.mac_taken') },
  service_option82_once: {
    circuit_id: message('service.option82_taken'),
    remote_id: message('service.option82_taken'),
  },
  subnet_category_name: { name: message('category.name_taken') },
  ip_space_name: { name: message('space.name_taken') },
  hardware_type_name: { name: message('catalogue.name_taken') },
  hardware_manufacturer_name: { name: message('catalogue.name_taken') },
  hardware_model_name: { name: message('catalogue.name_taken') },
  // The other device may belong to another company: the handler names it if it is visible to the caller.
  hardware_serial: { serial_number: message('hardware.serial_taken') },
  dpk_file_content: { file: message('package.exists') },
  site_name_once: { name: message('site.name_taken') },
  saved_view_user_id_list_name_key: { name: message('saved_view.name_taken') },
}

function fieldsOf({ table, constraint = '' }: DatabaseError): FieldErrors | undefined {
  const known = constraintFields[constraint]
  if (known !== undefined || !constraint.startsWith(`${table}_`) || !constraint.endsWith('_once')) return known
  return { [constraint.slice(`${table}_`.length, -'_once'.length)]: message('field.taken') }
}

/**
 * Whether PostgreSQL aborted a transaction because of concurrent ones, so that a retry may succeed:
 * serialization_failure and deadlock_detected
 * (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html).
 */
export const isAborted = (error: unknown): boolean =>
  isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')

/** An operator frees disk space, so that a retry makes sense after a while. */
const storageFull = (cause: unknown) => new AppError('storage_full', { retryAfter: 30, cause })

/** Converts any error to an AppError. Unknown errors become `internal`; their text never reaches a reply. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const rejection = rejectionOf(error)
  if (rejection !== undefined) return rejection
  // Checked first: EPIPE also matches the format of an SQLSTATE.
  if (isDatabaseAway(error)) return new AppError('unavailable', { retryAfter: 2, cause: error })
  if (isDatabaseError(error)) {
    const fields = fieldsOf(error)
    switch (error.code) {
      case '23505': // unique_violation
      case '23P01': // exclusion_violation
        return new AppError('conflict', { ...(fields && { fields }), cause: error })
      case '23514': // check_violation
        return fields
          ? new AppError('validation_failed', { fields, cause: error })
          : new AppError('internal', { cause: error })
      case '40001': // serialization_failure
      case '40P01': // deadlock_detected
      case '55P03': // lock_not_available
        return new AppError('conflict', { reason: message('request.busy'), cause: error })
      case '57014': // query_canceled: statement_timeout
        return new AppError('unavailable', {
          reason: message('request.too_slow'),
          retryAfter: 5,
          cause: error,
        })
      case '22021': // NUL and broken encodings
      case '22P05':
        return new AppError('validation_failed', {
          reason: message('request.text_encoding'),
          cause: error,
        })
      case '22008': // datetime_field_overflow
      case '22003': // numeric_value_out_of_range
        return new AppError('validation_failed', {
          reason: message('request.out_of_range'),
          cause: error,
        })
      case '53100': // disk_full
        return storageFull(error)
      default:
        return new AppError('internal', { cause: error })
    }
  }
  if (isNoSpace(error)) return storageFull(error)
  const code = (error as { code?: string } | undefined)?.code ?? ''
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('payload_too_large', { cause: error })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new AppError('unsupported_media_type', { cause: error })
  }
  const status = (error as { statusCode?: number } | undefined)?.statusCode
  if (status === 429) return new AppError('rate_limited', { retryAfter: 10, cause: error })
  if (status !== undefined && status >= 400 && status < 500) return new AppError('bad_request', { cause: error })
  return new AppError('internal', { cause: error })
}

/**
 * Returns errors in the usual format for URLs that match no route. A parameter longer than any id names no row; a path
 * that is not UTF-8 cannot be decoded.
 */
export function sendRoutingError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? notFound() : new AppError('bad_request', { cause: error })
  void reply
    .code(failure.status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(failure, request.id, acceptedLanguage(request.headers['accept-language']))))
}

const fillDetails = messageFiller(errorDetails)
const detailsOf = (details: Record<string, unknown>, language: Language) =>
  (fillDetails?.(details, language) ?? details) as z.infer<typeof errorDetails>

/** The body of an error reply, with all messages in one language. */
export const errorBody = (error: AppError, request_id: string, language: Language): ErrorReply => ({
  error: {
    code: error.code,
    ...withText(error.reason, language),
    ...(error.fields && {
      fields: Object.fromEntries(Object.entries(error.fields).map(([path, of]) => [path, withText(of, language)])),
    }),
    ...(error.details && { details: detailsOf(error.details, language) }),
    request_id,
  },
})

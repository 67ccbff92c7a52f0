import * as z from 'zod/mini'
import { controlCharacters } from './control-characters.ts'
import { issue, type Reason } from './errors.ts'
import type { ObjectKind } from './object-kind.ts'
import { emailLength, emailPattern } from './patterns.ts'

/**
 * Metadata of a field beyond its JSON type, stored beside the schema; the JSON Schema output contains it as `x-…`
 * keys.
 */
export interface FieldMeta {
  /**
   * The field is the id of a row of this kind; the server reads the row in the caller's tenant transaction before it
   * writes.
   */
  'x-ref'?: ObjectKind
  /** Changing the field requires more than `update`: the matrix tries it with every role. */
  'x-protected'?: true
  /** Accepted, never returned and never logged. */
  'x-secret'?: true
  /** Reasons that a check in code rejects the value with, for the API document. */
  'x-reasons'?: readonly Reason[]
  /** A valid value, if the schema does not imply one: the API document shows it, tests send it. */
  'x-sample'?: unknown
  [key: string]: unknown
}

/** Identifiers are positive JSON numbers below 2^53. */
export const id = () => z.int().check(z.minimum(1))

/** The id of a row of `kind`, rejected as nonexistent if the caller cannot see the row. */
export const ref = (kind: ObjectKind) => id().register(z.globalRegistry, { 'x-ref': kind } as FieldMeta)

/** Converts text that matches `pattern` to a number and passes every other value on for the schema to reject. */
const readNumber = (pattern: RegExp) =>
  z.transform((value: unknown) => (typeof value === 'string' && pattern.test(value) ? Number(value) : value))

/** A whole number within a range. */
export const integer = (min: number, max: number) =>
  z.int().check(z.minimum(min, issue('field.range', { min, max })), z.maximum(max, issue('field.range', { min, max })))

/**
 * A whole number from 0 in a path, a query parameter or a form field, where all values are text: decimal digits only.
 * `0x10`, `1e2`, `1.5`, `+1`, `01` and an empty text are rejected, although `Number()` accepts them.
 */
export const integerText = (min: number, max: number, message?: string) =>
  z.pipe(
    readNumber(/^(0|[1-9]\d{0,15})$/),
    z
      .int(message ?? issue('field.whole_number'))
      .check(
        z.minimum(min, message ?? issue('field.min', { min })),
        z.maximum(max, message ?? issue('field.max', { max })),
      ),
  )

/** A decimal number in a query parameter: digits with an optional sign and fraction, no exponent. */
export const decimalText = (min: number, max: number) =>
  z.pipe(readNumber(/^-?(0|[1-9]\d{0,15})(\.\d{1,20})?$/), z.number().check(z.minimum(min), z.maximum(max)))

/** An id in a path, a query parameter or a form field. */
export const idText = () => integerText(1, Number.MAX_SAFE_INTEGER)

/** `idText` of a row of `kind`. */
export const refText = (kind: ObjectKind) => idText().register(z.globalRegistry, { 'x-ref': kind } as FieldMeta)

/** `ids` of a bulk call: at most 1,000, without duplicates. */
export const ids = (kind: ObjectKind) =>
  z.array(ref(kind)).check(
    z.minLength(1, issue('field.min_entries', { min: 1 })),
    z.maxLength(1000, issue('field.max_entries', { max: 1000 })),
    z.refine((list) => new Set(list).size === list.length, issue('field.duplicate')),
  )

/** Neither control characters nor the line and paragraph separators of Unicode. */
const onOneLine = new RegExp(String.raw`^[^${controlCharacters.all}\u2028\u2029]*$`, 'u')
const withoutControls = new RegExp(`^[^${controlCharacters.inText}]*$`, 'u')

/** One line of text without control characters, trimmed; `max` counts UTF-16 units. */
export const line = (max = 191) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, issue('field.max_length', { max })),
      z.regex(onOneLine, issue('field.line_breaks')),
    )

/** `line` that must not be empty. */
export const requiredLine = (max = 191) => line(max).check(z.minLength(1, issue('field.required')))

/** Multi-line text; line breaks and tabs are the only control characters. */
export const text = (max = 5000) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, issue('field.max_length', { max })),
      z.regex(withoutControls, issue('field.control_characters')),
    )

/** An e-mail address as HTML forms accept it, at most 254 characters (RFC 5321, 4.5.3.1.3). */
export const email = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(emailLength, issue('field.max_length', { max: emailLength })),
      z.regex(emailPattern, issue('field.email')),
    )

/**
 * A telephone number as the panel's clients send it: plus, country code, number (`+44 20 7946 0958`). The server
 * validates it with libphonenumber and stores `phone_country_code` and `phone_number`.
 */
export const telephone = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(32, issue('field.max_length', { max: 32 })),
      z.regex(/^(\+[0-9][0-9 ().-]{4,30})?$/, issue('field.telephone', { example: '+44 20 7946 0958' })),
    )
    .register(z.globalRegistry, { 'x-reasons': ['field.telephone_country'] } as FieldMeta)

/** PostgreSQL has no year 0; ISO 8601 does. */
export const hasYear = z.refine<string>((text) => !text.startsWith('0000'), issue('field.format'))

/** UTC time, ISO 8601 with milliseconds and `Z`. */
export const time = () => z.iso.datetime().check(hasYear)

/** Calendar day, `YYYY-MM-DD`. */
export const day = () => z.iso.date().check(hasYear)

/** ISO 3166-1 alpha-2, upper case. The server checks that it exists. */
export const countryCode = () => z.string().check(z.regex(/^[A-Z]{2}$/, issue('field.country')))

/** ISO 4217, upper case. The server checks that it exists. */
export const currencyCode = () => z.string().check(z.regex(/^[A-Z]{3}$/, issue('field.currency')))

/** IANA zone name; the server checks that it exists. */
export const timeZone = () =>
  z
    .string()
    .check(
      z.maxLength(64, issue('field.max_length', { max: 64 })),
      z.regex(/^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+){0,2}$/, issue('field.time_zone')),
    )

export const locales = ['en', 'de'] as const
/** Languages with a complete translation. */
export const locale = () => z.enum(locales)

/** A new password: 12 to 128 characters; the server rejects common passwords and those derived from names. */
export const newPassword = () =>
  z
    .string()
    .check(
      z.minLength(12, issue('field.min_length', { min: 12 })),
      z.maxLength(128, issue('field.max_length', { max: 128 })),
    )
    .register(z.globalRegistry, {
      'x-secret': true,
      'x-reasons': ['password.common', 'password.contains_name', 'password.guessable'],
    } as FieldMeta)

/** The caller's current password. */
export const currentPassword = () =>
  z
    .string()
    .check(z.minLength(1, issue('field.required')), z.maxLength(1024, issue('field.max_length', { max: 1024 })))
    .register(z.globalRegistry, { 'x-secret': true } as FieldMeta)

/** An option of selects and lookups. */
export const choice = () => z.object({ id: z.union([z.string(), z.number()]), name: z.string() })

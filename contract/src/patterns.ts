/** Separate from `fields.ts`, so that the sign-in page checks an address without loading the schema library. */

/**
 * An e-mail address as HTML forms accept it (https://html.spec.whatwg.org/#valid-e-mail-address), with a dot in the
 * domain.
 */
export const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

/** Maximum length of an e-mail address (RFC 5321, 4.5.3.1.3). */
export const emailLength = 254

import { isUtf8 } from 'node:buffer'
import { parse, type ParsedUrlQuery } from 'node:querystring'

/**
 * Marks bytes that are not UTF-8. Decoded text never contains an unpaired surrogate, so that the text check reports it
 * at its field (`text-check.ts`).
 */
const undecodable = '\udc80'

/** Decodes bytes; invalid UTF-8 becomes `undecodable`. */
export function utf8Text(bytes: Buffer): string {
  const text = bytes.toString()
  return isUtf8(bytes) ? text : text.replaceAll('\ufffd', undecodable)
}

/** A percent sign without two hexadecimal digits after it is literal (https://url.spec.whatwg.org/#percent-decode). */
const lonePercent = /%(?![0-9a-f]{2})/gi

function decode(text: string): string {
  const encoded = text.replace(lonePercent, '%25')
  try {
    return decodeURIComponent(encoded)
  } catch {
    const bytes = encoded.replace(/%([0-9a-f]{2})|[^%]/gi, (one, hex: string | undefined) =>
      hex === undefined ? Buffer.from(one).toString('latin1') : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    return utf8Text(Buffer.from(bytes, 'latin1'))
  }
}

/**
 * The parameters of a URL; values that are not UTF-8 are marked as in `utf8Text`. A repeated name has a list of values.
 */
export const parseQuery = (text: string): ParsedUrlQuery => parse(text, '&', '=', { decodeURIComponent: decode })

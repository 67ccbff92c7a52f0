import { isUtf8 } from 'node:buffer'
import { parse, type ParsedUrlQuery } from 'node:querystring'

/**
 * Stands where bytes were no UTF-8. Half of a surrogate pair is in no text that was decoded, and the check of texts
 * reports it at the field that has it (`text-check.ts`).
 */
const undecodable = '\udc80'

/** The text of bytes; what is no UTF-8 becomes `undecodable`. */
export function utf8Text(bytes: Buffer): string {
  const text = bytes.toString()
  return isUtf8(bytes) ? text : text.replaceAll('\ufffd', undecodable)
}

/** Percent signs without two hexadecimal digits behind them stand for themselves (https://url.spec.whatwg.org/#percent-decode). */
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

/** The parameters of a URL; values that are no UTF-8 are marked as `utf8Text` marks them. A repeated name has a list. */
export const parseQuery = (text: string): ParsedUrlQuery => parse(text, '&', '=', { decodeURIComponent: decode })

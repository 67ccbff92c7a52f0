import { isUtf8 } from 'node:buffer'
import { RouterError } from '../errors.ts'

export type ReadText = (bytes: Buffer, start: number, end: number) => string

/**
 * Decodes text of a router: UTF-8, or a code page if the bytes are not valid UTF-8. Old versions of WinBox wrote the
 * code page of the computer, so one router may contain both.
 * @param codePage label of the Encoding Standard: `windows-1252`, `windows-1251`
 * @throws RouterError unsupported for an unknown label
 */
export function textReader(codePage: string): ReadText {
  let legacy: { decode(bytes: Uint8Array): string }
  try {
    legacy = new TextDecoder(codePage)
  } catch (cause) {
    throw new RouterError('unsupported', 'Unknown code page.', { cause })
  }
  return (bytes, start, end) => {
    const text = bytes.toString('utf8', start, end)
    // The replacement character occurs in text that is not UTF-8, and in text that contains it.
    if (!text.includes('\uFFFD')) return text
    const part = bytes.subarray(start, end)
    return isUtf8(part) ? text : legacy.decode(part)
  }
}

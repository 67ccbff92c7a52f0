import { isUtf8 } from 'node:buffer'
import { RouterError } from '../errors.ts'

export type ReadText = (bytes: Buffer, start: number, end: number) => string

/**
 * Text of a router: UTF-8, or the code page of its operators where the bytes are none. WinBox of old wrote whatever code
 * page the computer had, so both stand in one router.
 * @param codePage as of the Encoding Standard: `windows-1252`, `windows-1251`
 * @throws RouterError unsupported for a name that stands for no code page
 */
export function textReader(codePage: string): ReadText {
  let legacy: { decode(bytes: Uint8Array): string }
  try {
    legacy = new TextDecoder(codePage)
  } catch (cause) {
    throw new RouterError('unsupported', 'There is no code page of this name.', { cause })
  }
  return (bytes, start, end) => {
    const text = bytes.toString('utf8', start, end)
    // The sign of replacement stands in text that is no UTF-8, or in text that has it.
    if (!text.includes('\uFFFD')) return text
    const part = bytes.subarray(start, end)
    return isUtf8(part) ? text : legacy.decode(part)
  }
}

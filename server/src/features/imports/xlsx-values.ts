import type { Archive } from './xlsx-zip.ts'

/** How a style formats a value. `literal`: text that is marked as such, so that no apostrophe is needed before it. */
export type NumberForm = 'plain' | 'date' | 'literal'

/** Built-in number formats for dates and times (ECMA-376, 18.8.30, including those for East Asia). */
const builtInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a format code formats a date: it has a date part outside quotes, brackets and escapes. */
const isDateCode = (code: string) =>
  /[dmyhs]/i.test(
    code
      .replace(/"[^"]*"/g, '')
      .replace(/\\.|_./g, '')
      .replace(/\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '')
      .replace(/general/gi, ''),
  )

/** The number format of each style index, from `xl/styles.xml`. */
export async function readStyles(archive: Archive, part: string | undefined): Promise<NumberForm[]> {
  const codes = new Map<number, string>()
  const forms: NumberForm[] = []
  let inCellFormats = false
  if (part !== undefined)
    await archive.read(part, {
      open(name, attributes) {
        if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
        else if (name === 'cellXfs') inCellFormats = true
        else if (name === 'xf' && inCellFormats) {
          const id = Number(attributes['numFmtId'] ?? 0)
          const code = codes.get(id)
          const isDate = code === undefined ? builtInDate(id) : isDateCode(code)
          const isLiteral = ['1', 'true'].includes(attributes['quotePrefix'] ?? '')
          forms.push(isLiteral ? 'literal' : isDate ? 'date' : 'plain')
        }
      },
      close(name) {
        if (name === 'cellXfs') inCellFormats = false
      },
    })
  return forms
}

const dayMs = 86_400_000

/**
 * A date serial number as ISO 8601: a date, a time, or both. Day 60 of the 1900 date system is 29 February 1900, which
 * did not exist.
 */
export function isoOf(serial: number, from1904: boolean): string {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return String(serial)
  // Rounded to milliseconds, then to seconds: fractions of a day are inexact.
  const ms = Math.round(serial * 86_400) * 1000
  const time = new Date(ms % dayMs).toISOString().slice(11, 19)
  if (serial < 1 && !from1904) return time
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : serial < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  const day = new Date(epoch + ms - (ms % dayMs)).toISOString().slice(0, 10)
  return ms % dayMs === 0 ? day : `${day}T${time}`
}

/** A number of the file (`1.0E-2`) in decimal notation. */
export function numberText(text: string): string {
  if (/^-?\d+$/.test(text)) return text
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  return Number.isInteger(number) && Math.abs(number) < 1e21 ? number.toFixed(0) : String(number)
}

/**
 * Decodes escapes such as `_x000D_` for characters that XML does not allow (ECMA-376, 22.9.2.19). NUL and lone
 * surrogates are removed, because PostgreSQL rejects them.
 */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => {
        const code = Number.parseInt(digits, 16)
        return code === 0 || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCharCode(code)
      })
    : text

/** Zero-based column of a reference: 1 for `B2`; undefined if the reference is invalid. */
export function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let i = 0; i < reference.length && i < 4; i++) {
    const code = reference.charCodeAt(i)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column === 0 ? undefined : column - 1
}

import { plainText } from './plain-text.ts'

/** A cell that no spreadsheet takes for a formula (OWASP, CSV injection), quoted where it has to be (RFC 4180). */
export function csvCell(value: unknown): string {
  const text = plainText(value)
  const safe = typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines of cells as CSV; lines end in CR LF, and a byte order mark tells spreadsheets that it is UTF-8. */
export const toCsv = (lines: readonly (readonly unknown[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`

/** Hands a text to the reader as a file. */
export function saveCsv(content: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The download reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** CSV (RFC 4180) as server and browser write it and the import reads it. */

/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * One cell, always quoted. A cell that a spreadsheet would evaluate as a formula gets a leading apostrophe, which the
 * import removes (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function csvCell(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const isNumber = typeof value === 'number' || /^[+-]?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** A line of cells with its line break. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A whole file. */
export const csvFile = (lines: readonly (readonly unknown[])[]): string =>
  `${byteOrderMark}${lines.map(csvLine).join('')}`

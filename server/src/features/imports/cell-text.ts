import { message, type Message } from '@trunkline/contract/errors'
import { textProblem } from '@trunkline/contract/text-rules'

/**
 * The error values that spreadsheets (Excel, LibreOffice, Google Sheets) export for a failed formula, in English and
 * German.
 */
const spreadsheetError =
  /^(#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|PYTHON!|EXTERNAL!|TIMEOUT!|GETTING_DATA|ERROR!|BEZUG!|NV|WERT!|ZAHL!|ÜBERLAUF!|KALK!|FELD!|BLOCKIERT!|VERBINDEN!|UNBEKANNT!|BESCHÄFTIGT!)|Err:\d{3})$/i

/**
 * Why a cell of an imported file is invalid for every kind; undefined if it is not. Field rules are checked elsewhere.
 */
export function cellProblem(text: string): Message | undefined {
  if (spreadsheetError.test(text)) return message('cell.spreadsheet_error', { text })
  // Decoders insert U+FFFD for bytes that are invalid in the encoding of the file; the original text is lost.
  if (text.includes('\ufffd')) return message('cell.encoding')
  return textProblem(text)
}

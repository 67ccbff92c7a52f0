import { message, type Message } from '@trunkline/contract/errors'
import { textProblem } from '@trunkline/contract/text-rules'

/**
 * What spreadsheets put in place of a value that they could not work out, in English and German (Excel, LibreOffice,
 * Google Sheets). A file keeps it as the text of the cell.
 */
const spreadsheetError =
  /^(#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|PYTHON!|EXTERNAL!|TIMEOUT!|GETTING_DATA|ERROR!|BEZUG!|NV|WERT!|ZAHL!|ÜBERLAUF!|KALK!|FELD!|BLOCKIERT!|VERBINDEN!|UNBEKANNT!|BESCHÄFTIGT!)|Err:\d{3})$/i

/** Why a cell of an imported file is no value, or undefined. The texts of the kind's own fields are checked elsewhere. */
export function cellProblem(text: string): Message | undefined {
  if (spreadsheetError.test(text)) return message('cell.spreadsheet_error', { text })
  // Decoders put it where bytes were not of the encoding of the file; nothing says what stood there.
  if (text.includes('\ufffd')) return message('cell.encoding')
  return textProblem(text)
}

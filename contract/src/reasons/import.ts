import type { AnyMessage } from '../any-message.ts'

/** File types that are often uploaded instead of a table. */
export type FileKind =
  | 'pdf'
  | 'picture'
  | 'gzip'
  | 'rar'
  | '7z'
  | 'rtf'
  | 'old-office'
  | 'xml'
  | 'xlsb'
  | 'document'
  | 'open-document'
  | 'zip'

/** Reasons about imported files and their rows. Rows and columns count from 1, the header is row 1. */
export interface ImportReasons {
  'file.no_table': { kind: FileKind }
  'file.binary': {}
  'file.password': {}
  'file.no_rows': {}
  'file.no_data_rows': {}
  'file.too_many_columns': { max: number }
  'file.too_many_rows': { max: number }
  /** A column name in the first row; `error` says what is wrong with it. */
  'file.header': { column: number; error: AnyMessage }
  'csv.unreadable_row': { row: number }
  'csv.open_quote': { row: number }
  /** A row is longer than the header. */
  'csv.cell_count': { cells: number; columns: number }
  'workbook.damaged': {}
  'workbook.part_missing': { part: string }
  'workbook.doctype': {}
  /** The unpacked size exceeds the limit for a workbook. */
  'workbook.too_large': {}
  'workbook.too_many_parts': {}
  'workbook.too_much_text': {}
  'workbook.no_sheet': {}
  'cell.spreadsheet_error': { text: string }
  'cell.encoding': {}
  'cell.boolean': {}
  'cell.bytes': { example: string }
  'cell.day': { example: string }
  'cell.session_limit': { min: number; max: number }
  /** The name in the cell matches several rows; an id is unambiguous. */
  'cell.ambiguous': { count: number }
  'cell.ambiguous_company': { count: number }
  'cell.ambiguous_model': { count: number }
  'cell.ambiguous_site': { count: number }
  /** An earlier row of the file has the same key. */
  'import.duplicate_row': { row: number }
  'import.company_exists': {}
  'import.company_type_fixed': {}
  'import.company_forbidden': {}
  'import.other_manufacturer': { model: string }
  'import.other_type': { model: string }
  'import.serial_taken_by': { name: string }
  'import.service_company_fixed': {}
  'import.company_fixed': {}
  'import.licence_exists': {}
  'import.licence_key': {}
  'import.user_exists': {}
  'import.invited_inactive': {}
  'import.invited_time_zone': {}
  'import.invited_labels': {}
  'import.columns_format': {}
  'import.duplicate_headers': { names: readonly string[] }
  'import.column_count': { columns: number }
  'import.field_unknown': { name: string; known: readonly string[] }
  'import.field_twice': { name: string }
  'import.fields_missing': { names: readonly string[] }
  'import.running': { file_name: string }
  'import.in_progress': {}
  'import.done': {}
  'import.already_ended': {}
  'import.no_longer_allowed': {}
  'import.interrupted': {}
  'import.file_deleted': {}
  'import.rows_failed': { rows: number }
  /** Ended by `error`; nothing was imported. */
  'import.failed': { error: AnyMessage }
}

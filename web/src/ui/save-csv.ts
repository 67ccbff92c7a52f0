import { csvFile } from '@trunkline/contract/csv'
import { saveFile } from './save-file.ts'

/** Saves lines of cells as a CSV file. */
export const saveCsv = (lines: readonly (readonly unknown[])[], fileName: string): void =>
  saveFile(csvFile(lines), fileName, 'text/csv;charset=utf-8')

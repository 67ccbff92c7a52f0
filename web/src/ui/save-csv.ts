import { csvFile } from '@trunkline/contract/csv'

/** Saves lines of cells as a CSV file of the reader. */
export function saveCsv(lines: readonly (readonly unknown[])[], fileName: string): void {
  const address = URL.createObjectURL(new Blob([csvFile(lines)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The download reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves `content` as a file of the browser's downloads. `type` is a media type: `text/plain;charset=utf-8`. */
export function saveFile(content: BlobPart, fileName: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

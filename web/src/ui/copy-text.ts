/**
 * Copies `text` to the clipboard. `navigator.clipboard` exists only over HTTPS and on localhost; over plain HTTP the
 * deprecated `execCommand` is used.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!done) throw new Error('The clipboard is not available.')
}

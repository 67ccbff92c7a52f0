/** Whether the keyboard has ⌘ instead of Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/** Whether a field has the focus, so that single keys are text. */
export function typesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file'].includes(target.type)
  return target.getAttribute('role') === 'combobox' || target.closest('[role="listbox"],[role="menu"]') !== null
}

/** Whether a dialog is open, which handles keys itself. */
export const dialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/** What a key does in a list. */
export type RowMove = 'next' | 'previous' | 'select' | 'actions'

const rowKeys: Record<string, RowMove> = { j: 'next', k: 'previous', x: 'select', e: 'actions' }

/** The command of a key press. */
export type KeyCommand =
  | { does: 'palette' }
  | { does: 'sheet' }
  | { does: 'go'; key: string }
  | { does: 'wait' }
  | { does: 'row'; to: RowMove }
  | null

/** Time for the letter after `g`. Milliseconds. */
const sequenceWithin = 1500

/**
 * Reads key presses of the whole page: Ctrl/⌘ + K always; `/`, `?`, g-then-letter and the keys of lists only where `singleKeys` allows
 * them (WCAG 2.2, 2.1.4), no field has the focus and no dialog is open.
 */
export function keyReader(): (event: KeyboardEvent, singleKeys: boolean) => KeyCommand {
  let goSince = -Infinity
  return (event, singleKeys) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k')
      return { does: 'palette' }
    if (
      !singleKeys ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.isComposing ||
      typesText(event.target) ||
      dialogOpen()
    ) {
      goSince = -Infinity
      return null
    }
    if (event.timeStamp - goSince < sequenceWithin) {
      goSince = -Infinity
      return { does: 'go', key: event.key.toLowerCase() }
    }
    if (event.key === '/') return { does: 'palette' }
    if (event.key === '?') return { does: 'sheet' }
    if (event.key === 'g') {
      goSince = event.timeStamp
      return { does: 'wait' }
    }
    const to = rowKeys[event.key]
    return to ? { does: 'row', to } : null
  }
}

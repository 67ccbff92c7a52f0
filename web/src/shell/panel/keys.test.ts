import { describe, expect, it } from 'vitest'
import { keyReader } from './keys.ts'

const press = (key: string, more: KeyboardEventInit & { in?: HTMLElement } = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...more })
  ;(more.in ?? document.body).dispatchEvent(event)
  return event
}

describe('the keys of the page', () => {
  it('open the palette by Ctrl or ⌘ with K, also from a field', () => {
    const read = keyReader()
    const field = document.body.appendChild(document.createElement('input'))
    expect(read(press('k', { ctrlKey: true, in: field }), true)).toEqual({ does: 'palette' })
    expect(read(press('K', { metaKey: true }), false)).toEqual({ does: 'palette' })
    field.remove()
  })
  it('lead to an entry of the menu after g', () => {
    const read = keyReader()
    expect(read(press('g'), true)).toEqual({ does: 'wait' })
    expect(read(press('c'), true)).toEqual({ does: 'go', key: 'c' })
    expect(read(press('c'), true)).toBeNull()
  })
  it('move in lists', () => {
    const read = keyReader()
    expect(['j', 'k', 'x', 'e'].map((key) => read(press(key), true))).toEqual(
      ['next', 'previous', 'select', 'actions'].map((to) => ({ does: 'row', to })),
    )
  })
  it('leave typing alone', () => {
    const read = keyReader()
    const field = document.body.appendChild(document.createElement('textarea'))
    for (const key of ['/', '?', 'g']) expect(read(press(key, { in: field }), true)).toBeNull()
    field.remove()
  })
  it('can be turned off but for Ctrl with K', () => {
    const read = keyReader()
    for (const key of ['/', '?', 'g', 'j', 'x']) expect(read(press(key), false)).toBeNull()
  })
  it('are those of a dialog while one is open', () => {
    const read = keyReader()
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    dialog.setAttribute('aria-modal', 'true')
    expect(read(press('/'), true)).toBeNull()
    dialog.remove()
    expect(read(press('/'), true)).toEqual({ does: 'palette' })
  })
})

import { act } from 'react'

/*
 * What somebody does with a page: reads it, waits for what it says, presses and types. A field and a button are found
 * by what they are called, as people find them.
 */

/** All that the page says. The styles that the interface library lays between it are not for reading. */
export const text = (): string => (document.body.textContent ?? '').replaceAll(/@media [^}]*\}\}/g, '')

/** Waits until something is so; where it does not come, the failure tells what the page says instead. */
export async function until(there: () => unknown, what = 'what was waited for'): Promise<void> {
  // Texts and answers come late on a machine that is shared.
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    if (there()) return
    await act(() => new Promise((resolve) => setTimeout(resolve, 25)))
  }
  throw new Error(`${what} did not come: ${text()}`)
}

/** Waits until the page says these words. */
export const shows = (words: string): Promise<void> => until(() => text().includes(words), words)

const pressable = 'button, a, [role="menuitem"], input[role="switch"], input[type="checkbox"]'

/** All that can be pressed under a name, be it a label or what is written on it, in the order of the page. */
export const buttons = (name: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(pressable)].filter(
    (one) => one.getAttribute('aria-label') === name || one.textContent?.trim() === name,
  )

/** The first that can be pressed under a name. */
export const button = (name: string): HTMLElement | undefined => buttons(name)[0]

/** Presses what has this name once it is there and not disabled: the first, or another one, from the end below zero. */
export async function press(name: string, at = 0): Promise<void> {
  const there = () => {
    const one = buttons(name).at(at)
    return one && !(one as HTMLButtonElement).disabled ? one : undefined
  }
  await until(there, `the button ${name}`)
  await act(async () => there()?.click())
}

/** The field with a label, and null where there is none; the label of a switch stands around it. */
export function field(label: string): HTMLInputElement {
  const is = (one: Element) => one.textContent?.replace(' *', '') === label
  const found = [...document.querySelectorAll('label')].find(is)
  const around = [...document.querySelectorAll('label span')].find(is)?.closest('label')
  const id = found?.getAttribute('for') ?? around?.getAttribute('for') ?? ''
  // Most callers know that it is there, and fail loudly where it is not.
  return (document.getElementById(id) ?? around?.querySelector('input') ?? null) as HTMLInputElement
}

/** Puts a value into an input in the way that React hears of. */
export function fill(input: HTMLInputElement, value: string): Promise<void> {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, 'value') ?? {}
  return act(async () => {
    set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Types into the field with a label, once it is there. */
export async function type(label: string, value: string): Promise<void> {
  await until(() => (field(label) as HTMLInputElement | null) !== null, `the field ${label}`)
  await fill(field(label), value)
}

import { useSyncExternalStore } from 'react'

let zone: string | undefined
const listeners = new Set<() => void>()

/**
 * Sets the time zone of the signed-in user (an IANA name); undefined: that of the browser. An unknown name is ignored.
 */
export function setZone(name: string | undefined): void {
  let next = name
  try {
    if (next) new Intl.DateTimeFormat('en', { timeZone: next })
  } catch {
    next = undefined
  }
  if (next === zone) return
  zone = next
  for (const listener of listeners) listener()
}

/** The time zone for displayed times, as an IANA name. */
export const currentZone = (): string => zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useZone = (): string => useSyncExternalStore(subscribe, currentZone)

/**
 * The locale for dates and numbers in `language`: that of the browser where it has one of the language (`en-GB`), else
 * the language.
 */
export const regional = (language: string): string =>
  navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language

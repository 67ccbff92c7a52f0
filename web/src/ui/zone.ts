import { useSyncExternalStore } from 'react'

let zone: string | undefined
const listeners = new Set<() => void>()

/** Sets the time zone of the signed-in user (an IANA name); undefined: that of the browser. An unknown name is refused quietly. */
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

/** The zone that times are shown in, as an IANA name. */
export const currentZone = (): string => zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useZone = (): string => useSyncExternalStore(subscribe, currentZone)

/**
 * How dates and numbers are written in `language`: by the reader's own region where the browser names one of that
 * language (`en-GB`), else as the language has it.
 */
export const regional = (language: string): string =>
  navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language

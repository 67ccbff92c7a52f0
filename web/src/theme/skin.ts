import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { storage } from '../api/storage.ts'

/** `system` follows the device. The value in local storage under `skin`. */
export const skins = ['light', 'dark', 'system'] as const
export type Skin = (typeof skins)[number]

export const toScheme = (skin: string | null): MantineColorScheme =>
  skin === 'dark' ? 'dark' : skin === 'system' ? 'auto' : 'light'
export const toSkin = (scheme: MantineColorScheme): Skin => (scheme === 'auto' ? 'system' : scheme)

/** Stores Mantine's colour scheme under the panel's key, and follows other tabs. */
export function skinManager(): MantineColorSchemeManager {
  let stop: (() => void) | undefined
  return {
    get: (fallback) => (storage.get('skin') === null ? fallback : toScheme(storage.get('skin'))),
    set: (scheme) => storage.set('skin', toSkin(scheme)),
    subscribe(update) {
      const listen = (event: StorageEvent) => {
        if (event.key === 'skin') update(toScheme(event.newValue))
      }
      window.addEventListener('storage', listen)
      stop = () => window.removeEventListener('storage', listen)
    },
    unsubscribe: () => stop?.(),
    clear: () => storage.remove('skin'),
  }
}

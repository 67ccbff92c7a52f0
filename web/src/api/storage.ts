/**
 * The five keys of the panel in local storage. A browser without storage (private windows, policies) keeps them in
 * memory while the page is open.
 */
export const storageKeys = ['accessToken', 'refreshToken', 'userData', 'version', 'skin'] as const
export type StorageKey = (typeof storageKeys)[number]

const memory = new Map<StorageKey, string>()

export const storage = {
  get(key: StorageKey): string | null {
    try {
      return localStorage.getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  },
  set(key: StorageKey, value: string): void {
    try {
      localStorage.setItem(key, value)
      memory.delete(key)
    } catch {
      memory.set(key, value)
    }
  },
  remove(...keys: StorageKey[]): void {
    for (const key of keys) {
      memory.delete(key)
      try {
        localStorage.removeItem(key)
      } catch {
        // There was nothing stored to remove.
      }
    }
  },
}

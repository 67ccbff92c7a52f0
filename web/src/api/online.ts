import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser is offline. Buttons that write are disabled then, with that as the reason. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine)

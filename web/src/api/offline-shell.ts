/**
 * Installs the service worker (public/sw.js): it stores files of the build and an offline page. An installation that has
 * it off serves one that removes itself (server/src/http/pages.ts).
 */
export function installOfflineShell(): void {
  // Files of the development server have no hash in their names.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it, for example in a private window, the panel works as before.
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
}

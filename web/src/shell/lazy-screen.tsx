import type { ComponentType } from 'react'
import { loadChunk } from '../api/chunk.ts'

/**
 * A screen that is loaded with its route. `load` is the loader of the route, so that the old page stays until the chunk
 * is loaded and an error reaches the error page; a failed load is retried at the next visit.
 */
export function lazyScreen(importScreen: () => Promise<{ default: ComponentType }>) {
  let Arrived: ComponentType | undefined
  let onItsWay: Promise<void> | undefined
  const load = async (): Promise<void> => {
    if (Arrived) return
    onItsWay ??= loadChunk(importScreen)
      .then((module) => {
        Arrived = module.default
      })
      .finally(() => {
        onItsWay = undefined
      })
    await onItsWay
  }
  const Screen = () => (Arrived ? <Arrived /> : null)
  return { load, Screen }
}

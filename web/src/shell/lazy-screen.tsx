import type { ComponentType } from 'react'
import { loadChunk } from '../api/chunk.ts'

/**
 * A screen that arrives when its route is opened. `load` is the route's loader, so that the old page stays until the
 * chunk is there and a failure reaches the route's error page; a failed load is tried again on the next visit.
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

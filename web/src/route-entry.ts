import type { ComponentType } from 'react'
import type { GuardedRoute } from './access/guard.ts'

export type Screen = { default: ComponentType }

export interface RouteEntry extends GuardedRoute {
  /** Key of the route's title, in the texts of the shell or of the panel: the page title is `Trunkline - <title>`. */
  title: string
  /** Its file below `screens/`. */
  screen: string
  load: () => Promise<Screen>
  /** Rooms whose texts the screen shows: its own, and those it borrows words from. */
  texts: string[]
}

type Found = Pick<RouteEntry, 'screen' | 'load' | 'texts'>

/** Finds the lazy screen of a file below `screens/`, with the texts of its room and of those it borrows from. */
export const screensOf =
  (screens: Record<string, () => Promise<Screen>>) =>
  (name: `${string}/${string}`, ...borrowed: string[]): Found => ({
    screen: `${name}.tsx`,
    load: () => screens[`./screens/${name}.tsx`]?.() ?? Promise.reject(new Error(`There is no screen ${name}.`)),
    texts: [name.split('/')[0] as string, ...borrowed],
  })

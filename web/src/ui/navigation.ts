import { useMatches, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Search parameters of an address; undefined takes one away. */
export type Search = Record<string, unknown>

export interface GoOptions {
  /** The parameters of the address, or what becomes of those of the present one. Default: none but the company context. */
  search?: Search | ((before: Search) => Search) | undefined
  replace?: boolean
  /** False: the page stays where it is scrolled to. */
  resetScroll?: boolean
}

/**
 * What the router does, for paths that are finished strings with their ids in them. Its own types know only patterns of
 * routes that are there when it is made, and those of the panel are added later.
 */
interface Navigator {
  navigate(options: { to: string } & GoOptions): Promise<void>
}

/** Goes to a path of `paths.ts`; `.` is the present one. */
export function useGo(): (to: string, options?: GoOptions) => Promise<void> {
  const router: Navigator = useRouter()
  return useCallback((to, options) => router.navigate({ to, ...options }), [router])
}

/** Changes search parameters of the present address and leaves the others; the page stays where it is scrolled to. */
export function useSetSearch(): (change: Search, options?: Omit<GoOptions, 'search'>) => Promise<void> {
  const go = useGo()
  return useCallback(
    (change, options) => go('.', { search: (before) => ({ ...before, ...change }), resetScroll: false, ...options }),
    [go],
  )
}

/** The key of the present page's title, as its route names it. */
export const useRouteTitleKey = (): string | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.title })

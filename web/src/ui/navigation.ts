import { useMatches, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Search parameters of a URL; undefined removes one. */
export type Search = Record<string, unknown>

export interface GoOptions {
  /** The search parameters, or a function of the current ones. Default: none but the company context. */
  search?: Search | ((before: Search) => Search) | undefined
  replace?: boolean
  /** False keeps the scroll position. */
  resetScroll?: boolean
}

/**
 * The router for finished paths with ids. Its own types only know the route patterns at its creation, and those of the
 * panel are added later.
 */
interface Navigator {
  navigate(options: { to: string } & GoOptions): Promise<void>
}

/** Navigates to a path of `paths.ts`; `.` is the current one. */
export function useGo(): (to: string, options?: GoOptions) => Promise<void> {
  const router: Navigator = useRouter()
  return useCallback((to, options) => router.navigate({ to, ...options }), [router])
}

/** Changes search parameters of the current URL and keeps the others and the scroll position. */
export function useSetSearch(): (change: Search, options?: Omit<GoOptions, 'search'>) => Promise<void> {
  const go = useGo()
  return useCallback(
    (change, options) => go('.', { search: (before) => ({ ...before, ...change }), resetScroll: false, ...options }),
    [go],
  )
}

/** The title key of the current route. */
export const useRouteTitleKey = (): string | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.title })

import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSession } from '../access/session.ts'
import { announce } from '../ui/announcer.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the page title below `access:title` or `panel:title`. */
    title?: string
  }
}

/** Time to wait for a heading that depends on data. Milliseconds. */
const headingTimeout = 5000

/** Moves the focus to the heading of the page once it is rendered, unless the user or a field has the focus. */
function focusHeading(): () => void {
  const before = document.activeElement
  let observer: MutationObserver | undefined
  const stop = () => {
    observer?.disconnect()
    clearTimeout(timer)
  }
  const attempt = (): boolean => {
    const active = document.activeElement
    if (active && active !== before && active !== document.body) return true
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return false
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  const timer = setTimeout(stop, headingTimeout)
  if (!attempt()) {
    observer = new MutationObserver(() => attempt() && stop())
    observer.observe(document.body, { childList: true, subtree: true })
  }
  return stop
}

/**
 * Sets the page title (`Trunkline - <route title>`). After a change of route it is announced to screen readers and the
 * heading gets the focus; a change of search parameters alone is not one.
 */
export function useRouteTitle(): void {
  const { t, i18n } = useTranslation('shell')
  const session = useSession()
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title })
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const first = useRef(true)
  // The panel's titles are loaded with its texts.
  const key = title && ['access', 'panel'].map((part) => `${part}:title.${title}`).find((found) => i18n.exists(found))
  const shown = key ? t(key) : ''
  const acting = session?.user.impersonator ? `${t('acting', { name: session.user.name })} · ` : ''

  useEffect(() => {
    document.title = shown ? `${acting}Trunkline - ${shown}` : `${acting}Trunkline`
  }, [shown, acting])

  useEffect(() => {
    if (path === undefined) return
    if (first.current) {
      first.current = false
      return
    }
    announce(document.title)
    return focusHeading()
  }, [path])
}

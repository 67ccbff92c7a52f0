import { useState } from 'react'
import { usePreference } from '../../api/preference.ts'

/** A copy for this tab, so that a reload does not briefly show the expanded menu. */
const sessionKey = 'trunkline.menu-collapsed'

function rememberedHere(): boolean {
  try {
    return sessionStorage.getItem(sessionKey) === 'yes'
  } catch {
    return false
  }
}

/** Whether the menu shows icons only; saved with the user's preferences. */
export function useMenuCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [here] = useState(rememberedHere)
  const [stored, save] = usePreference<{ collapsed: boolean }>('menu')
  const set = (collapsed: boolean) => {
    try {
      sessionStorage.setItem(sessionKey, collapsed ? 'yes' : 'no')
    } catch {
      // The server stores it too.
    }
    // An error is not reported: the menu stays as selected until the page is closed.
    void save({ collapsed }).catch(() => undefined)
  }
  return [stored?.collapsed ?? here, set]
}

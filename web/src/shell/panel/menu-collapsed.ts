import { useState } from 'react'
import { usePreference } from '../../api/preference.ts'

/** A copy for this tab, so that a reload does not open the menu for a moment. */
const sessionKey = 'trunkline.menu-collapsed'

function rememberedHere(): boolean {
  try {
    return sessionStorage.getItem(sessionKey) === 'yes'
  } catch {
    return false
  }
}

/** Whether the menu shows icons only; kept with the user's preferences. */
export function useMenuCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [here] = useState(rememberedHere)
  const [stored, save] = usePreference<{ collapsed: boolean }>('menu')
  const set = (collapsed: boolean) => {
    try {
      sessionStorage.setItem(sessionKey, collapsed ? 'yes' : 'no')
    } catch {
      // It is kept on the server as well.
    }
    // Not worth a message: the menu shows what was chosen until the page is left.
    void save({ collapsed }).catch(() => undefined)
  }
  return [stored?.collapsed ?? here, set]
}

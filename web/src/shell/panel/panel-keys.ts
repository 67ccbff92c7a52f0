import { useEffect, useRef, useState } from 'react'
import { useCan } from '../../access/can.ts'
import { goTo } from '../../access/navigate.ts'
import type { SignedIn } from '../../access/session.ts'
import { useShortcutPreference } from '../../api/preference.ts'
import { menuFor } from './menu.ts'
import { keyReader } from './keys.ts'
import { moveInList } from './row-keys.ts'

export interface PanelKeys {
  palette: boolean
  sheet: boolean
  openPalette: () => void
  openSheet: () => void
  close: () => void
}

/** The command palette and the list of shortcuts, and the keys that open them or menu entries. */
export function usePanelKeys(session: SignedIn): PanelKeys {
  const can = useCan()
  const [shortcuts] = useShortcutPreference()
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null)
  const latest = useRef({ can, off: shortcuts?.off === true, role: session.role })
  latest.current = { can, off: shortcuts?.off === true, role: session.role }

  useEffect(() => {
    const read = keyReader()
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const command = read(event, !latest.current.off)
      if (command === null || command.does === 'wait') return
      if (command.does === 'go') {
        const entry = menuFor(latest.current.role, latest.current.can)
          .flatMap(({ tabs }) => tabs)
          .find(({ key }) => key === command.key)
        if (!entry) return
        event.preventDefault()
        goTo(entry.to)
        return
      }
      if (command.does === 'row') {
        if (moveInList(command.to)) event.preventDefault()
        return
      }
      event.preventDefault()
      setOpen((now) => (command.does === 'palette' && now === 'palette' ? null : command.does))
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return {
    palette: open === 'palette',
    sheet: open === 'sheet',
    openPalette: () => setOpen('palette'),
    openSheet: () => setOpen('sheet'),
    close: () => setOpen(null),
  }
}

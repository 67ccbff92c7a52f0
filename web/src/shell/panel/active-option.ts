import { useEffect, useId, useState, type KeyboardEvent } from 'react'

/**
 * Keyboard handling of a list below a text field (ARIA combobox with a list box): the focus stays in the field, arrows
 * move the active option, Enter selects it. `key` identifies the list; when it changes, the first option is active
 * again.
 */
export function useActiveOption(count: number, key: string, choose: (index: number) => void) {
  const id = useId()
  const [active, setActive] = useState(0)
  useEffect(() => setActive(0), [key])
  const at = Math.min(active, count - 1)
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = {
      ArrowDown: (at + 1) % count,
      ArrowUp: (at - 1 + count) % count,
      PageDown: Math.min(at + 8, count - 1),
      PageUp: Math.max(at - 8, 0),
    }[event.key]
    if (to !== undefined && count > 0) {
      event.preventDefault()
      setActive(to)
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault()
      choose(at)
    }
  }
  return {
    active: at,
    setActive,
    field: {
      role: 'combobox' as const,
      'aria-expanded': count > 0,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': at >= 0 ? optionId(at) : undefined,
      'aria-autocomplete': 'list' as const,
      autoComplete: 'off',
      onKeyDown,
    },
    list: { role: 'listbox' as const, id: `${id}-list` },
    option: (index: number) => ({
      role: 'option' as const,
      id: optionId(index),
      'aria-selected': index === at,
      onMouseMove: () => setActive(index),
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => choose(index),
    }),
  }
}

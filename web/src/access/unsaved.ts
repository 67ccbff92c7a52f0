import { useEffect, useId } from 'react'

const dirty = new Set<string>()

/** Whether a form on the page has unsaved input. */
export const hasUnsavedInput = (): boolean => dirty.size > 0

/** Reports, on every render of a form, whether it has unsaved input. */
export function useUnsavedInput(unsaved: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!unsaved) return
    dirty.add(id)
    return () => {
      dirty.delete(id)
    }
  }, [id, unsaved])
}

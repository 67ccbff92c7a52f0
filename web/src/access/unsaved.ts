import { useEffect, useId } from 'react'

const dirty = new Set<string>()

/** Whether any form on the page holds input that is not saved. */
export const hasUnsavedInput = (): boolean => dirty.size > 0

/** A form says with it, on every render, whether it holds input that is not saved. */
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

import { escapeValue } from '@trunkline/contract/list'
import { paths } from '../../paths.ts'
import type { LinkTarget } from '../../ui/link.tsx'

/** A list narrowed to one NAS, and by more if need be: exact values by field. */
const narrowed = (to: string, id: number, more: Record<string, string> = {}): LinkTarget => {
  const terms = Object.entries({ nas_id: String(id), ...more })
  return {
    to,
    search: {
      search: terms.map(([field, value]) => `${field}:${escapeValue(value)}`).join(';'),
      searchFields: terms.map(([field]) => `${field}:=`).join(';'),
    },
  }
}

export const sessionsOf = (id: number): LinkTarget => narrowed(paths.sessions.list, id)
export const endedOf = (id: number): LinkTarget => narrowed(paths.sessions.history, id)
export const loginsOf = (id: number, more?: Record<string, string>): LinkTarget =>
  narrowed(paths.sessions.logins, id, more)

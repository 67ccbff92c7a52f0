import { escapeValue } from '@trunkline/contract/list'
import { paths } from '../../paths.ts'
import type { LinkTarget } from '../../ui/link.tsx'

/** A list filtered by NAS, and by further exact values by field. */
const filtered = (to: string, id: number, more: Record<string, string> = {}): LinkTarget => {
  const terms = Object.entries({ nas_id: String(id), ...more })
  return {
    to,
    search: {
      search: terms.map(([field, value]) => `${field}:${escapeValue(value)}`).join(';'),
      searchFields: terms.map(([field]) => `${field}:=`).join(';'),
    },
  }
}

export const sessionsOf = (id: number): LinkTarget => filtered(paths.sessions.list, id)
export const endedSessionsOf = (id: number): LinkTarget => filtered(paths.sessions.history, id)
export const loginsOf = (id: number, more?: Record<string, string>): LinkTarget =>
  filtered(paths.sessions.logins, id, more)

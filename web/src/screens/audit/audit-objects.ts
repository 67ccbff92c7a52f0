import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { paths, recordPath } from '../../paths.ts'

type Subject = AuditEntry['subject']

/** The room whose texts name the fields of a subject's rows. */
const rooms: Partial<Record<Subject, string>> = {
  companies: 'companies',
  users: 'users',
  account: 'users',
  'user-invites': 'invites',
  hardware: 'hardware',
  'hardware-types': 'hardware',
  'hardware-models': 'hardware',
  'hardware-manufacturers': 'hardware',
  sites: 'sites',
  licences: 'licences',
}

export const roomOf = (subject: Subject): string | undefined => rooms[subject]

/** The page of the row that an entry is about; undefined where it has none. */
export function objectPath({ subject, object_id }: Pick<AuditEntry, 'subject' | 'object_id'>): string | undefined {
  if (object_id === null) return undefined
  // Manufacturers are not among them: branding packages are written down as theirs, with ids of their own.
  if (
    subject === 'companies' ||
    subject === 'hardware' ||
    subject === 'hardware-models' ||
    subject === 'hardware-types' ||
    subject === 'sites' ||
    subject === 'licences'
  )
    return recordPath(subject, object_id)
  if (subject === 'users' || subject === 'account') return paths.users.details(object_id)
  return undefined
}

/** `Ada Lovelace <ada@acme.example>` as the audit log keeps it, taken apart. */
export function personOf(label: string): { name: string; email: string | undefined } {
  const found = /^(.*?)\s*<([^<>]+)>$/.exec(label)
  return found ? { name: found[1] || (found[2] as string), email: found[2] } : { name: label, email: undefined }
}

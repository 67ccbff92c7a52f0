import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { recordPath } from '../../paths.ts'

type Subject = AuditEntry['subject']

/** The feature whose texts name the fields of a subject's rows. */
const features: Partial<Record<Subject, string>> = {
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

export const featureOf = (subject: Subject): string | undefined => features[subject]

/** Not manufacturers: branding packages are recorded under that subject, with ids of their own. */
const withPage: readonly string[] = [
  'companies',
  'users',
  'hardware',
  'hardware-models',
  'hardware-types',
  'sites',
  'licences',
]

/** The page of the record that an entry is about; undefined where it has none. */
export function objectPath({ subject, object_id }: Pick<AuditEntry, 'subject' | 'object_id'>): string | undefined {
  const kind = subject === 'account' ? 'users' : subject
  return object_id !== null && withPage.includes(kind) ? recordPath(kind, object_id) : undefined
}

/** Name and address of `Ada Lovelace <ada@acme.example>`, as the audit log stores people. */
export function personOf(label: string): { name: string; email: string | undefined } {
  const found = /^(.*?)\s*<([^<>]+)>$/.exec(label)
  return found ? { name: found[1] || (found[2] as string), email: found[2] } : { name: label, email: undefined }
}

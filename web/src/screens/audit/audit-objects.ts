import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { paths, recordPath } from '../../paths.ts'

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
  tags: 'tags',
  'custom-fields': 'custom-fields',
  notes: 'tags',
  attachments: 'tags',
  alerts: 'alerts',
  rollouts: 'rollouts',
  'device-tools': 'device-tools',
  'device-console': 'device-tools',
  'routeros-packages': 'rollouts',
  'device-setups': 'device-setups',
  'notification-targets': 'notification-targets',
  'device-templates': 'device-templates',
  'maintenance-windows': 'maintenance-windows',
}

export const featureOf = (subject: Subject): string | undefined => features[subject]

/** The features whose texts name fields of the log. */
export const namedFeatures: readonly string[] = [...new Set(Object.values(features))]

/** Branding packages are logged under manufacturers, with ids of their own; an invitation has no page. */
const unlinked: readonly Subject[] = ['hardware-manufacturers', 'user-invites']

/** The page of the row that an entry is about; undefined where it has none. */
export function objectPath({ subject, object_id }: Pick<AuditEntry, 'subject' | 'object_id'>): string | undefined {
  if (object_id === null) return undefined
  if (subject === 'account') return paths.users.details(object_id)
  return featureOf(subject) === undefined || unlinked.includes(subject) ? undefined : recordPath(subject, object_id)
}

/** Name and address of `Ada Lovelace <ada@acme.example>`, as the audit log stores people. */
export function personOf(label: string): { name: string; email: string | undefined } {
  const found = /^(.*?)\s*<([^<>]+)>$/.exec(label)
  return found ? { name: found[1] || (found[2] as string), email: found[2] } : { name: label, email: undefined }
}

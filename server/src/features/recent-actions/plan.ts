import type { Subject } from '@trunkline/contract/abilities'
import { message, type Message } from '@trunkline/contract/errors'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import type { RecentVerb } from '@trunkline/contract/resources/recent-action'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { objectKinds } from '../../http/object-kinds.ts'
import { maxRecords, type Change, type Values } from './changes.ts'

/** Records whose changes can be undone, by subject. The kind is also the name of their calls: `site.update`. */
export const undoKinds = {
  companies: 'company',
  users: 'user',
  sites: 'site',
  hardware: 'hardware',
  'hardware-types': 'hardware-type',
  'hardware-manufacturers': 'hardware-manufacturer',
  'hardware-models': 'hardware-model',
  licences: 'licence',
  tariffs: 'tariff',
  nas: 'nas',
  services: 'service',
  'vpn-dialups': 'vpn-dialup',
  'subnet-categories': 'subnet-category',
  tags: 'tag',
  'custom-fields': 'custom-field',
  subnets: 'subnet',
  notes: 'note',
  'user-invites': 'invite',
  'notification-targets': 'notification-target',
  'device-templates': 'device-template',
  'maintenance-windows': 'maintenance-window',
} as const satisfies Partial<Record<Subject, ObjectKind>>

export type UndoSubject = keyof typeof undoKinds
export type UndoKind = (typeof undoKinds)[UndoSubject]

export const subjectOf = (kind: string): UndoSubject | undefined =>
  (Object.keys(undoKinds) as UndoSubject[]).find((subject) => undoKinds[subject] === kind)

/** A record as one request changed it. */
export interface Target {
  subject: UndoSubject
  kind: UndoKind
  id: number
  name: string
  /** What was done to it. A move is an update. */
  verb: Exclude<RecentVerb, 'move'>
  /** The changed columns, without secrets. */
  before: Values
  after: Values
  /** Secrets were changed too. */
  hasSecrets: boolean
  /** Its last entry in the audit log. */
  last: number
}

export interface Plan {
  /** In the order of the log. */
  targets: Target[]
  /** Why nothing can be undone; undefined: it can. */
  reason?: Message
}

/** What the audit log writes instead of a secret. */
const secret = '•••'

/** The columns of the tables, read once for each process: an entry with another column is about a part of the record. */
const known = new Map<string, ReadonlySet<string>>()

export async function readColumns(tx: Tx): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (known.size > 0) return known
  const tables = [...new Set(Object.values(undoKinds).map((kind) => objectKinds[kind].table as string))]
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relname = any (${tables}::text[])
    group by c.relname`.execute(tx)
  for (const { name, columns } of rows) known.set(name, new Set(columns))
  return known
}

/**
 * Whether an entry is about the record itself: commands of a device, the pools of a NAS and the addresses of a subnet are
 * logged under its id.
 */
export function isAboutRecord(change: Change, columns: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (change.object_id === null || !(change.subject in undoKinds)) return false
  // An address has columns of the same names; only the label of a subnet has a prefix length.
  if (change.subject === 'subnets' && change.object_label?.includes('/') !== true) return false
  const of = columns.get(objectKinds[undoKinds[change.subject as UndoSubject]].table)
  return [change.before, change.after].every((values) => Object.keys(values ?? {}).every((key) => of?.has(key)))
}

/** Commands of devices are logged under the id of the device, with their own columns. */
export const isCommand = ({ subject, after }: Change) =>
  subject === 'hardware' && after !== null && 'hardware_id' in after

/**
 * What an undo of a request changes. A request that trashes, restores or creates records is undone by the opposite call,
 * which also handles what belongs to them; only a request that merely updates records is undone column by column.
 */
export function planOf(changes: readonly Change[], columns: ReadonlyMap<string, ReadonlySet<string>>): Plan {
  const own = changes.filter((change) => isAboutRecord(change, columns))
  const first =
    (['destroy', 'recover', 'create'] as const)
      .map((verb) => own.find(({ action }) => action === verb))
      .find((change) => change !== undefined) ?? own.find(({ action }) => action === 'update' || action === 'move')
  if (first === undefined)
    return { targets: [], reason: message(changes.some(isCommand) ? 'undo.device' : 'undo.no_inverse') }
  const verb = verbOf(first)
  const byId = new Map<string, Target>()
  for (const change of own) {
    // A request creates records of several kinds, for example an import; the last one is then trashed first.
    if (verbOf(change) !== verb || (verb !== 'create' && change.subject !== first.subject)) continue
    const target = targetOf(change, verb)
    const key = `${target.kind} ${target.id}`
    const before = byId.get(key)
    byId.set(key, before === undefined ? target : merged(before, target))
  }
  const targets = [...byId.values()]
  const reason = obstacle(changes, own, targets)
  return reason === undefined ? { targets } : { targets, reason }
}

/** Why targets cannot be changed back. */
function obstacle(changes: readonly Change[], own: readonly Change[], targets: readonly Target[]): Message | undefined {
  const [{ verb, subject }] = targets as [Target, ...Target[]]
  if (targets.length > maxRecords) return message('undo.too_many', { max: maxRecords })
  if (verb !== 'update') {
    // Such an import would be undone in part.
    const isOther = (change: Change) =>
      !targets.some((target) => target.subject === change.subject && target.id === change.object_id)
    return own.some((change) => change.subject === subject && isOther(change)) ? message('undo.no_inverse') : undefined
  }
  if (targets.every(({ before, after, hasSecrets }) => hasSecrets && Object.keys({ ...before, ...after }).length === 0))
    return message('undo.secret')
  if (targets.some(({ kind, before }) => kind === 'user' && 'email' in before)) return message('undo.email')
  const parts = changes.filter((change) => !own.includes(change))
  if (parts.some(isCommand)) return message('undo.device')
  const whole = targets.find((target) =>
    parts.some((part) => part.subject === target.subject && part.object_id === target.id),
  )
  return whole === undefined ? undefined : message('undo.parts', { name: whole.name })
}

const verbOf = ({ action }: Change): Target['verb'] => (action === 'move' ? 'update' : (action as Target['verb']))

function targetOf(change: Change, verb: Target['verb']): Target {
  const secrets = new Set(
    [change.before, change.after].flatMap((values) =>
      Object.entries(values ?? {}).flatMap(([key, value]) => (value === secret ? [key] : [])),
    ),
  )
  const open = (values: Values | null): Values =>
    Object.fromEntries(Object.entries(values ?? {}).filter(([key]) => !secrets.has(key)))
  const subject = change.subject as UndoSubject
  return {
    subject,
    kind: undoKinds[subject],
    id: change.object_id as number,
    name: change.object_label ?? '',
    verb,
    before: open(change.before),
    after: open(change.after),
    hasSecrets: secrets.size > 0,
    last: change.id,
  }
}

/** Two changes of a record in one request: the first values before, and the last ones after. */
const merged = (first: Target, second: Target): Target => ({
  ...second,
  before: { ...second.before, ...first.before },
  after: { ...first.after, ...second.after },
  hasSecrets: first.hasSecrets || second.hasSecrets,
})

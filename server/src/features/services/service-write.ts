import type { Ipv4Method, ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { changesOf, insertRow, updateRow, type StoredRow } from '../../db/write-row.ts'
import type { RowWrite } from '../../http/standard-handlers.ts'
import { requestChange } from '../../sessions/change.ts'
import { seal } from '../../sessions/seal.ts'
import { addressesOf, previousAddresses, noAddresses, resolveTerminated, type Addresses } from './address-rules.ts'
import { releaseAll, settleAddresses, reallocate } from './service-addresses.ts'
import { identityColumns, identityOf, type Identity } from './service-identity.ts'
import { checkService, defaultIpv4Method, reasonOf, type StoredService } from './service-rules.ts'
import type { ServiceBody } from './service-body.ts'

/** The actor and the kind of services that are written. */
export interface ServiceWriter {
  actor: Actor
  kind: ServiceKind
  /** Installation key, which encrypts passwords. */
  key: Buffer
}

/** Facts from the database about a write. */
export interface ServiceFacts {
  company_id: number
  identity: Identity
  /** The identity columns, including the user name if the write changes it. */
  identified: StoredRow
  /** Default for a new service whose body names none. */
  ipv4_method: Ipv4Method | undefined
}

/** Reserves the id: address management stores the user of an allocation before the service row exists. */
async function nextId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('service', 'id')) as id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** Fields of a body that this write stores in another form: the requested address or prefix, the notation of an ID, labels. */
const requestOnly: ReadonlySet<string> = new Set([
  'password',
  'ip',
  'network',
  'network_prefix',
  'ipv6_network',
  'ipv6_prefix',
  'framed_ipv6',
  'framed_ipv6_prefix',
  'option82_format',
  'tags',
  'add_tags',
  'remove_tags',
  'custom_fields',
])

/** @throws AppError validation_failed at the field */
export async function validateService(
  tx: Tx,
  kind: ServiceKind,
  { body, actor, before: row }: RowWrite<ServiceBody>,
): Promise<ServiceFacts> {
  const before = row as StoredService | undefined
  const company_id = before?.company_id ?? body.company_id ?? actor.company_id
  const identity = identityOf(kind, body, before)
  await checkService(tx, kind, company_id, body, before)
  return {
    company_id,
    identity,
    identified: await identityColumns(tx, identity, body.username, before),
    ipv4_method:
      before === undefined && body.ipv4_method === undefined
        ? await defaultIpv4Method(tx, kind, company_id, body)
        : undefined,
  }
}

/** The body as columns, without those that address management fills. */
function columnsOf(key: Buffer, body: ServiceBody, { identified }: ServiceFacts): StoredRow {
  return {
    ...Object.fromEntries(Object.entries(body).filter(([field]) => !requestOnly.has(field))),
    ...(body.password !== undefined && { password: seal(key, body.password) }),
    ...identified,
  }
}

/**
 * Creates a service and allocates its addresses.
 * @param facts from `validateService`
 * @returns its id
 * @throws AppError validation_failed or conflict at the field of an address
 */
export async function createService(
  tx: Tx,
  { kind, key }: ServiceWriter,
  body: ServiceBody,
  facts: ServiceFacts,
): Promise<number> {
  const { company_id, identified, ipv4_method } = facts
  const status = body.status ?? 'active'
  const id = await nextId(tx)
  const requested = ipv4_method === undefined ? body : { ...body, ipv4_method }
  const owner = { kind, id, username: String(identified['username']), company_id }
  const addresses = await settleAddresses(tx, owner, requested, noAddresses)
  return insertRow(tx, 'service', {
    ...columnsOf(key, body, facts),
    id,
    kind,
    company_id,
    status,
    ...addresses,
  })
}

/**
 * Changes a service: allocates and releases addresses, writes the row, and enqueues CoA requests for running sessions
 * that depend on changed fields.
 * @param before the row, locked
 * @param facts from `validateService`
 * @returns whether the row changed
 * @throws AppError validation_failed or conflict at the field of an address
 */
export async function changeService(
  tx: Tx,
  { kind, actor, key }: ServiceWriter,
  body: ServiceBody,
  before: StoredService,
  facts: ServiceFacts,
): Promise<boolean> {
  const addresses = await changeAddresses(tx, kind, body, before, facts)
  const changes = changesOf(before as unknown as StoredRow, { ...columnsOf(key, body, facts), ...addresses })
  if (changes.length === 0) return false
  await updateRow(tx, 'service', before.id, Object.fromEntries(changes))
  const reason = reasonOf(body, before, { ...before, ...addresses, ...facts.identity })
  if (reason !== undefined) await requestChange(tx, before.id, reason, actor.label)
  return true
}

/** Releases the addresses of a terminated service; allocates those of a resumed one. @returns the address columns */
async function changeAddresses(
  tx: Tx,
  kind: ServiceKind,
  body: ServiceBody,
  before: StoredService,
  { company_id, identified }: ServiceFacts,
): Promise<Partial<Addresses>> {
  const { id } = before
  const held = addressesOf(before)
  const wasTerminated = before.status === 'terminated'
  if ((body.status ?? before.status) === 'terminated') {
    if (!wasTerminated) await releaseAll(tx, { kind, id })
    return resolveTerminated(tx, company_id, body, held)
  }
  // The previous addresses are allocated again, unless the same change requests others.
  const from = wasTerminated ? previousAddresses(held, body) : held
  if (wasTerminated) await reallocate(tx, from)
  const username = String(identified['username'] ?? before.username)
  return settleAddresses(tx, { kind, id, username, company_id }, body, from)
}

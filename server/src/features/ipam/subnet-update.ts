import type { Body } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import { bitsOf, contains, formatAddress, formatPrefix, lastOf, parseAddress } from '@trunkline/contract/net'
import type { LabelBody } from '@trunkline/contract/labels'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, conflict, invalid } from '../../errors.ts'
import { saveLabels, withoutLabels } from '../../http/labels/write.ts'
import { checkProtectedFields, protectedFieldsOf } from '../../http/protected-fields.ts'
import { loadRow } from '../../http/standard-handlers.ts'
import { assignAddress, release } from './assign.ts'
import { changeSubnet } from './change.ts'
import { callEngine } from './errors.ts'
import { storedPrefix } from './stored-net.ts'
import { resizeSubnet } from './plan.ts'
import { readSubnet } from './subnet-show.ts'
import { checkCategories } from './subnet-store.ts'

type UpdateBody = Body<typeof subnets.update>
type StoredSubnet = Record<string, unknown>

const source = { table: 'subnet', owner: 'company_id' }
const protectedFields = protectedFieldsOf(subnets.update)

/**
 * Changes a node: its descriptive fields, its type while it is empty, its owner (delegation), its prefix (resize).
 * @throws AppError not_found, forbidden, stale_version with the current record, conflict, validation_failed
 */
export async function updateSubnet(tx: Tx, actor: Actor, id: number, body: UpdateBody): Promise<Subnet> {
  const { version, net, company_id, exclusive, state, type, hosts, ...described } = withoutLabels(body)
  const before = await loadRow(tx, actor, source, subnets.update.access, id)
  if (before['deleted_at'] !== null) throw conflict('row.trashed')
  checkProtectedFields(actor, subnets.update, protectedFields, body, Number(before['company_id']))
  // A resize locks the parent first, the lock order of all changes of the tree.
  if (net === undefined) await sql`select from subnet where id = ${id} for no key update`.execute(tx)
  const present = await tx.selectFrom('subnet').select('version').where('id', '=', id).executeTakeFirst()
  if (version !== undefined && version !== present?.version)
    throw new AppError('stale_version', { details: { current: await readSubnet(tx, actor, id) } })
  // An ancestor company may take an exclusive node back, and change nothing else.
  const shrinks =
    company_id !== undefined && Object.keys(body).every((key) => ['company_id', 'exclusive', 'version'].includes(key))
  if (!shrinks) await callEngine(tx, sql`select ip_check_open(s, null) from subnet s where s.id = ${id}`)
  if (net !== undefined && net !== before['net']) await resizeSubnet(tx, id, net)
  if (type !== undefined || hosts !== undefined)
    await callEngine(tx, sql`select ip_retype(${id}, ${type ?? (before['type'] as string)}, ${hosts ?? null})`)
  if (company_id !== undefined || exclusive !== undefined || state !== undefined)
    await changeSubnet(tx, id, { company_id, exclusive, state })
  await describe(tx, id, described)
  await saveLabels(tx, 'subnet', id, body)
  await checkCategories(tx, [id])
  return readSubnet(tx, actor, id)
}

/** Writes the descriptive fields. @throws AppError validation_failed at `assign_len` or `gateway` */
async function describe(
  tx: Tx,
  id: number,
  fields: Omit<
    UpdateBody,
    'version' | 'net' | 'company_id' | 'exclusive' | 'state' | 'type' | 'hosts' | keyof LabelBody
  >,
): Promise<void> {
  const values = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (values.length === 0) return
  const row = await tx
    .selectFrom('subnet')
    .select(['net', 'type', 'hosts', 'gateway', 'edges_cut'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const net = storedPrefix(row.net)
  const bits = bitsOf(net.family)
  const { assign_len, gateway } = fields
  if (assign_len !== undefined && row.hosts && assign_len !== bits)
    throw invalid({ assign_len: message('subnet.unit_fixed', { length: bits }) })
  if (assign_len !== undefined && (assign_len < net.length || assign_len > bits))
    throw invalid({ assign_len: message('ip.length', { min: net.length, max: bits }) })
  if (gateway !== undefined && gateway !== row.gateway) {
    if (gateway !== null) checkGateway(net, row.type, gateway)
    if (row.hosts && row.edges_cut) await moveGateway(tx, id, gateway)
  }
  await sql`update subnet set ${sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} where id = ${id}`.execute(
    tx,
  )
}

function checkGateway(net: ReturnType<typeof storedPrefix>, type: string, gateway: string): void {
  const address = parseAddress(gateway)
  const edges = type === 'network' && net.length <= bitsOf(net.family) - 2
  const isEdge = edges && (address.value === net.value || (net.family === 4 && address.value === lastOf(net).value))
  if (!contains(net, address) || isEdge)
    throw invalid({ gateway: message('gateway.unusable', { gateway: formatAddress(address), net: formatPrefix(net) }) })
}

/** The gateway of a network is stored as a reserved address, so that it is never allocated. */
async function moveGateway(tx: Tx, id: number, gateway: string | null): Promise<void> {
  const { rows: old } = await sql<{ id: number }>`
    select id from address where subnet_id = ${id} and holds and is_gateway and state = 'reserved' and used_by_id is null`.execute(
    tx,
  )
  for (const row of old) await release(tx, { address_id: row.id }, { now: true })
  if (gateway === null) return
  try {
    await assignAddress(tx, {
      subnet_id: id,
      ip: formatAddress(parseAddress(gateway)),
      state: 'reserved',
      is_gateway: true,
    })
  } catch (error) {
    if (error instanceof AppError && error.fields?.['ip'] !== undefined)
      throw new AppError(error.code, { fields: { gateway: error.fields['ip'] }, details: error.details, cause: error })
    throw error
  }
}

/** The node's row, after the permission check of `access`. @throws AppError not_found, forbidden */
export const loadSubnet = (
  tx: Tx,
  actor: Actor,
  id: number,
  access: (typeof subnets)[keyof typeof subnets]['access'],
): Promise<StoredSubnet> => loadRow(tx, actor, source, access, id)

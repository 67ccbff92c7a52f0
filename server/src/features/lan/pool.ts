import { message } from '@trunkline/contract/errors'
import type { Body, Query } from '@trunkline/contract/endpoint'
import { formatAddress, tryAddress } from '@trunkline/contract/net'
import type { control } from '@trunkline/contract/resources/control'
import type { DhcpNetwork, DhcpServer, LanPool } from '@trunkline/contract/resources/control-shapes'
import { ownNetworks, withExpected } from './address.ts'
import { isInNetworks, readAddress, type AddressErrors } from './addresses.ts'
import { conflict } from '../../errors.ts'
import { throwErrors, type Draft, type DraftContext } from './draft.ts'
import { expectedOf, newValuesOf, plain, valuesOf, wordFor, type Properties } from './properties.ts'
import { checkAllSeen } from './seen.ts'

const menu = 'ip/pool'
const properties: Properties = {
  name: plain('name'),
  ranges: plain('ranges'),
  next_pool: wordFor('next-pool', 'none'),
  comment: plain('comment'),
}

/** Maximum number of addresses of a pool: a /16. */
const maxAddresses = 65_536n

type Fields = Omit<Body<typeof control.setPool>, 'id' | 'seen'>

interface Checked {
  body: Fields & { ranges?: string }
  /** First and last address, if the range is written. */
  range: { start: bigint; end: bigint } | undefined
}

function check(sent: Fields, before: LanPool | undefined, others: readonly LanPool[]): Checked {
  const errors: AddressErrors = {}
  const { address_start, address_end, ...body } = sent
  let range: Checked['range']
  if (address_start !== undefined || address_end !== undefined) {
    const from = address_start ?? before?.address_start ?? undefined
    const until = address_end ?? before?.address_end ?? undefined
    if (from === undefined) errors['address_start'] = message('field.required')
    if (until === undefined) errors['address_end'] = message('field.required')
    const start = from === undefined ? undefined : readAddress(errors, 'address_start', from)
    const end = until === undefined ? undefined : readAddress(errors, 'address_end', until)
    if (start !== undefined && end !== undefined) {
      if (end < start) errors['address_end'] = message('lan.range_order')
      else if (end - start >= maxAddresses)
        errors['address_end'] = message('lan.range_too_large', { max: Number(maxAddresses) })
      else range = { start, end }
    }
  }
  if (body.name !== undefined && others.some(({ name }) => name === body.name))
    errors['name'] = message('lan.name_taken')
  const name = body.name ?? before?.name
  if (body.next_pool != null && body.next_pool !== '' && body.next_pool === name)
    errors['next_pool'] = message('lan.pool_next_itself')
  throwErrors(errors)
  return { body: { ...body, ...(range !== undefined && { ranges: text(range) }) }, range }
}

/** A range as RouterOS writes it: a single address without a dash. */
const rangeText = (start: string, end: string) => (start === end ? start : `${start}-${end}`)
const text = ({ start, end }: { start: bigint; end: bigint }) =>
  rangeText(formatAddress({ family: 4, value: start }), formatAddress({ family: 4, value: end }))

/** Label and notes. A range outside all networks is a warning, not an error: a relay may serve it. */
async function describe(
  context: DraftContext,
  name: string,
  range: Checked['range'],
): Promise<Pick<Draft, 'label' | 'notes'>> {
  if (range === undefined) return { label: name }
  const networks = [
    ...(await ownNetworks(context)),
    ...((await context.last<DhcpNetwork>('ip/dhcp-server/network')) ?? []).map(({ address }) => address),
  ]
  const outside = networks.length > 0 && !(isInNetworks(range.start, networks) && isInNetworks(range.end, networks))
  return { label: `${name}, ${text(range)}`, notes: outside ? [message('command_note.outside_networks')] : [] }
}

export async function addPool(context: DraftContext, sent: Body<typeof control.addPool>): Promise<Draft> {
  const { body, range } = check(sent, undefined, (await context.last<LanPool>(menu)) ?? [])
  return {
    verb: 'add',
    ...(await describe(context, sent.name, range)),
    change: {
      steps: [{ menu, verb: 'add', values: newValuesOf(properties, body), identifies: { name: sent.name } }],
      reads: [menu],
    },
  }
}

/**
 * The row as the caller saw it, with the range as RouterOS writes it. RouterOS has both ends in one property: a change of
 * one end writes the other one from the last reading, which the device must still have.
 */
function seenWithRanges(
  seen: Record<string, unknown> | undefined,
  sent: Fields,
  before: LanPool | undefined,
): Record<string, unknown> | undefined {
  const writesOne = (sent.address_start === undefined) !== (sent.address_end === undefined)
  const { address_start: start, address_end: end } = { ...(writesOne && before), ...seen }
  return typeof start === 'string' && typeof end === 'string' && tryAddress(start) !== undefined
    ? { ...seen, ranges: rangeText(start, end) }
    : seen && { ...seen, ranges: undefined }
}

export async function setPool(
  context: DraftContext,
  { id, seen, ...sent }: Body<typeof control.setPool>,
): Promise<Draft> {
  const rows = (await context.last<LanPool>(menu)) ?? []
  const before = rows.find((row) => row.id === id)
  if (before !== undefined && before.ranges.length > 1) throw conflict('lan.pool_several_ranges', { name: before.name })
  checkAllSeen(sent, seen, before)
  const { body, range } = check(
    sent,
    before,
    rows.filter((row) => row.id !== id),
  )
  return {
    verb: 'set',
    ...(await describe(context, body.name ?? before?.name ?? id, range)),
    change: {
      steps: [
        {
          menu,
          verb: 'set',
          id,
          values: valuesOf(properties, body),
          ...withExpected(expectedOf(properties, seenWithRanges(seen, sent, before))),
        },
      ],
      reads: [menu],
    },
  }
}

export async function removePool(context: DraftContext, { id }: Query<typeof control.removePool>): Promise<Draft> {
  const rows = (await context.last<LanPool>(menu)) ?? []
  const before = rows.find((row) => row.id === id)
  if (before !== undefined) {
    const server = (await context.last<DhcpServer>('ip/dhcp-server'))?.find((row) => row.address_pool === before.name)
    if (server !== undefined) throw conflict('lan.pool_used_by_server', { server: server.name })
    const other = rows.find((row) => row.next_pool === before.name)
    if (other !== undefined) throw conflict('lan.pool_used_by_pool', { pool: other.name })
  }
  return {
    verb: 'remove',
    label: before?.name ?? id,
    change: {
      steps: [{ menu, verb: 'remove', id, ...withExpected(before && { name: before.name }) }],
      reads: [menu],
    },
  }
}

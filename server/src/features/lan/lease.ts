import { message } from '@trunkline/contract/errors'
import type { Body, Query } from '@trunkline/contract/endpoint'
import { tryAddress } from '@trunkline/contract/net'
import type { control } from '@trunkline/contract/resources/control'
import type { DhcpLease, DhcpNetwork } from '@trunkline/contract/resources/control-shapes'
import type { Step } from '../../devices/devices.ts'
import { parseMac } from '../hardware/mac.ts'
import { withExpected } from './address.ts'
import { isInNetworks, readAddress, unusable, type AddressErrors } from './addresses.ts'
import { conflict } from '../../errors.ts'
import { throwErrors, type Draft, type DraftContext } from './draft.ts'
import { duration, expectedOf, flag, newValuesOf, plain, valuesOf, wordFor, type Properties } from './properties.ts'

const menu = 'ip/dhcp-server/lease'
const properties: Properties = {
  address: plain('address'),
  mac: plain('mac-address'),
  server: wordFor('server', 'all'),
  lease_time_seconds: duration('lease-time'),
  rate_limit: plain('rate-limit'),
  blocked: flag('block-access'),
  disabled: flag('disabled'),
  comment: plain('comment'),
}

type Fields = Omit<Body<typeof control.setLease>, 'id' | 'seen'>

/** Whether two leases are served on the same link: the same server, or one of them applies to all servers. */
const sameServer = (a: string | null | undefined, b: string | null | undefined) =>
  a == null || a === '' || a === 'all' || b == null || b === 'all' || a === b

function check(sent: Fields, before: DhcpLease | undefined, others: readonly DhcpLease[]): Fields {
  const errors: AddressErrors = {}
  const body = { ...sent }
  if (sent.address !== undefined) {
    const value = readAddress(errors, 'address', sent.address)
    const error = value === undefined ? undefined : unusable(value)
    if (error !== undefined) errors['address'] = error
  }
  if (sent.mac !== undefined) {
    const read = parseMac(sent.mac)
    if ('error' in read) errors['mac'] = read.error
    else body.mac = read.mac.toUpperCase()
  }
  const server = body.server === undefined ? before?.server : body.server
  // RouterOS replaces a dynamic lease with the static one.
  const stored = others.filter((row) => !row.dynamic && sameServer(server, row.server))
  const existing = stored.find((row) => body.address !== undefined && row.address === body.address)
  if (existing !== undefined && errors['address'] === undefined) {
    const by = existing.comment ?? existing.mac
    errors['address'] = by === null ? message('lan.address_reserved') : message('lan.address_reserved_for', { by })
  }
  const twin = stored.find((row) => body.mac !== undefined && row.mac?.toUpperCase() === body.mac)
  if (twin !== undefined && errors['mac'] === undefined)
    errors['mac'] =
      twin.address === null ? message('lan.mac_reserved') : message('lan.mac_reserved_at', { address: twin.address })
  throwErrors(errors)
  return body
}

/** Label of the lease, with a warning if the address is outside all networks: it may still be right behind a relay. */
async function describe(
  context: DraftContext,
  { address, mac }: { address?: string | null | undefined; mac?: string | null | undefined },
): Promise<Pick<Draft, 'label' | 'notes'>> {
  const networks = ((await context.last<DhcpNetwork>('ip/dhcp-server/network')) ?? []).map((row) => row.address)
  const read = address == null ? undefined : tryAddress(address)
  const outside = read !== undefined && networks.length > 0 && !isInNetworks(read.value, networks)
  return {
    label: [address, mac].filter((part) => part != null).join(', '),
    notes: outside ? [message('command_note.outside_dhcp_networks')] : [],
  }
}

export async function addLease(context: DraftContext, sent: Body<typeof control.addLease>): Promise<Draft> {
  const body = check(sent, undefined, (await context.last<DhcpLease>(menu)) ?? [])
  const values = newValuesOf(properties, body)
  return {
    verb: 'add',
    ...(await describe(context, body)),
    change: {
      steps: [
        {
          menu,
          verb: 'add',
          values,
          identifies: { address: body.address as string, 'mac-address': body.mac as string, dynamic: false },
        },
      ],
      reads: [menu],
    },
  }
}

/** Makes a dynamic lease static (`make-static`). The row remains, without its dynamic flag. */
const reserve = (id: string, before: DhcpLease | undefined): Step => ({
  menu,
  verb: 'run',
  command: 'make-static',
  id,
  ...(before?.mac != null &&
    before.address !== null && {
      identifies: { address: before.address, 'mac-address': before.mac, dynamic: false },
    }),
})

export async function setLease(
  context: DraftContext,
  { id, seen, ...sent }: Body<typeof control.setLease>,
): Promise<Draft> {
  const rows = (await context.last<DhcpLease>(menu)) ?? []
  const before = rows.find((row) => row.id === id)
  const body = check(
    sent,
    before,
    rows.filter((row) => row.id !== id),
  )
  const own = before?.dynamic === true || seen?.['dynamic'] === true
  const set: Step = {
    menu,
    verb: 'set',
    id,
    values: valuesOf(properties, body),
    ...withExpected(expectedOf(properties, seen)),
  }
  return {
    verb: 'set',
    ...(await describe(context, { address: body.address ?? before?.address, mac: body.mac ?? before?.mac })),
    change: { steps: own ? [reserve(id, before), set] : [set], reads: [menu] },
  }
}

export async function reserveLease(
  context: DraftContext,
  { id, comment }: Body<typeof control.reserveLease>,
): Promise<Draft> {
  const before = (await context.last<DhcpLease>(menu))?.find((row) => row.id === id)
  if (before?.dynamic === false) throw conflict('lan.already_reserved')
  return {
    verb: 'make-static',
    ...(before === undefined ? { label: id } : await describe(context, before)),
    change: {
      steps: [
        reserve(id, before),
        ...(comment == null || comment === '' ? [] : [{ menu, verb: 'set' as const, id, values: { comment } }]),
      ],
      reads: [menu],
    },
  }
}

export async function removeLease(context: DraftContext, { id }: Query<typeof control.removeLease>): Promise<Draft> {
  const before = (await context.last<DhcpLease>(menu))?.find((row) => row.id === id)
  return {
    verb: 'remove',
    ...(before === undefined ? { label: id } : await describe(context, before)),
    change: {
      steps: [
        {
          menu,
          verb: 'remove',
          id,
          ...withExpected(before?.mac == null ? undefined : { 'mac-address': before.mac }),
        },
      ],
      reads: [menu],
    },
  }
}

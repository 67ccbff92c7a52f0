import { message } from '@trunkline/contract/errors'
import type { Body, Query } from '@trunkline/contract/endpoint'
import type { control } from '@trunkline/contract/resources/control'
import type { LanAddress } from '@trunkline/contract/resources/control-shapes'
import { networkText, readInterfaceAddress, type AddressErrors } from './addresses.ts'
import { managementAddresses } from './device.ts'
import { conflict } from '../../errors.ts'
import { throwErrors, checkOwn, type Draft, type DraftContext } from './draft.ts'
import { expectedOf, flag, newValuesOf, plain, valuesOf, type Properties } from './properties.ts'

const menu = 'ip/address'
const properties: Properties = {
  address: plain('address'),
  interface: plain('interface'),
  disabled: flag('disabled'),
  comment: plain('comment'),
}

const hostOf = (address: string) => address.split('/')[0]

/** Marks the rows by which the panel comes in. */
export const markManagement = (rows: readonly LanAddress[], addresses: readonly string[]): LanAddress[] =>
  rows.map((row) => ({ ...row, is_management: addresses.includes(hostOf(row.address) as string) }))

interface WayIn {
  rows: LanAddress[]
  /** Interfaces of the rows by which the panel comes in. */
  interfaces: string[]
  /** No row of the last reading holds the address: a name, a translated address or a tunnel, and so any row may carry it. */
  unknown: boolean
}

async function wayIn(context: DraftContext): Promise<WayIn> {
  const rows = markManagement(
    (await context.last<LanAddress>(menu)) ?? [],
    await managementAddresses(context.tx, context.device),
  )
  const own = rows.filter(({ is_management }) => is_management)
  return {
    rows,
    interfaces: own.flatMap((row) => [row.interface, ...(row.actual_interface === null ? [] : [row.actual_interface])]),
    // A tunnel's end is a row that the router makes by itself; what carries the tunnel is another one.
    unknown: !own.some(({ dynamic }) => !dynamic),
  }
}

const guardedOn = (way: WayIn, names: readonly (string | null | undefined)[]) =>
  way.unknown || names.some((name) => name != null && way.interfaces.includes(name))

function checkAddress(of: { address?: string; interface?: string }, others: readonly LanAddress[]): string | undefined {
  const errors: AddressErrors = {}
  const address = of.address === undefined ? undefined : readInterfaceAddress(errors, 'address', of.address)
  if (address !== undefined) {
    // RouterOS: "failure: already have such address".
    const same = others.find((row) => row.address === address && row.interface === of.interface)
    if (same !== undefined) errors['address'] = message('lan.address_taken', { interface: same.interface })
  }
  throwErrors(errors)
  return address
}

const label = (of: { address?: string | undefined; interface?: string | undefined }) =>
  [of.address, of.interface].filter(Boolean).join(' on ')

export async function addAddress(context: DraftContext, body: Body<typeof control.addAddress>): Promise<Draft> {
  const way = await wayIn(context)
  const address = checkAddress(body, way.rows) as string
  const values = newValuesOf(properties, { ...body, address })
  return {
    verb: 'add',
    label: label({ address, interface: body.interface }),
    guarded: guardedOn(way, [body.interface]),
    change: {
      steps: [{ menu, verb: 'add', values, identifies: { address, interface: body.interface } }],
      reads: [menu],
    },
  }
}

export async function setAddress(
  context: DraftContext,
  { id, seen, ...body }: Body<typeof control.setAddress>,
): Promise<Draft> {
  const way = await wayIn(context)
  const before = way.rows.find((row) => row.id === id)
  checkOwn(before)
  const target = { address: body.address ?? before?.address, interface: body.interface ?? before?.interface }
  const address = checkAddress(
    { interface: target.interface as string, ...(body.address !== undefined && { address: body.address }) },
    way.rows.filter((row) => row.id !== id),
  )
  if (before?.is_management === true && body.disabled === true)
    throw conflict('lan.management_address', { address: before.address })
  return {
    verb: 'set',
    label: label(target),
    guarded: guardedOn(way, [before?.interface, before?.actual_interface, body.interface]) || before === undefined,
    change: {
      steps: [
        {
          menu,
          verb: 'set',
          id,
          values: valuesOf(properties, { ...body, ...(address !== undefined && { address }) }),
          ...withExpected(expectedOf(properties, seen)),
        },
      ],
      reads: [menu],
    },
  }
}

export async function removeAddress(
  context: DraftContext,
  { id }: Query<typeof control.removeAddress>,
): Promise<Draft> {
  const way = await wayIn(context)
  const before = way.rows.find((row) => row.id === id)
  checkOwn(before)
  if (before?.is_management === true) throw conflict('lan.management_address', { address: before.address })
  return {
    verb: 'remove',
    label: before === undefined ? id : label(before),
    guarded: guardedOn(way, [before?.interface, before?.actual_interface]) || before === undefined,
    change: {
      steps: [
        {
          menu,
          verb: 'remove',
          id,
          // What was called by its name is what is removed.
          ...withExpected(before && { address: before.address, interface: before.interface }),
        },
      ],
      reads: [menu],
    },
  }
}

/** Networks of the device's own addresses, as far as they were read. */
export const ownNetworks = async (context: DraftContext): Promise<string[]> =>
  ((await context.last<LanAddress>(menu)) ?? []).flatMap(({ address }) => networkText(address) ?? [])

/** A step without `expected` compares nothing. */
export const withExpected = (expected: Record<string, string> | undefined) =>
  expected === undefined ? {} : { expected }

import { message } from '@trunkline/contract/errors'
import type { Body, Query } from '@trunkline/contract/endpoint'
import type { control } from '@trunkline/contract/resources/control'
import type { LanAddress } from '@trunkline/contract/resources/control-shapes'
import { networkText, readInterfaceAddress, type AddressErrors } from './addresses.ts'
import { managementAddresses } from './device.ts'
import { conflict } from '../../errors.ts'
import { throwErrors, checkNotDynamic, type Draft, type DraftContext } from './draft.ts'
import { expectedOf, flag, newValuesOf, plain, valuesOf, type Properties } from './properties.ts'

const menu = 'ip/address'
const properties: Properties = {
  address: plain('address'),
  interface: plain('interface'),
  disabled: flag('disabled'),
  comment: plain('comment'),
}

const hostOf = (address: string) => address.split('/')[0]

/** Marks the rows that hold a management address of the panel. */
export const markManagement = (rows: readonly LanAddress[], addresses: readonly string[]): LanAddress[] =>
  rows.map((row) => ({ ...row, is_management: addresses.includes(hostOf(row.address) as string) }))

interface ManagementAccess {
  rows: LanAddress[]
  /** Interfaces of the management addresses. */
  interfaces: string[]
  /**
   * No row of the last reading holds the address (a host name, NAT or a tunnel), so any row may be the management
   * address.
   */
  unknown: boolean
}

async function readManagement(context: DraftContext): Promise<ManagementAccess> {
  const rows = markManagement(
    (await context.last<LanAddress>(menu)) ?? [],
    await managementAddresses(context.tx, context.device),
  )
  const own = rows.filter(({ is_management }) => is_management)
  return {
    rows,
    interfaces: own.flatMap((row) => [row.interface, ...(row.actual_interface === null ? [] : [row.actual_interface])]),
    // The address of a tunnel is a dynamic row; the underlay address of the tunnel is unknown.
    unknown: !own.some(({ dynamic }) => !dynamic),
  }
}

const guardedOn = (management: ManagementAccess, names: readonly (string | null | undefined)[]) =>
  management.unknown || names.some((name) => name != null && management.interfaces.includes(name))

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
  [of.address, of.interface].filter(Boolean).join(', ')

export async function addAddress(context: DraftContext, body: Body<typeof control.addAddress>): Promise<Draft> {
  const management = await readManagement(context)
  const address = checkAddress(body, management.rows) as string
  const values = newValuesOf(properties, { ...body, address })
  return {
    verb: 'add',
    label: label({ address, interface: body.interface }),
    guarded: guardedOn(management, [body.interface]),
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
  const management = await readManagement(context)
  const before = management.rows.find((row) => row.id === id)
  checkNotDynamic(before)
  const target = { address: body.address ?? before?.address, interface: body.interface ?? before?.interface }
  const address = checkAddress(
    { interface: target.interface as string, ...(body.address !== undefined && { address: body.address }) },
    management.rows.filter((row) => row.id !== id),
  )
  if (before?.is_management === true && body.disabled === true)
    throw conflict('lan.management_address', { address: before.address })
  return {
    verb: 'set',
    label: label(target),
    guarded:
      guardedOn(management, [before?.interface, before?.actual_interface, body.interface]) || before === undefined,
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
  const management = await readManagement(context)
  const before = management.rows.find((row) => row.id === id)
  checkNotDynamic(before)
  if (before?.is_management === true) throw conflict('lan.management_address', { address: before.address })
  return {
    verb: 'remove',
    label: before === undefined ? id : label(before),
    guarded: guardedOn(management, [before?.interface, before?.actual_interface]) || before === undefined,
    change: {
      steps: [
        {
          menu,
          verb: 'remove',
          id,
          // The removed row must still be the one that the label names.
          ...withExpected(before && { address: before.address, interface: before.interface }),
        },
      ],
      reads: [menu],
    },
  }
}

/** Connected networks of the device, from its last reading. */
export const ownNetworks = async (context: DraftContext): Promise<string[]> =>
  ((await context.last<LanAddress>(menu)) ?? []).flatMap(({ address }) => networkText(address) ?? [])

/** Adds `expected`; a step without it compares nothing. */
export const withExpected = (expected: Record<string, string> | undefined) =>
  expected === undefined ? {} : { expected }

import { randomBytes } from 'node:crypto'
import type { Session, Values } from '../../session.ts'
import type { CheckContext } from '../context.ts'

/** A firewall list that no rule refers to: its rows have no effect. Addresses are of TEST-NET-1 (RFC 5737). */
export const addressList = 'ip/firewall/address-list'
/** Rules in a chain to which no rule jumps are never evaluated. */
export const filter = 'ip/firewall/filter'

/** Adds a row to the list of this run. @returns its id */
export const addAddress = (context: CheckContext, host: number, values: Values = {}): Promise<string> =>
  context.add(addressList, { list: context.prefix, address: `192.0.2.${host}`, ...values })

/** Adds a disabled rule to the chain of this run. @returns its id */
export const addRule = (context: CheckContext, values: Values): Promise<string> =>
  context.add(filter, { chain: context.prefix, action: 'passthrough', disabled: true, ...values })

/** Comments of the rules of this run, in the router's order. */
export async function orderOfRules(context: CheckContext): Promise<string> {
  const rows = await context.session.print(filter, { proplist: ['chain', 'comment'] })
  return rows
    .filter((row) => row.chain === context.prefix)
    .map((row) => row.comment ?? '')
    .join('')
}

/** Addresses of the list of this run that match further conditions. */
export async function addressesWhere(
  context: CheckContext,
  where: Record<string, string | boolean | null>,
): Promise<string> {
  const rows = await context.session.print(addressList, {
    proplist: ['address'],
    where: { list: context.prefix, ...where },
  })
  return rows
    .map((row) => row.address ?? '')
    .sort()
    .join(' ')
}

/**
 * Adds a group with these policies and a user of it with a random password, and opens a session as this user.
 * Both have the name of this run.
 */
export async function openAsOwnUser(context: CheckContext, policy: string): Promise<Session> {
  const { prefix } = context
  const password = randomBytes(18).toString('base64url')
  await context.add('user/group', { name: prefix, policy })
  await context.add('user', { name: prefix, group: prefix, password })
  return context.open({ user: prefix, password })
}

import { message, type Message } from '@trunkline/contract/errors'
import type { RolloutFacts } from '@trunkline/contract/resources/rollout'
import { RouterError, type Session, type Where } from '@trunkline/routeros'
import { optional, readResource } from '../readings/identity.ts'

/** Number of rows of a menu; null if the device does not have it or the login may not read it. */
async function count(session: Session, menu: string, where?: Where): Promise<number | null> {
  try {
    return (await session.print(menu, { proplist: ['.id'], ...(where !== undefined && { where }) })).length
  } catch (error) {
    if (error instanceof RouterError && error.kind === 'refused') return null
    throw error
  }
}

/** Reads what is compared before and after an upgrade. @throws RouterError */
export async function readFacts(session: Session): Promise<RolloutFacts> {
  const { routeros_version } = await readResource(session)
  const [board] = await optional(session.print('system/routerboard'))
  const interfaces = await session.print('interface', { proplist: ['name', 'running', 'dynamic'] })
  return {
    version: routeros_version,
    firmware: board?.['current-firmware'] ?? null,
    // Dynamic interfaces belong to sessions.
    interfaces: interfaces
      .filter((row) => row['running'] === 'true' && row['dynamic'] !== 'true')
      .map((row) => row['name'] ?? ''),
    sessions: await count(session, 'ppp/active'),
    clients: await count(session, 'ip/dhcp-server/lease', { status: 'bound' }),
  }
}

/** Interfaces that ran before and do not run now. */
export const interfacesDown = (before: RolloutFacts, after: RolloutFacts): string[] =>
  before.interfaces.filter((name) => !after.interfaces.includes(name))

/** The differences that a user should know, besides the versions. */
export function compareFacts(
  before: RolloutFacts,
  after: RolloutFacts,
  configuration: { added: number; removed: number },
): Message[] {
  const down = interfacesDown(before, after)
  return [
    ...(down.length > 0 ? [message('rollout.interfaces_down', { interfaces: down.slice(0, 20).join(', ') })] : []),
    ...fewer('rollout.sessions_fewer', before.sessions, after.sessions),
    ...fewer('rollout.clients_fewer', before.clients, after.clients),
    ...(configuration.added + configuration.removed > 0
      ? [message('rollout.configuration_changed', configuration)]
      : []),
  ]
}

const fewer = (
  reason: 'rollout.sessions_fewer' | 'rollout.clients_fewer',
  before: number | null,
  after: number | null,
): Message[] => (before !== null && after !== null && after < before ? [message(reason, { before, after })] : [])

import { message } from '@trunkline/contract/errors'
import type { Session } from '@trunkline/routeros'
import { flagOf } from '../readings/values.ts'
import type { CommandOutcome, Run } from '../run.ts'
import { converge, type DeviceComparison } from './converge.ts'
import { isController } from './stacks.ts'
import type { WifiInput } from './shapes.ts'

/** Enables or disables a controller. */
export async function runController(run: Run, { stack, enabled, seen_enabled }: WifiInput): Promise<CommandOutcome> {
  if (!isController(stack) || enabled === undefined)
    return { state: 'refused', message: message('wifi.no_controller', { name: run.settings.name }) }
  const menu = stack === 'caps-man' ? 'caps-man/manager' : 'interface/wifi/capsman'
  // A write of an earlier worker of this command is not a concurrent change.
  let looked = run.sentAt !== undefined
  return converge(run, {
    async look(session: Session): Promise<DeviceComparison> {
      const row = (await session.print(menu, { proplist: ['enabled'] }))[0]
      const is = flagOf(row?.['enabled'])
      if (!looked && seen_enabled !== undefined && is !== seen_enabled)
        return {
          problem: message('command.changed_meanwhile', { notes: [message('wifi.controller_state', { enabled: is })] }),
          concurrently: [{ field: 'is_enabled', seen: seen_enabled, now: is }],
          writes: [],
          left: [],
          notes: [],
        }
      looked = true
      return {
        writes: is === enabled ? [] : [{ verb: 'set', menu, ids: [], values: { enabled } }],
        left: is === enabled ? [] : [message('wifi.controller_state', { enabled: is })],
        notes: [],
      }
    },
  })
}

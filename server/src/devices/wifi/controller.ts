import type { Session } from '@trunkline/routeros'
import { flagOf } from '../readings/values.ts'
import type { End, Run } from '../run.ts'
import { converge, type Look } from './converge.ts'
import { isController } from './stacks.ts'
import type { WifiInput } from './shapes.ts'

/** Switches a controller on or off. */
export async function runController(run: Run, { stack, enabled }: WifiInput): Promise<End> {
  if (!isController(stack) || enabled === undefined)
    return { state: 'refused', detail: 'Radios of the device itself have no controller to switch.' }
  const menu = stack === 'caps-man' ? 'caps-man/manager' : 'interface/wifi/capsman'
  return converge(run, {
    async look(session: Session): Promise<Look> {
      const row = (await session.print(menu, { proplist: ['enabled'] }))[0]
      const is = flagOf(row?.['enabled'])
      return {
        writes: is === enabled ? [] : [{ verb: 'set', menu, ids: [], values: { enabled } }],
        left: is === enabled ? [] : [`the controller is ${is ? 'on' : 'off'}`],
        notes: [],
      }
    },
  })
}

import { message } from '@trunkline/contract/errors'
import type { End, Run } from '../run.ts'
import { runAccess } from './access-run.ts'
import { runController } from './controller.ts'
import { runProvision } from './provision.ts'
import { runPull } from './pull.ts'
import { runPush } from './push.ts'
import { runRemove } from './remove.ts'
import type { WifiInput } from './shapes.ts'

type Action = (run: Run, input: WifiInput) => Promise<End>

/** How each action of Wi-Fi is carried out. */
const actions: Partial<Record<WifiInput['action'], Action>> = {
  access: runAccess,
  push: runPush,
  pull: runPull,
  remove: runRemove,
  controller: runController,
  provision: runProvision,
}

/**
 * A command of Wi-Fi: what is wanted is read from the database, the device is made to agree with it, and only what was
 * read back is told as done. Only differences are written, so one that was cut off is begun again.
 */
export async function runWifi(run: Run): Promise<End> {
  const input = run.input as unknown as WifiInput
  const action = actions[input.action]
  if (action === undefined)
    return { state: 'refused', message: message('wifi.action_unknown', { action: input.action }) }
  return action(run, input)
}

import { message } from '@trunkline/contract/errors'
import type { CommandOutcome, Run } from '../run.ts'
import { runAccess } from './access-run.ts'
import { runController } from './controller.ts'
import { runProvision } from './provision.ts'
import { runPull } from './pull.ts'
import { runPush } from './push.ts'
import { runRemove } from './remove.ts'
import type { WifiInput } from './shapes.ts'

type Action = (run: Run, input: WifiInput) => Promise<CommandOutcome>

/** The function of each Wi-Fi action. */
const actions: Partial<Record<WifiInput['action'], Action>> = {
  access: runAccess,
  push: runPush,
  pull: runPull,
  remove: runRemove,
  controller: runController,
  provision: runProvision,
}

/**
 * Runs a Wi-Fi command: reads the wanted state from the database, makes the device match it, and reports only what was
 * read back. Writes only differences, so that an interrupted run can be repeated.
 */
export async function runWifi(run: Run): Promise<CommandOutcome> {
  const input = run.input as unknown as WifiInput
  const action = actions[input.action]
  if (action === undefined)
    return { state: 'refused', message: message('wifi.action_unknown', { action: input.action }) }
  return action(run, input)
}

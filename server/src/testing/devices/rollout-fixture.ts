import { sql } from 'kysely'
import { advanceRollout, type AdvanceSettings } from '../../devices/rollout/advance.ts'
import type { RolloutDevice } from '@trunkline/contract/resources/rollout'
import type { ApiCall } from '../panel.ts'
import type { setupPanelWithDevices } from './panel-with-devices.ts'

type PanelWithDevices = Awaited<ReturnType<typeof setupPanelWithDevices>>

/** Runs rollouts of a panel in this process, as its workers do. */
export function createRolloutRunner(fixture: PanelWithDevices, more: Partial<AdvanceSettings> = {}) {
  const settings: AdvanceSettings = { submit: fixture.worker.submit, ...more }

  /** One decision of the coordinator, and the commands that follow from it. @returns the number of commands */
  async function step(id: number): Promise<number> {
    await fixture.panel.sql((tx) => advanceRollout(tx, settings, id))
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ hardware_id: number }>`
        select c.hardware_id from device_command c join rollout_device d on d.command_id = c.id where d.rollout_id = ${id} and c.state = 'queued'`.execute(
        tx,
      ),
    )
    await Promise.all(rows.map(({ hardware_id }) => fixture.worker.commands.workOff(hardware_id)))
    return rows.length
  }

  return {
    step,
    /** Steps until no decision has a command. */
    async run(id: number, max = 40): Promise<void> {
      for (let at = 0; at < max; at++)
        if ((await step(id)) === 0) return void (await fixture.panel.sql((tx) => advanceRollout(tx, settings, id)))
      throw new Error('The rollout does not come to an end.')
    },
    async devices(call: ApiCall, id: number): Promise<RolloutDevice[]> {
      return (await call('GET', `/rollout/${id}/devices?perPage=200`)).body.data
    },
    async show(call: ApiCall, id: number) {
      return (await call('GET', `/rollout/${id}/show`)).body.data
    },
  }
}

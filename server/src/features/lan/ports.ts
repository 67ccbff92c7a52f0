import { message } from '@trunkline/contract/errors'
import type { Body } from '@trunkline/contract/endpoint'
import type { control } from '@trunkline/contract/resources/control'
import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { conflict } from '../../errors.ts'
import type { Draft, DraftContext } from './draft.ts'
import { durationText } from './properties.ts'

/**
 * Turns the PoE output of a port off for some seconds.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/24805506/PoE-Out
 */
export async function powerCycle(
  context: DraftContext,
  { id, seconds }: Body<typeof control.powerCycle>,
): Promise<Draft> {
  const ports = await context.last<EthernetPort>('interface/ethernet')
  const port = ports?.find((row) => row.id === id)
  // By name: the PoE menu numbers its rows independently.
  if (port === undefined) throw conflict('lan.port_not_read')
  if (port.poe === null) throw conflict('lan.port_no_poe', { port: port.name })
  return {
    verb: 'power-cycle',
    label: port.name,
    notes: [message('command_note.power_cycle', { seconds })],
    change: {
      steps: [
        {
          menu: 'interface/ethernet/poe',
          verb: 'run',
          command: 'power-cycle',
          values: { numbers: port.name, duration: durationText(seconds) },
        },
      ],
      reads: ['interface/ethernet'],
    },
  }
}

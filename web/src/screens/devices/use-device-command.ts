import type { Endpoint } from '@trunkline/contract/endpoint'
import { deviceCommands, type QueuedCommand, type Command } from '@trunkline/contract/resources/device-command'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError, CallInput } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { isOpen } from './command-words.ts'
import { followCommand } from './follow.ts'

export interface DeviceCommand<E extends Endpoint> {
  /**
   * Asks. Answers as soon as the command is written down; how it ends is told by a notice, by `command`, and to `onEnd`.
   * @throws {ApiError} where it was not even asked for: a refused field, no right, too many waiting
   */
  ask: (input?: Omit<CallInput<E>, 'idempotencyKey'>) => Promise<QueuedCommand>
  /** The call is on its way. */
  requesting: boolean
  /** What kept it from being asked for. */
  error: ApiError | null
  /** Id of what was asked for last. */
  id: number | undefined
  /** It, as it stands now; for `CommandEnd`. */
  command: Command | undefined
  /** Asked for and not ended: another one may be asked for all the same, and waits its turn. */
  open: boolean
  /** Forgets the last one: its end has been read. */
  clear: () => void
}

/** The device that a call is about, where its `{id}` names one. */
const deviceOf = (endpoint: Endpoint, params: unknown): number | undefined =>
  endpoint.object === 'hardware' ? (params as { id?: number } | undefined)?.id : undefined

/**
 * Asks a device for something by an endpoint that answers 202, and follows it to its end. The end is notified even
 * where the page has been left meanwhile. Show `<CommandEnd of={command} />` where it was asked for: a notice is never
 * the only carrier.
 * @param onEnd told of each end while the page is there, whatever it is
 */
export function useDeviceCommand<E extends Endpoint>(
  endpoint: E,
  {
    onEnd,
    hardwareId,
  }: {
    onEnd?: (command: Command) => void
    /** The device, where the call's `{id}` names something else. */
    hardwareId?: number | undefined
  } = {},
): DeviceCommand<E> {
  // What a command changes is read again at its end.
  const asks = useCommand(endpoint, { subjects: [] })
  const [requested, setAsked] = useState<{ id: number; device: number | undefined } | undefined>()
  const shown = useCall(
    deviceCommands.show,
    { params: { id: requested?.id ?? 0 } },
    // Whoever follows it asks for it again and again; here it is only shown.
    { enabled: requested !== undefined, staleTime: Number.POSITIVE_INFINITY, row: requested?.device },
  )
  const command = requested && shown.data?.data
  const latest = useRef(onEnd)
  latest.current = onEnd
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  const { run } = asks
  const ask = useCallback(
    async (input: Omit<CallInput<E>, 'idempotencyKey'> = {}): Promise<QueuedCommand> => {
      const { data } = (await run(input)) as { data: QueuedCommand }
      const device = hardwareId ?? deviceOf(endpoint, input.params)
      if (here.current) setAsked({ id: data.job, device })
      followCommand(data.job, device, { onEnd: (ended) => ended && here.current && latest.current?.(ended) })
      return data
    },
    [run, endpoint, hardwareId],
  )
  return {
    ask,
    requesting: asks.pending,
    error: asks.error,
    id: requested?.id,
    command,
    open: requested !== undefined && (command === undefined || isOpen(command.state)),
    clear: () => {
      setAsked(undefined)
      asks.reset()
    },
  }
}

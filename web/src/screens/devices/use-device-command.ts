import type { Endpoint } from '@trunkline/contract/endpoint'
import { deviceCommands, type QueuedCommand, type Command } from '@trunkline/contract/resources/device-command'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError, CallInput } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { isOpen } from './command-words.ts'
import { followCommand } from './follow.ts'

export interface DeviceCommand<E extends Endpoint> {
  /**
   * Enqueues the command and returns. Its end is reported by a notice, by `command`, and to `onEnd`.
   * @throws {ApiError} if it was not enqueued: an invalid field, no permission, too many queued
   */
  enqueue: (input?: Omit<CallInput<E>, 'idempotencyKey'>) => Promise<QueuedCommand>
  /** The call that enqueues is pending. */
  requesting: boolean
  /** Why it was not enqueued. */
  error: ApiError | null
  /** The id of the last command. */
  id: number | undefined
  /** The last command in its current state, for `CommandEnd`. */
  command: Command | undefined
  /** Queued or running. Another one may be enqueued meanwhile. */
  open: boolean
  /** Forgets the last command. */
  clear: () => void
}

/** The device of a call whose `{id}` is one. */
const deviceOf = (endpoint: Endpoint, params: unknown): number | undefined =>
  endpoint.object === 'hardware' ? (params as { id?: number } | undefined)?.id : undefined

/** The id on the device of the row that a call names in its body or query. */
const rowOf = ({ body, query }: { body?: unknown; query?: unknown }): string | undefined => {
  const { id } = (body ?? query ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}

/**
 * Enqueues commands to devices by an endpoint that replies 202, and follows them until they end. A notice reports the end
 * even when the page was left. Render `<CommandEnd of={command} />` as well: a notice must not be the only report.
 * @param onEnd called at the end of each command while the page is open, whatever the result
 */
export function useDeviceCommand<E extends Endpoint>(
  endpoint: E,
  {
    onEnd,
    hardwareId,
  }: {
    onEnd?: (command: Command) => void
    /** The device, if the call's `{id}` is another record. */
    hardwareId?: number | undefined
  } = {},
): DeviceCommand<E> {
  // Data that the command changes is refetched at its end.
  const call = useCommand(endpoint, { subjects: [] })
  const [last, setLast] = useState<{ id: number; device: number | undefined } | undefined>()
  const shown = useCall(
    deviceCommands.show,
    { params: { id: last?.id ?? 0 } },
    // `followCommand` polls; this only reads its cache.
    { enabled: last !== undefined, staleTime: Number.POSITIVE_INFINITY, row: last?.device },
  )
  const command = last && shown.data?.data
  const latest = useRef(onEnd)
  latest.current = onEnd
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  const { run } = call
  const enqueue = useCallback(
    async (input: Omit<CallInput<E>, 'idempotencyKey'> = {}): Promise<QueuedCommand> => {
      const { data } = (await run(input)) as { data: QueuedCommand }
      const device = hardwareId ?? deviceOf(endpoint, input.params)
      if (isMounted.current) setLast({ id: data.job, device })
      followCommand(data.job, device, {
        row: rowOf(input),
        onEnd: (ended) => ended && isMounted.current && latest.current?.(ended),
      })
      return data
    },
    [run, endpoint, hardwareId],
  )
  return {
    enqueue,
    requesting: call.pending,
    error: call.error,
    id: last?.id,
    command,
    open: last !== undefined && (command === undefined || isOpen(command.state)),
    clear: () => {
      setLast(undefined)
      call.reset()
    },
  }
}

import type { CommandState } from '@trunkline/contract/resources/device-enums'
import type { FastifyRequest } from 'fastify'
import type { Devices } from '../devices/devices.ts'
import { AppError } from '../errors.ts'

/** Milliseconds that a reply waits for the device; the longest time that a reading takes. */
const maxWaitMs = 15_000

/** A RouterOS singleton (`ip/dns`) has no row id; its only row has this id. */
export const singletonRowId = '*0'

/** RFC 7240, 4.1: the caller polls the command itself and wants the reply immediately. */
const wantsNoWait = (request: FastifyRequest) =>
  String(request.headers['prefer'] ?? '')
    .split(',')
    .some((one) => one.trim().toLowerCase() === 'respond-async')

/**
 * The reply of a call that adds a row on a device, sent after the device has created it: `data.id` is the row's id on
 * the device, `data.job` the command. `data.id` is null if the command has not finished in time.
 * @throws AppError device_refused, device_unreachable if the row was not created; `details.job` has the command
 */
export async function replyWithCreatedRow<R extends { data: { id: string | null; job: number; state: CommandState } }>(
  devices: Devices,
  request: FastifyRequest,
  reply: R,
): Promise<R> {
  if (wantsNoWait(request)) return reply
  const closed = new AbortController()
  const onClose = () => closed.abort()
  request.raw.once('close', onClose)
  const { job } = reply.data
  try {
    const end = await devices.commandEnd(job, maxWaitMs, closed.signal)
    if (end === undefined) return reply
    const { state } = end
    const details = { job, state }
    const reason = end.detail !== null && { reason: end.detail }
    if (state === 'unreachable' || state === 'unknown') throw new AppError('device_unreachable', { ...reason, details })
    if (state !== 'done') throw new AppError('device_refused', { ...reason, details })
    const row = end.result?.['id']
    return { ...reply, data: { ...reply.data, id: typeof row === 'string' ? row : singletonRowId, state } }
  } finally {
    request.raw.off('close', onClose)
  }
}

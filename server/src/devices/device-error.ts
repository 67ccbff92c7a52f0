import type { Message } from '@trunkline/contract/errors'
import type { DeviceFault } from '@trunkline/contract/resources/device-words'
import { englishText } from '../errors.ts'

/** Why a device gave no answer. */
export class DeviceError extends Error {
  readonly fault: DeviceFault
  readonly reason: Message
  constructor(fault: DeviceFault, reason: Message, options?: { cause?: unknown }) {
    super(englishText(reason), options)
    this.name = 'DeviceError'
    this.fault = fault
    this.reason = reason
  }
}

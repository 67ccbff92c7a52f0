import type { Message } from '@trunkline/contract/errors'
import type { DeviceErrorKind } from '@trunkline/contract/resources/device-enums'
import { englishText } from '../errors.ts'

/** Why a device did not answer. */
export class DeviceError extends Error {
  readonly error: DeviceErrorKind
  readonly reason: Message
  constructor(error: DeviceErrorKind, reason: Message, options?: { cause?: unknown }) {
    super(englishText(reason), options)
    this.name = 'DeviceError'
    this.error = error
    this.reason = reason
  }
}

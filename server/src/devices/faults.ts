import { RouterError, type FaultKind } from '@trunkline/routeros'
import { DeviceError, type DeviceFault } from './devices.ts'

const faults: Record<FaultKind, DeviceFault> = {
  unreachable: 'unreachable',
  login: 'login',
  certificate: 'certificate',
  refused: 'refused',
  timeout: 'timeout',
  closed: 'unreachable',
  protocol: 'protocol',
  unsupported: 'refused',
}

/** Longest text of a device that is kept. */
const longest = 300

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const control = /[\u0000-\u001f\u007f]+/g

/** What a device said, fit for a row and a screen: one line, no control characters. */
export const inOneLine = (text: string): string => text.replace(control, ' ').trim().slice(0, longest)

/** Whatever went wrong with a device in the words of the panel. A fault of our own is passed on as it is. */
export function toDeviceError(error: unknown): DeviceError {
  if (error instanceof DeviceError) return error
  if (error instanceof RouterError) return new DeviceError(faults[error.kind], wordsOf(error), { cause: error })
  throw error
}

function wordsOf(error: RouterError): string {
  switch (error.kind) {
    case 'unreachable':
      return 'The device does not answer.'
    case 'login':
      return 'The device refuses the user or the password.'
    case 'certificate':
      return 'The device shows another certificate than the pinned one.'
    case 'timeout':
      return 'The device did not answer in time.'
    case 'closed':
      return 'The device closed the connection.'
    case 'protocol':
      return 'What answers there does not speak the protocol of RouterOS.'
    default:
      return inOneLine(error.message)
  }
}

/** Whether a command may have reached the device without anybody having heard how it ended. */
export const isLost = (error: unknown): boolean =>
  error instanceof RouterError && error.sent && ['timeout', 'closed', 'protocol'].includes(error.kind)

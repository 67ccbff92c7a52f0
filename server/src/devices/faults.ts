import { message, type Message } from '@trunkline/contract/errors'
import { RouterError, type RouterErrorKind } from '@trunkline/routeros'
import type { DeviceErrorKind } from '@trunkline/contract/resources/device-enums'
import { controlCharacters } from '@trunkline/contract/control-characters'
import { DeviceError } from './device-error.ts'

const errors: Record<RouterErrorKind, DeviceErrorKind> = {
  unreachable: 'unreachable',
  login: 'login',
  certificate: 'certificate',
  refused: 'refused',
  timeout: 'timeout',
  closed: 'unreachable',
  protocol: 'protocol',
  unsupported: 'refused',
}

/** Maximum length of a stored message from a device. */
const maxLength = 300

const control = new RegExp(`[${controlCharacters.ascii}]+`, 'g')

/** A device's message for storage and display: one line, without control characters. */
export const inOneLine = (text: string): string => text.replace(control, ' ').trim().slice(0, maxLength)

/** The device's own error message. */
export const deviceMessage = (text: string): Message => message('text', { text: inOneLine(text) })

/** Converts a device error to an AppError with its reason. Internal errors are rethrown. */
export function toDeviceError(error: unknown): DeviceError {
  if (error instanceof DeviceError) return error
  if (error instanceof RouterError) return new DeviceError(errors[error.kind], reasonOf(error), { cause: error })
  throw error
}

function reasonOf(error: RouterError): Message {
  switch (error.kind) {
    case 'unreachable':
      return message('device.no_answer')
    case 'login':
      return message('device.login_failed')
    case 'certificate':
      return message('device.certificate_changed')
    case 'timeout':
      return message('device.timeout')
    case 'closed':
      return message('device.connection_closed')
    case 'protocol':
      return message('device.not_routeros')
    default:
      return deviceMessage(error.message)
  }
}

/** Whether a command may have reached the device although its reply was lost. */
export const isLost = (error: unknown): boolean =>
  error instanceof RouterError && error.sent && ['timeout', 'closed', 'protocol'].includes(error.kind)

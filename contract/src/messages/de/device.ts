import type { DeviceReasons } from '../../reasons/device.ts'
import { texts } from '../texts.ts'

export const device = texts<DeviceReasons>()({})

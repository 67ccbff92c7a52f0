import type { HardwareReasons } from '../../reasons/hardware.ts'
import { texts } from '../texts.ts'

export const hardware = texts<HardwareReasons>()({})

import type { WifiReasons } from '../../reasons/wifi.ts'
import { texts } from '../texts.ts'

export const wifi = texts<WifiReasons>()({})

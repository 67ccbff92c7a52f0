import type { LanReasons } from '../../reasons/lan.ts'
import { texts } from '../texts.ts'

export const lan = texts<LanReasons>()({})

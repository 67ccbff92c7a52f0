import type { RadiusReasons } from '../../reasons/radius.ts'
import { texts } from '../texts.ts'

export const radius = texts<RadiusReasons>()({})

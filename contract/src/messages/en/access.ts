import type { AccessReasons } from '../../reasons/access.ts'
import { texts } from '../texts.ts'

export const access = texts<AccessReasons>()({})

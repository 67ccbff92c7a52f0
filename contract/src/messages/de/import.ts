import type { ImportReasons } from '../../reasons/import.ts'
import { texts } from '../texts.ts'

export const imports = texts<ImportReasons>()({})

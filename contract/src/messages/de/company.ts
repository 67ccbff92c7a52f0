import type { CompanyReasons } from '../../reasons/company.ts'
import { texts } from '../texts.ts'

export const company = texts<CompanyReasons>()({})

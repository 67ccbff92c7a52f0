import type { CompanyStep } from '@trunkline/contract/resources/company'
import { paths } from '../../paths.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'

/** Breadcrumbs of the companies in `path`; links where the reader may open companies. */
export const companyCrumbs = (path: readonly CompanyStep[], linked: boolean): Crumb[] =>
  path.map((step) => ({ label: step.name, ...(linked ? { to: paths.companies.summary(step.id) } : {}) }))

import type { CompanyType } from '@trunkline/contract/abilities'
import { paths } from '../../paths.ts'

export interface OnboardingStep {
  key: 'details' | 'below' | 'colleague' | 'twoFactor'
  done: boolean
  to: string
}

/** What the steps are computed from. No progress is stored. */
export interface OnboardingFacts {
  type: CompanyType
  company: {
    email: string | null
    telephone: string | null
    address_line_1: string | null
    countyIsoCode: string | null
    users_count: number
    children_count: number
  }
  openInvitations: number
  twoFactor: boolean
  mayUpdateCompany: boolean
  mayInvite: boolean
}

/** The first steps of a company of this type that the reader has permission for. */
export function onboardingSteps({
  type,
  company,
  openInvitations,
  twoFactor,
  mayUpdateCompany,
  mayInvite,
}: OnboardingFacts): OnboardingStep[] {
  const hasContact = Boolean(company.email || company.telephone)
  const steps: OnboardingStep[] = []
  if (mayUpdateCompany)
    steps.push({
      key: 'details',
      done: hasContact && Boolean(company.address_line_1 && company.countyIsoCode),
      to: paths.companyProfile.update,
    })
  if (mayInvite && type !== 'client')
    steps.push({ key: 'below', done: company.children_count > 0 || openInvitations > 0, to: paths.invites.create })
  if (mayInvite) steps.push({ key: 'colleague', done: company.users_count > 1, to: paths.invites.create })
  steps.push({ key: 'twoFactor', done: twoFactor, to: paths.profile.show })
  return steps
}

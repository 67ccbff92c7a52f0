import { describe, expect, it } from 'vitest'
import { onboardingSteps, type OnboardingFacts } from './onboarding-steps.ts'

const facts = (more: Partial<OnboardingFacts> = {}): OnboardingFacts => ({
  type: 'reseller',
  company: {
    email: null,
    telephone: null,
    address_line_1: null,
    countyIsoCode: null,
    users_count: 1,
    children_count: 0,
  },
  openInvitations: 0,
  twoFactor: false,
  mayUpdateCompany: true,
  mayInvite: true,
  ...more,
})
const keys = (of: OnboardingFacts) => onboardingSteps(of).map((step) => step.key)

describe('the first steps', () => {
  it('include a company below for every type above client', () => {
    expect(keys(facts())).toEqual(['details', 'below', 'colleague', 'twoFactor'])
    expect(keys(facts({ type: 'client' }))).toEqual(['details', 'colleague', 'twoFactor'])
  })

  it('include nothing that the reader has no permission for', () => {
    expect(keys(facts({ mayUpdateCompany: false, mayInvite: false }))).toEqual(['twoFactor'])
  })

  it('count an open invitation as a company below', () => {
    const below = onboardingSteps(facts({ openInvitations: 1 })).find((step) => step.key === 'below')
    expect(below?.done).toBe(true)
  })

  it('treat details as complete with address, country and e-mail or telephone', () => {
    const company = {
      ...facts().company,
      telephone: '+49 30 1234567',
      address_line_1: 'Hauptstr. 1',
      countyIsoCode: 'DE',
    }
    expect(onboardingSteps(facts({ company }))[0]?.done).toBe(true)
    expect(onboardingSteps(facts({ company: { ...company, telephone: null } }))[0]?.done).toBe(false)
  })
})

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
  it('ask everybody above a client for a company below', () => {
    expect(keys(facts())).toEqual(['details', 'below', 'colleague', 'twoFactor'])
    expect(keys(facts({ type: 'client' }))).toEqual(['details', 'colleague', 'twoFactor'])
  })

  it('offer nothing that the reader may not do', () => {
    expect(keys(facts({ mayUpdateCompany: false, mayInvite: false }))).toEqual(['twoFactor'])
  })

  it('count an open invitation as a company on its way', () => {
    const below = onboardingSteps(facts({ openInvitations: 1 })).find((step) => step.key === 'below')
    expect(below?.done).toBe(true)
  })

  it('take the details as complete with address, country and a way to be reached', () => {
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

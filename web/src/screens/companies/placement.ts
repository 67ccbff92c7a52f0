import { companyTypes, typesBelow, type CompanyType, type GrantedAbility } from '@trunkline/contract/abilities'

/** The types of new companies: all but the provider. */
export type NewCompanyType = Exclude<CompanyType, 'simrush'>

type May = (ability: GrantedAbility) => boolean

const notProvider = (type: CompanyType): type is NewCompanyType => type !== 'simrush'

/** Types of new companies that the caller may choose, highest first. */
export const selectableTypes = (may: May): NewCompanyType[] =>
  companyTypes.filter(notProvider).filter((type) => may({ action: 'select', subject: type }))

/**
 * Levels that a parent of a `type` can be looked for on: the caller's own, where it ranks above, then those between
 * that the caller may view. Levels may be skipped.
 */
export function parentLevels(type: CompanyType, own: CompanyType, may: May): CompanyType[] {
  const above = companyTypes.slice(0, companyTypes.indexOf(type))
  const below = typesBelow(own)
  return above.filter(
    (level) =>
      level === own || (notProvider(level) && below.includes(level) && may({ action: 'view', subject: level })),
  )
}

/** Whether a company of `type` can be directly below one of `parent`. */
export const canBeBelow = (type: CompanyType, parent: CompanyType): boolean => typesBelow(parent).includes(type)

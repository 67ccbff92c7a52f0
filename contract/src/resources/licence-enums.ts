import type { Subject } from '../abilities.ts'

export const licenceLevels = ['basic', 'standard', 'premium'] as const
export type LicenceLevel = (typeof licenceLevels)[number]

/** Parts of the panel that a licence covers; its category is the one that it is sold for. */
export const licenceParts = ['hardware', 'wifi', 'radius', 'vpn', 'ipam'] as const
export type LicencePart = (typeof licenceParts)[number]

export const licenceTypes = ['trial', 'subscription', 'perpetual'] as const
export type LicenceType = (typeof licenceTypes)[number]

export const licenceStatuses = ['available', 'active', 'suspended', 'expired', 'cancelled'] as const
export type LicenceStatus = (typeof licenceStatuses)[number]

/** Days before the end of a licence at which its company is reminded. */
export const reminderDays = [30, 14, 7, 1] as const

/** Number of days before its end from which a licence counts as expiring. */
export const expiringDays = 30

/** Days of grace that a part stays open without a licence, once licences are enforced. */
export const graceDays = 14

/** The part of the panel that a subject belongs to. Other subjects (companies, users, licences …) need no licence. */
export const partOfSubject: Partial<Record<Subject, LicencePart>> = {
  hardware: 'hardware',
  'hardware-types': 'hardware',
  'hardware-models': 'hardware',
  'hardware-manufacturers': 'hardware',
  sites: 'hardware',
  wifi: 'wifi',
  'access-control': 'wifi',
  'site-network': 'wifi',
  tariffs: 'radius',
  nas: 'radius',
  services: 'radius',
  'vpn-dialups': 'vpn',
  subnets: 'ipam',
  'subnet-categories': 'ipam',
}

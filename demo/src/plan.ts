import { userRoles, type UserRole } from '@trunkline/contract/abilities'
import type { Tx } from '@trunkline/server/db/pool'
import { demoTree, type DemoCompany } from './companies.ts'
import { firstNames, lastNames, cities, streets, type City } from './cities.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** An action of a demo user in the past: the rows that it writes are back-dated. */
export interface DemoEvent {
  /** Milliseconds since 1970. */
  at: number
  /** Null: the system. */
  by: PlannedUser | null
  write(tx: Tx): Promise<unknown>
}

export interface PlannedUser {
  company: PlannedCompany
  role: UserRole
  first_name: string
  last_name: string
  email: string
  created: number
  state?: 'inactive' | 'trashed'
  /** Times of sign-ins, oldest first. */
  sign_ins: number[]
  /** When the accepted invitation was sent; absent for users who were not invited. */
  invited?: number
  id?: number
}

export interface PlannedCompany extends Omit<DemoCompany, 'below' | 'place'> {
  parent: PlannedCompany | null
  place: City
  created: number
  /** When it was deactivated or destroyed. */
  ended?: number
  street: string
  telephone: [code: string, number: string] | null
  domain: string
  users: PlannedUser[]
  id?: number
}

/** An invitation that has not been accepted. */
export interface PlannedInvitation {
  company: PlannedCompany
  email: string
  role: UserRole
  created: number
  end: 'pending' | 'expired' | 'cancelled'
  founds?: string
}

export interface DemoPlan {
  companies: PlannedCompany[]
  users: PlannedUser[]
  invitations: PlannedInvitation[]
}

/** A seeded generator (mulberry32): the same numbers in every installation, so that the demo can be documented. */
function randomNumbers(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replaceAll('ı', 'i')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Plans the whole demo, with times up to `now`, without writing anything. */
export function planDemo(now: number): DemoPlan {
  const random = randomNumbers(20_260)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const between = (from: number, to: number) => from + random() * Math.max(0, to - from)
  const used = new Set<string>()

  const person = (company: PlannedCompany, role: UserRole, created: number): PlannedUser => {
    const { locale } = company.place
    for (;;) {
      const first_name = pick(firstNames[locale])
      const last_name = pick(lastNames[locale])
      const email =
        company.sign_in === undefined || company.users.length >= userRoles.length
          ? `${slug(first_name)}.${slug(last_name)}@${company.domain}`
          : `${role}@${company.sign_in}.example`
      const name = `${first_name} ${last_name} ${company.domain}`
      if (used.has(email) || used.has(name)) continue
      used.add(email).add(name)
      const user: PlannedUser = { company, role, first_name, last_name, email, created, sign_ins: [] }
      company.users.push(user)
      return user
    }
  }

  const create = (of: DemoCompany, parent: PlannedCompany | null): PlannedCompany[] => {
    const place: City = cities[of.place]
    const earliest = parent === null ? now - 320 * day : parent.created + day
    // Users with sign-ins come early, so that they have a history; the others are distributed up to last week.
    const created =
      parent === null ? earliest : between(earliest, of.sign_in === undefined ? now - 6 * day : earliest + 12 * day)
    const company: PlannedCompany = {
      name: of.name,
      type: of.type,
      sign_in: of.sign_in,
      state: of.state,
      parent,
      place,
      created,
      street: `${pick(streets[place.country])} ${1 + Math.floor(random() * 90)}`,
      telephone:
        place.phone === null
          ? null
          : [
              place.phone[0],
              place.phone[1] + String(Math.floor(random() * 10 ** place.digits)).padStart(place.digits, '0'),
            ],
      domain: `${slug(of.name)}.example`,
      users: [],
    }
    const roles: UserRole[] = of.sign_in === undefined ? ['primary-admin'] : [...userRoles]
    const more = Math.floor(of.sign_in === undefined ? 1 + random() * 3.6 : random() * 2)
    for (let i = 0; i < more; i++) roles.push(pick(['admin', 'editor', 'editor', 'read-only'] as const))
    roles.forEach((role, i) =>
      person(
        company,
        role,
        i < 4 && of.sign_in !== undefined
          ? created + (10 + i) * minute
          : i === 0
            ? created + 10 * minute
            : between(created + 2 * day, now - 2 * day),
      ),
    )
    if (of.state !== undefined) {
      company.ended = between(Math.max(created + 3 * day, now - 60 * day), now - day)
      for (const user of company.users) user.created = Math.min(user.created, company.ended - day)
    }
    return [company, ...(of.below ?? []).flatMap((child) => create(child, company))]
  }

  const companies = create(demoTree, null)
  const users = companies.flatMap((company) => company.users)
  for (const [i, user] of users.entries()) {
    const ordinary = user.company.sign_in === undefined && user.role !== 'primary-admin'
    if (user.company.state === 'trashed') user.state = 'trashed'
    else if (ordinary && i % 23 === 7) user.state = 'inactive'
    else if (ordinary && i % 41 === 11) user.state = 'trashed'
    if (ordinary && i % 4 === 0) user.invited = user.created - between(0.1 * day, 5 * day)
    const until = user.company.ended ?? (user.state === undefined ? now - 10 * minute : now - 5 * day)
    const from = Math.max(user.created + minute, now - 90 * day)
    const times = Array.from({ length: Math.floor(2 + random() * 12) }, () => between(from, until))
    user.sign_ins = from < until ? times.sort((a, b) => a - b) : []
  }
  return { companies, users, invitations: planInvitations(companies, now, between, pick) }
}

function planInvitations(
  companies: PlannedCompany[],
  now: number,
  between: (from: number, to: number) => number,
  pick: <T>(list: readonly T[]) => T,
): PlannedInvitation[] {
  const live = companies.filter((company) => company.state === undefined && company.created < now - 45 * day)
  const chain = live.filter((company) => company.sign_in !== undefined)
  const ends = ['pending', 'pending', 'expired', 'cancelled'] as const
  const newcomers = ['Ouse Valley Broadband', 'Tyneside Data', 'Inntal Glasfaser', 'Weserlink']
  return Array.from({ length: 24 }, (_, i): PlannedInvitation => {
    const end = ends[i % ends.length] as PlannedInvitation['end']
    // The companies of the documented demo users come first, so that each of them has some records of every kind.
    const company = (i < chain.length * 2 ? chain[Math.floor(i / 2)] : pick(live)) as PlannedCompany
    const { locale } = company.place
    const created = end === 'pending' ? between(now - 6 * day, now - day) : between(now - 44 * day, now - 9 * day)
    const founds =
      company.type === 'master-distributor' || company.type === 'distributor'
        ? newcomers[i % newcomers.length]
        : undefined
    return {
      company,
      end,
      created,
      email: `${slug(pick(firstNames[locale]))}.${slug(pick(lastNames[locale]))}.${i + 1}@${founds === undefined ? company.domain : `${slug(founds)}.example`}`,
      role: founds === undefined ? pick(['admin', 'editor', 'read-only'] as const) : 'primary-admin',
      ...(founds !== undefined && { founds }),
    }
  })
}

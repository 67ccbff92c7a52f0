/**
 * Who may do what. One table for both sides: the server authorises with it, the reply to a sign-in carries what it
 * yields, the browser shows and hides by it, and the isolation matrix is generated from it.
 */

export const companyTypes = ['simrush', 'master-distributor', 'distributor', 'reseller', 'client'] as const
export type CompanyType = (typeof companyTypes)[number]

export const userRoles = ['primary-admin', 'admin', 'editor', 'read-only'] as const
export type UserRole = (typeof userRoles)[number]

export const actions = ['view-list', 'view', 'view-index', 'create', 'update', 'manage', 'import'] as const
export type Action = (typeof actions)[number]

/** What an endpoint asks for. */
export interface Ability {
  action: Action
  subject: Subject
}

/** Abilities that only the browser asks about: selectors by company level, and the two of the specification's section 6. */
export type ClientAbility =
  | { action: 'select' | 'view'; subject: Exclude<CompanyType, 'simrush'> }
  | { action: 'select'; subject: 'any-warranty-expiry-date' }
  | { action: 'view'; subject: 'manage-hardware' }
  | { action: 'read'; subject: 'dashboard' | 'Auth' }

export type GrantedAbility = Ability | ClientAbility

/**
 * Where a row stands, seen from the caller's company: its own, one of a company below, or one offered from above.
 * Rows in any other place are not there at all.
 */
export type Relation = 'own' | 'below' | 'above'

type Grant = Partial<Record<Relation, readonly Action[]>>

const full = ['view-list', 'view', 'create', 'update', 'manage'] as const
const look = ['view-list', 'view'] as const
const everywhere = (list: readonly Action[]): Grant => ({ own: list, below: list })

interface AbilityRow {
  simrush: Grant
  /** master-distributor, distributor and reseller */
  middle: Grant
  client: Grant
}

/** The table of decision 3. `installation` is what only the provider sets for the whole panel (legal texts, chat), `outbox` its mails. */
const table = {
  companies: {
    simrush: everywhere(full),
    middle: { own: ['view-list', 'view', 'update'], below: full },
    client: { own: ['view', 'update'] },
  },
  users: { simrush: everywhere(full), middle: everywhere(full), client: { own: full } },
  'user-invites': { simrush: everywhere(full), middle: everywhere(full), client: { own: full } },
  sites: { simrush: everywhere(full), middle: everywhere(full), client: { own: ['view-list', 'view', 'update'] } },
  hardware: {
    simrush: everywhere([...full, 'import']),
    middle: everywhere([...full, 'import']),
    client: { own: look },
  },
  'hardware-types': { simrush: everywhere(full), middle: { above: look }, client: { above: look } },
  'hardware-models': { simrush: everywhere(full), middle: { above: look }, client: { above: look } },
  'hardware-manufacturers': { simrush: everywhere(full), middle: { above: look }, client: { above: look } },
  tariffs: { simrush: everywhere(full), middle: { ...everywhere(full), above: look }, client: {} },
  nas: { simrush: everywhere(full), middle: { ...everywhere(full), above: look }, client: {} },
  subnets: { simrush: everywhere(full), middle: { ...everywhere(full), above: look }, client: {} },
  'subnet-categories': { simrush: everywhere(full), middle: { ...everywhere(full), above: look }, client: {} },
  services: { simrush: everywhere(full), middle: everywhere(full), client: { own: look } },
  'vpn-dialups': { simrush: everywhere(full), middle: everywhere(full), client: { own: look } },
  licences: {
    simrush: everywhere(['view-index', 'view', 'create', 'update', 'manage']),
    middle: { own: ['view-index', 'view'], below: ['view-index', 'view', 'update', 'manage'] },
    client: { own: ['view-index', 'view'] },
  },
  'site-network': {
    simrush: everywhere(full),
    middle: everywhere(full),
    client: { own: ['view-list', 'view', 'update'] },
  },
  wifi: { simrush: everywhere(full), middle: everywhere(full), client: { own: ['view-list', 'view', 'update'] } },
  'access-control': { simrush: everywhere(full), middle: everywhere(full), client: { own: full } },
  // Who had which address: personal data, for admins alone (narrows).
  'address-history': { simrush: everywhere(['view-list']), middle: everywhere(['view-list']), client: {} },
  'audit-log': {
    simrush: everywhere(['view-list']),
    middle: everywhere(['view-list']),
    client: { own: ['view-list'] },
  },
  installation: { simrush: { own: full }, middle: {}, client: {} },
  // Kept mails hold links that sign people up.
  outbox: { simrush: { own: ['view-list', 'view', 'manage'] }, middle: {}, client: {} },
} satisfies Record<string, AbilityRow>

export type Subject = keyof typeof table
/** In the order of the table. */
export const subjects = Object.keys(table) as Subject[]

const readOnly: readonly Action[] = ['view-list', 'view', 'view-index']
const editing: readonly Action[] = [...readOnly, 'create', 'update', 'import']
/** Subjects that are about people and their rights: an editor only looks at them. */
const peopleSubjects: readonly Subject[] = ['users', 'user-invites', 'audit-log']
/** Subjects that neither an editor nor a read-only user changes or sees at all. */
const leadSubjects: readonly Subject[] = ['installation', 'outbox', 'address-history']

function narrows(role: UserRole, { action, subject }: Ability): boolean {
  if (subject === 'outbox') return role === 'primary-admin'
  if (role === 'primary-admin' || role === 'admin') return true
  if (leadSubjects.includes(subject)) return false
  if (role === 'editor') return (peopleSubjects.includes(subject) ? readOnly : editing).includes(action)
  return readOnly.includes(action)
}

export interface CallerStanding {
  company_type: CompanyType
  role: UserRole
}

const rowOf = (type: CompanyType) => (type === 'simrush' || type === 'client' ? type : 'middle')

/** Whether the caller may do `action` on a row of `subject` that stands in `relation` to the caller's company. */
export function mayOn(who: CallerStanding, ability: Ability, relation: Relation): boolean {
  const granted = (table[ability.subject] as AbilityRow)[rowOf(who.company_type)][relation]
  return granted !== undefined && granted.includes(ability.action) && narrows(who.role, ability)
}

/** Whether the caller may do `action` on at least one kind of row of `subject`: what an endpoint is opened with. */
export function may(who: CallerStanding, ability: Ability): boolean {
  return (['own', 'below', 'above'] as const).some((relation) => mayOn(who, ability, relation))
}

/** The company types below `type`, highest first. A client has none. */
export function typesBelow(type: CompanyType): CompanyType[] {
  return type === 'client' ? [] : companyTypes.slice(companyTypes.indexOf(type) + 1)
}

const roleRank = (role: UserRole) => userRoles.length - userRoles.indexOf(role)

/** Nobody gives a role above its own. */
export const mayGiveRole = (own: UserRole, given: UserRole): boolean => roleRank(given) <= roleRank(own)

/** Everything a sign-in reply lists, in the order of the table. `read dashboard` is always among it. */
export function abilitiesOf(who: CallerStanding): GrantedAbility[] {
  const granted: GrantedAbility[] = [{ action: 'read', subject: 'dashboard' }]
  for (const subject of subjects)
    for (const action of actions) if (may(who, { action, subject })) granted.push({ action, subject })
  for (const subject of ['hardware-models', 'hardware-types', 'hardware-manufacturers'] as const)
    if (may(who, { action: 'view', subject })) {
      granted.push({ action: 'view', subject: 'manage-hardware' })
      break
    }
  for (const type of typesBelow(who.company_type)) {
    if (type === 'simrush') continue
    granted.push({ action: 'select', subject: type })
    if (type !== 'client') granted.push({ action: 'view', subject: type })
  }
  if (who.company_type === 'simrush') granted.push({ action: 'select', subject: 'any-warranty-expiry-date' })
  return granted
}

/**
 * Permissions by action, subject, company type and role. The server authorises requests with this table, the sign-in
 * reply lists the caller's abilities from it, the browser hides controls by it, and the isolation matrix is generated
 * from it.
 */

export const companyTypes = ['simrush', 'master-distributor', 'distributor', 'reseller', 'client'] as const
export type CompanyType = (typeof companyTypes)[number]

export const userRoles = ['primary-admin', 'admin', 'editor', 'read-only'] as const
export type UserRole = (typeof userRoles)[number]

export const actions = ['view-list', 'view', 'view-index', 'create', 'update', 'manage', 'import'] as const
export type Action = (typeof actions)[number]

/** The ability that an endpoint requires. */
export interface Ability {
  action: Action
  subject: Subject
}

/** Abilities that only the browser checks: selectors by company level, and the two of the specification's section 6. */
export type ClientAbility =
  | { action: 'select' | 'view'; subject: Exclude<CompanyType, 'simrush'> }
  | { action: 'select'; subject: 'any-warranty-expiry-date' }
  | { action: 'view'; subject: 'manage-hardware' }
  | { action: 'read'; subject: 'dashboard' | 'Auth' }

export type GrantedAbility = Ability | ClientAbility

/**
 * The owner of a row relative to the caller's company: the company itself, a descendant company, or an ancestor that
 * shares the row. The caller cannot see any other row.
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

/**
 * The table of decision 3. `installation`: settings of the whole panel (legal texts, chat), `outbox`: its e-mails;
 * provider only.
 */
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
  // Address history is personal data: admins only (see `narrows`).
  'address-history': { simrush: everywhere(['view-list']), middle: everywhere(['view-list']), client: {} },
  'audit-log': {
    simrush: everywhere(['view-list']),
    middle: everywhere(['view-list']),
    client: { own: ['view-list'] },
  },
  // Everyone sees the jobs that they started; each row of a job needs the ability of its own call.
  'bulk-jobs': { simrush: { own: look }, middle: { own: look }, client: { own: look } },
  // Of records that the caller sees.
  notes: { simrush: everywhere(full), middle: everywhere(full), client: { own: full } },
  attachments: { simrush: everywhere(full), middle: everywhere(full), client: { own: full } },
  installation: { simrush: { own: full }, middle: {}, client: {} },
  // Stored e-mails contain sign-up links.
  outbox: { simrush: { own: ['view-list', 'view', 'manage'] }, middle: {}, client: {} },
  tags: { simrush: everywhere(full), middle: { ...everywhere(full), above: look }, client: { own: look, above: look } },
  'custom-fields': {
    simrush: everywhere(full),
    middle: { ...everywhere(full), above: look },
    client: { own: look, above: look },
  },
  rollouts: { simrush: everywhere(full), middle: everywhere(full), client: { own: look } },
  // `update` acknowledges, `manage` changes rules.
  alerts: { simrush: everywhere(full), middle: everywhere(full), client: { own: look } },
  // `create` sends lines that read, `manage` those that write.
  'device-console': {
    simrush: everywhere(['create', 'manage']),
    middle: everywhere(['create', 'manage']),
    client: {},
  },
  // `create` runs tools that read or test, `manage` those that may interrupt the service.
  'device-tools': {
    simrush: everywhere([...look, 'create', 'manage']),
    middle: everywhere([...look, 'create', 'manage']),
    client: {},
  },
  // Rollouts of companies below the owner install them.
  'routeros-packages': { simrush: everywhere(full), middle: { ...everywhere(full), above: look }, client: {} },
  'device-setups': { simrush: everywhere(full), middle: everywhere(full), client: {} },
  'notification-targets': { simrush: everywhere(full), middle: everywhere(full), client: { own: look } },
  'device-templates': {
    simrush: everywhere(full),
    middle: { ...everywhere(full), above: look },
    client: { own: look, above: look },
  },
  'maintenance-windows': { simrush: everywhere(full), middle: everywhere(full), client: { own: look } },
} satisfies Record<string, AbilityRow>

export type Subject = keyof typeof table
/** In the order of the table. */
export const subjects = Object.keys(table) as Subject[]

const readOnly: readonly Action[] = ['view-list', 'view', 'view-index']
const editing: readonly Action[] = [...readOnly, 'create', 'update', 'import']
/** Subjects about users and their permissions: an editor may only view them. */
const peopleSubjects: readonly Subject[] = ['users', 'user-invites', 'audit-log']
/** Subjects that an editor or a read-only user may neither change nor view. */
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

/** Whether the caller may do `action` on a row of `subject` with this `relation` to the caller's company. */
export function mayOn(who: CallerStanding, ability: Ability, relation: Relation): boolean {
  const granted = (table[ability.subject] as AbilityRow)[rowOf(who.company_type)][relation]
  return granted !== undefined && granted.includes(ability.action) && narrows(who.role, ability)
}

/** Whether the caller may do `action` on at least one kind of row of `subject`: the check before an endpoint runs. */
export function may(who: CallerStanding, ability: Ability): boolean {
  return (['own', 'below', 'above'] as const).some((relation) => mayOn(who, ability, relation))
}

/** The company types below `type`, highest first. A client has no types below it. */
export function typesBelow(type: CompanyType): CompanyType[] {
  return type === 'client' ? [] : companyTypes.slice(companyTypes.indexOf(type) + 1)
}

const roleRank = (role: UserRole) => userRoles.length - userRoles.indexOf(role)

/** A user cannot assign a role above its own. */
export const mayGiveRole = (own: UserRole, given: UserRole): boolean => roleRank(given) <= roleRank(own)

/** All abilities for the sign-in reply, in the order of the table. `read dashboard` is always included. */
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

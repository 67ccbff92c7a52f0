import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { companyTypes, userRoles, type CompanyType, type UserRole } from '@trunkline/contract/abilities'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Databases, Tx } from '../../db/pool.ts'
import { objectKinds } from '../../http/object-kinds.ts'
import { ipamRows, isIpamKind, makeIpamRow, seedTree } from './ipam-fixture.ts'
import {
  inventoryRows,
  isInventoryKind,
  makeInventoryPart,
  makeInventoryRow,
  seedInventory,
} from './inventory-fixture.ts'
import { isOwnedKind, makeOwnedRow, ownedRows, seedOwned } from './owned-rows.ts'
import { isRadiusKind, makeAuthority, makeRadiusRow, seedRadius, radiusRows } from './radius-fixture.ts'

/** Position of a company relative to another; `offered`: a row of the ancestor that it shares with its descendants. */
export const relations = ['own', 'descendant', 'sibling', 'ancestor', 'sibling-descendant', 'shared'] as const
export type TreeRelation = (typeof relations)[number]

/** Whether rows of the kind are shared individually with descendants. */
export const isOffered = (kind: ObjectKind): boolean => kind === 'subnet' || kind === 'tariff'
/** Whether all rows of the kind are readable by descendants of their owner. */
export const isShared = (kind: ObjectKind): boolean =>
  ['subnet-category', 'ip-space', 'nas', 'tag', 'custom-field', 'routeros-package', 'device-template'].includes(kind)

export interface FixtureCompany {
  id: number
  type: CompanyType
  parent: number | null
}

export interface FixtureUser {
  id: number
  company: FixtureCompany
  role: UserRole
  bearer: string
}

/**
 * A tree with two branches to depth five. Visibility is computed from the parent ids stored here, never from the
 * database's own closure, so that an error there shows as a deviation.
 */
export interface MatrixFixture {
  companies: FixtureCompany[]
  actors: FixtureUser[]
  /** A company in this relation to the actor's, undefined if there is none (the provider has no ancestor). */
  place(actor: FixtureCompany, relation: TreeRelation): FixtureCompany | undefined
  /** Whether `company` is `actor` or its descendant. */
  sees(actor: FixtureCompany, company: number): boolean
  /** A new row of the kind at the position, without references to it. For companies: a descendant or sibling. */
  make(
    kind: ObjectKind,
    at: FixtureCompany,
    relation: TreeRelation,
    actor: FixtureUser,
    options?: { trashed?: boolean },
  ): Promise<number>
  /** A new row of the kind that is part of the row `of`. */
  makePart(kind: ObjectKind, of: number): Promise<number>
  /** Ids of all rows of the kind with the company that owns each; `shared`: its descendants can read the row too. */
  rows(kind: ObjectKind): Promise<{ id: number; company: number | null; shared?: boolean }[]>
}

const system = <T>(databases: Databases, work: (tx: Tx) => Promise<T>) =>
  withTenant(databases, { company_id: 0, everything: true }, { write: true }, work)

let serial = 0
const next = () => `${++serial}-${randomBytes(3).toString('hex')}`

async function insertCompany(
  tx: Tx,
  type: CompanyType,
  parent_id: number | null,
  name = `${type} ${next()}`,
): Promise<FixtureCompany> {
  const { id } = await tx
    .insertInto('company')
    .values({ type, parent_id, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, type, parent: parent_id }
}

async function insertUser(tx: Tx, company: number, role: UserRole): Promise<number> {
  const mark = next()
  const { id } = await tx
    .insertInto('app_user')
    .values({
      company_id: company,
      role,
      first_name: 'User',
      last_name: mark,
      email: `${mark}@world.example`,
      email_verified_at: new Date(),
      // Calls of the tests require it for whole companies, which restricts users without it.
      two_factor: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Opens a session without a password: the matrix does not test the sign-in. */
export async function bearerOf(
  databases: Databases,
  user_id: number,
  company_id: number,
  { expired = false } = {},
): Promise<string> {
  const bearer = `tla_${randomBytes(32).toString('base64url')}`
  await system(databases, async (tx) => {
    const { id } = await tx
      .insertInto('session')
      .values({ user_id, company_id, expires_at: new Date(Date.now() + 86_400_000) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('access_token')
      .values({
        hash: createHash('sha256').update(bearer).digest(),
        session_id: id,
        expires_at: new Date(Date.now() + (expired ? -1000 : 3_600_000)),
      })
      .execute()
  })
  return bearer
}

export async function setupMatrixFixture(databases: Databases): Promise<MatrixFixture> {
  const { companies, users } = await system(databases, async (tx) => {
    const root = await insertCompany(tx, 'simrush', null, 'The provider')
    const companies = [root]
    // Two branches at every level: the first has the actors, the second their siblings.
    let line = root
    for (const type of companyTypes.slice(1)) {
      const own = await insertCompany(tx, type, line.id)
      const sibling = await insertCompany(tx, type, line.id)
      companies.push(own, sibling)
      if (type !== 'client') companies.push(await insertCompany(tx, 'client', sibling.id))
      line = own
    }
    const users: { id: number; company: FixtureCompany; role: UserRole }[] = []
    for (const type of companyTypes) {
      const company = companies.find((one) => one.type === type) as FixtureCompany
      for (const role of userRoles) users.push({ id: await insertUser(tx, company.id, role), company, role })
    }
    for (const company of companies)
      if (!users.some((user) => user.company.id === company.id)) await insertUser(tx, company.id, 'primary-admin')
    await seedTree(tx, companies)
    await seedRadius(tx, companies)
    await seedInventory(tx, companies)
    await seedOwned(tx, companies)
    return { companies, users }
  })
  const actors: FixtureUser[] = []
  for (const user of users) actors.push({ ...user, bearer: await bearerOf(databases, user.id, user.company.id) })

  const byId = new Map(companies.map((company) => [company.id, company]))
  const above = (company: FixtureCompany): number[] =>
    company.parent === null ? [] : [company.parent, ...above(byId.get(company.parent) as FixtureCompany)]

  const matrix: MatrixFixture = {
    companies,
    actors,
    sees: (actor, company) => company === actor.id || above(byId.get(company) as FixtureCompany).includes(actor.id),
    place(actor, relation) {
      switch (relation) {
        case 'own':
          return actor
        case 'descendant':
          return (
            companies.find((one) => one.parent === actor.id && companies.some((child) => child.parent === one.id)) ??
            companies.find((one) => one.parent === actor.id)
          )
        case 'ancestor':
        case 'shared':
          return actor.parent === null ? undefined : byId.get(actor.parent)
        case 'sibling':
          return companies.find(
            (one) =>
              one.parent !== null && one.parent === actor.parent && one.id !== actor.id && one.type === actor.type,
          )
        case 'sibling-descendant': {
          const sibling = matrix.place(actor, 'sibling')
          return sibling && companies.find((one) => one.parent === sibling.id)
        }
      }
    },
    make: (kind, at, relation, actor, { trashed = false } = {}) =>
      system(databases, async (tx) => {
        const trash = async (table: string, id: number) => {
          if (trashed) await sql`update ${sql.table(table)} set deleted_at = now() where id = ${id}`.execute(tx)
          return id
        }
        if (isIpamKind(kind)) return makeIpamRow(tx, kind, at.id, { shared: relation === 'shared' })
        if (isRadiusKind(kind)) return makeRadiusRow(tx, kind, at.id, { shared: relation === 'shared' })
        if (isInventoryKind(kind)) return makeInventoryRow(tx, kind, at.id)
        if (isOwnedKind(kind)) return trash(objectKinds[kind].table, await makeOwnedRow(tx, kind, at.id, actor.id))
        switch (kind) {
          case 'company': {
            // The actor's own company and its ancestors are given; otherwise a new one in the same relation.
            if (relation === 'own' || relation === 'ancestor') return at.id
            const parent =
              relation === 'sibling' ? (at.parent as number) : at.type === 'client' ? (at.parent as number) : at.id
            const fresh = await insertCompany(tx, 'client', parent)
            byId.set(fresh.id, fresh)
            return trash('company', fresh.id)
          }
          case 'user':
            return trash('app_user', await insertUser(tx, at.id, 'read-only'))
          case 'invite': {
            const inviter = await tx
              .selectFrom('app_user')
              .select('id')
              .where('company_id', '=', at.id)
              .executeTakeFirstOrThrow()
            const { id } = await tx
              .insertInto('invitation')
              .values({
                company_id: at.id,
                email: `${next()}@world.example`,
                role: 'read-only',
                token_hash: randomBytes(32),
                invited_by_id: inviter.id,
                expires_at: new Date(Date.now() + 86_400_000),
              })
              .returning('id')
              .executeTakeFirstOrThrow()
            return id
          }
          case 'session':
          case 'api-token':
          case 'saved-view':
          case 'import':
          case 'bulk-job': {
            // Belongs to a user: the actor's own at `own`, another user's at every other position.
            const owner = relation === 'own' ? actor.id : await insertUser(tx, at.id, 'read-only')
            if (kind === 'session') {
              const { id } = await tx
                .insertInto('session')
                .values({ user_id: owner, company_id: at.id, expires_at: new Date(Date.now() + 86_400_000) })
                .returning('id')
                .executeTakeFirstOrThrow()
              return id
            }
            if (kind === 'api-token') {
              const { id } = await tx
                .insertInto('api_token')
                .values({
                  user_id: owner,
                  company_id: at.id,
                  name: 'x',
                  prefix: 'tlp_x',
                  hash: randomBytes(32),
                  scopes: ['*:*'],
                  expires_at: new Date(Date.now() + 86_400_000),
                })
                .returning('id')
                .executeTakeFirstOrThrow()
              return id
            }
            if (kind === 'bulk-job') {
              const { id } = await tx
                .insertInto('bulk_job')
                .values({
                  user_id: owner,
                  company_id: at.id,
                  action: 'site.bulk-destroy',
                  object: 'site',
                  rows_total: 0,
                })
                .returning('id')
                .executeTakeFirstOrThrow()
              return id
            }
            if (kind === 'import') {
              const { id } = await tx
                .insertInto('import')
                .values({
                  user_id: owner,
                  company_id: at.id,
                  kind: 'hardware',
                  file_name: 'x.csv',
                  format: 'csv',
                  size_bytes: 1,
                })
                .returning('id')
                .executeTakeFirstOrThrow()
              return id
            }
            const { id } = await tx
              .insertInto('saved_view')
              .values({
                user_id: owner,
                company_id: at.id,
                list: 'companies',
                name: next(),
                scope: 'private',
                state: '{}',
              })
              .returning('id')
              .executeTakeFirstOrThrow()
            return id
          }
          case 'mail': {
            const { id } = await tx
              .insertInto('mail')
              .values({
                company_id: at.id,
                kind: 'welcome',
                to_address: 'a@world.example',
                subject: 's',
                body_text: 't',
                body_html: 'h',
                locale: 'en',
                message_id: next(),
                state: 'failed',
              })
              .returning('id')
              .executeTakeFirstOrThrow()
            return id
          }
          case 'radius-certificate':
            return makeAuthority(tx)
          case 'audit-entry': {
            await sql`select audit_event('send', 'companies', ${at.id}, 'x', ${at.id})`.execute(tx)
            const { id } = await tx
              .selectFrom('audit_log')
              .select(sql<number>`max(id)`.as('id'))
              .executeTakeFirstOrThrow()
            return id
          }
        }
      }),
    makePart: (kind, of) => system(databases, (tx) => makeInventoryPart(tx, kind, of)),
    rows: (kind) =>
      system(databases, async (tx) => {
        const query = isIpamKind(kind)
          ? ipamRows[kind]
          : isRadiusKind(kind)
            ? radiusRows[kind]
            : isInventoryKind(kind)
              ? inventoryRows[kind]
              : isOwnedKind(kind)
                ? ownedRows(kind)
                : {
                    company: sql`select id, id as company from company where deleted_at is null`,
                    user: sql`select id, company_id as company from app_user where deleted_at is null`,
                    invite: sql`select id, company_id as company from invitation`,
                    session: sql`select id, company_id as company from session`,
                    'api-token': sql`select id, company_id as company from api_token`,
                    'saved-view': sql`select id, company_id as company from saved_view`,
                    import: sql`select id, company_id as company from import`,
                    'bulk-job': sql`select id, company_id as company from bulk_job`,
                    mail: sql`select id, null::bigint as company from mail`,
                    'radius-certificate': sql`select id, null::bigint as company from radius_certificate where active`,
                    'audit-entry': sql`select id, company_id as company from audit_log`,
                  }[kind]
        return (await query.$castTo<{ id: number; company: number | null; shared?: boolean }>().execute(tx)).rows
      }),
  }
  return matrix
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { withTenant } from '../../db/tenant-transaction.ts'
import { referencesOf } from '../../http/references.ts'
import { runBulkJob } from '../bulk-jobs.ts'
import { encodeForm, formOf } from '../multipart.ts'
import { startTestPanel } from '../panel.ts'
import { sampleQuery } from '../sample.ts'
import { partKinds } from './inventory-fixture.ts'
import { bearerOf, isOffered, setupMatrixFixture, type TreeRelation, type FixtureUser } from './matrix-fixture.ts'

export interface MatrixRequest {
  status: number
  body: string
}

/** An id of no row. */
export const missing = 4_000_000_000
/** The same for all requests, so that replies can be compared byte by byte. */
export const requestId = 'isolation-matrix'

/** A panel with the tree of companies, and functions to call it as one of its users. */
export async function createMatrix() {
  const panel = await startTestPanel()
  const { app } = panel
  const matrix = await setupMatrixFixture(panel.databases)
  let cells = 0

  async function send(
    endpoint: Endpoint,
    bearer: string | undefined,
    of: { ids?: Record<string, number>; query?: string; body?: unknown } = {},
  ): Promise<MatrixRequest> {
    cells++
    const query = of.query ?? sampleQuery(endpoint)
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => String(of.ids?.[name] ?? missing))
    const form =
      endpoint.upload === undefined || of.body === undefined
        ? undefined
        : await encodeForm(formOf(of.body as object, { name: 'sample.csv', bytes: 'name\nSample\n' }))
    const reply = await app.inject({
      method: endpoint.method,
      url: `/api${path}${query ? `?${query}` : ''}`,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        'x-request-id': requestId,
        prefer: 'respond-async',
        ...form?.headers,
      },
      ...(of.body !== undefined && { payload: form?.payload ?? (of.body as object) }),
    })
    return { status: reply.statusCode, body: reply.body }
  }

  /** The other ids in a call's path: parts of the row `of`, or of another row if they belong elsewhere. */
  async function partsOf(endpoint: Endpoint, of: number): Promise<Record<string, number>> {
    const created: Record<string, number> = {}
    for (const [name, kind] of Object.entries(endpoint.parts ?? {})) created[name] = await matrix.makePart(kind, of)
    return created
  }

  /** A row of the kind that the actor may refer to: of its own company, created on demand. */
  async function ownRefs(endpoint: Endpoint, actor: FixtureUser): Promise<(kind: ObjectKind) => number> {
    const kinds = new Set(referencesOf(endpoint).map(({ kind }) => kind))
    const created = new Map<ObjectKind, number>()
    for (const kind of kinds) created.set(kind, await matrix.make(kind, actor.company, 'own', actor))
    return (kind) => created.get(kind) ?? actor.company.id
  }

  /**
   * Like `ownRefs`, for a body that is sent to the row `of`: references to parts of such a row are parts of this one.
   * All other references, and those of invisible rows, belong to the actor.
   */
  async function refsAt(
    endpoint: Endpoint,
    of: number,
    own: (kind: ObjectKind) => number,
  ): Promise<(kind: ObjectKind) => number> {
    const parts = new Map<ObjectKind, number>()
    for (const { kind } of referencesOf(endpoint))
      if (partKinds[kind] === endpoint.object && !parts.has(kind)) parts.set(kind, await matrix.makePart(kind, of))
    return (kind) => parts.get(kind) ?? own(kind)
  }

  /** The expected list: ids with the company of each, read directly from the tables. */
  async function visibleIds(kind: ObjectKind, actor: FixtureUser): Promise<Set<number>> {
    const rows = await matrix.rows(kind)
    return new Set(
      rows
        .filter(({ company, shared }) =>
          company === null
            ? actor.company.type === 'simrush'
            : matrix.sees(actor.company, company) || (shared === true && isAbove(company, actor)),
        )
        .map(({ id }) => id),
    )
  }

  /** Whether the actor's company is a descendant of it. */
  const isAbove = (company: number, actor: FixtureUser) => {
    const owner = matrix.companies.find(({ id }) => id === company)
    return owner !== undefined && matrix.sees(owner, actor.company.id)
  }

  /** The position of a row of the endpoint's kind in this relation, if it exists. */
  const placeOf = (endpoint: Endpoint, actor: FixtureUser, relation: TreeRelation) =>
    relation === 'shared' && !isOffered(endpoint.object as ObjectKind)
      ? undefined
      : matrix.place(actor.company, relation)

  /** Some calls end a session or change the actor's row or company; the next cell starts from a clean state. */
  async function renew(endpoint: Endpoint): Promise<void> {
    if (endpoint.method === 'GET') return
    const ended = await withTenant(
      panel.databases,
      { company_id: 0, everything: true },
      { write: true },
      async (tx) => {
        await sql`update company set is_active = true, deleted_at = null where not is_active or deleted_at is not null`.execute(
          tx,
        )
        const ids = matrix.actors.map((one) => one.id)
        const roles = matrix.actors.map((one) => one.role)
        const changed = sql`from unnest(${ids}::bigint[], ${roles}::text[]) w(id, role) where u.id = w.id and (not u.is_active or u.deleted_at is not null or u.role <> w.role)`
        const { rows } =
          await sql`select u.id from app_user u, unnest(${ids}::bigint[], ${roles}::text[]) w(id, role) where u.id = w.id and (not u.is_active or u.deleted_at is not null or u.role <> w.role)`.execute(
            tx,
          )
        if (rows.length > 0) {
          // A user promoted to primary admin is demoted first.
          await sql`update app_user set role = 'admin' where role = 'primary-admin' and not id = any (${ids}::bigint[]) and company_id = any (${matrix.actors.map((one) => one.company.id)}::bigint[])`.execute(
            tx,
          )
          await sql`update app_user u set role = 'admin', is_active = true, deleted_at = null ${changed}`.execute(tx)
          await sql`update app_user u set role = w.role ${changed}`.execute(tx)
        }
        const hashes = matrix.actors.map((one) => createHash('sha256').update(one.bearer).digest())
        const open = await sql<{
          id: number
        }>`select s.user_id as id from session s join access_token t on t.session_id = s.id where s.ended_at is null and t.hash = any (${hashes}::bytea[])`.execute(
          tx,
        )
        return matrix.actors.filter((one) => !open.rows.some(({ id }) => id === one.id))
      },
    )
    for (const one of ended) one.bearer = await bearerOf(panel.databases, one.id, one.company.id)
  }

  const tables: Partial<Record<ObjectKind, string>> = { company: 'company', user: 'app_user' }
  async function snapshot(kind: ObjectKind, id: number): Promise<string> {
    const table = tables[kind]
    if (table === undefined) return ''
    const rows = await withTenant(panel.databases, { company_id: 0, everything: true }, { write: false }, (tx) =>
      sql`select * from ${sql.table(table)} where id = ${id}`.execute(tx),
    )
    return JSON.stringify(rows.rows)
  }

  /** Runs a bulk job. @returns the state of a row in its report */
  async function runJob(job: number, row: number): Promise<string | undefined> {
    await runBulkJob(panel, job)
    const { rows } = await panel.sql((tx) =>
      sql<{ state: string }>`select state from bulk_job_row where bulk_job_id = ${job} and row_id = ${row}`.execute(tx),
    )
    return rows[0]?.state
  }

  return {
    panel,
    world: matrix,
    send,
    ownRefs,
    refsAt,
    partsOf,
    visibleIds,
    isAbove,
    placeOf,
    renew,
    snapshot,
    runJob,
    async stop() {
      await panel.stop()
      process.stdout.write(`isolation matrix: ${cells} cells\n`)
    },
  }
}

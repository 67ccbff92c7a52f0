import { sql } from 'kysely'
import { prepareCertificates } from '../../features/radius-certificates/certificate-store.ts'
import { seal } from '../../sessions/seal.ts'
import { objectKinds } from '../../http/object-kinds.ts'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import type { TestPanel } from '../panel.ts'
import type { MatrixFixture, FixtureCompany, FixtureUser } from '../matrix/matrix-fixture.ts'
import type { Random } from './random.ts'
import type { Rows } from './requests.ts'

/** The test panel's encryption key. */
const key = Buffer.alloc(32, 7)
const kinds = Object.keys(objectKinds) as ObjectKind[]

/**
 * New rows of every kind for the companies of the actors. `renew` replaces those that requests have used up, and
 * reverts changes that would make all further requests fail.
 */
export async function createFuzzRows(panel: TestPanel, matrix: MatrixFixture) {
  const companies = new Map(matrix.actors.map(({ company }) => [company.id, company]))
  const created = new Map<string, number>()
  const parts = new Map<string, Promise<number>>()
  await prepareCertificates({
    config: { key, formerKeys: [], baseUrl: 'http://localhost' },
    databases: panel.databases,
    log: { info: () => undefined },
  })

  async function renew(): Promise<void> {
    parts.clear()
    for (const company of companies.values()) {
      const actor = matrix.actors.find((one) => one.company.id === company.id) as FixtureUser
      for (const kind of kinds) {
        const relation = kind === 'company' && company.type !== 'client' ? 'descendant' : 'own'
        created.set(`${kind} ${company.id}`, await matrix.make(kind, company, relation, actor))
      }
    }
    await panel.sql(async (tx) => {
      // The rows of the fixture contain no secrets that can be decrypted.
      for (const [table, column] of [
        ['service', 'password'],
        ['nas', 'secret'],
      ] as const)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal(key, 'a secret of a test')} where ${sql.ref(column)} = '\\x00'`.execute(
          tx,
        )
      await sql`update setting set value = 'false' where key = 'licence_enforcement'`.execute(tx)
      const { rows } = await sql<{
        id: number
      }>`select id from radius_certificate where kind = 'ca' and active and signing_key is not null order by id limit 1`.execute(
        tx,
      )
      if (rows[0] !== undefined)
        for (const { id } of companies.values()) created.set(`radius-certificate ${id}`, rows[0].id)
    })
  }
  await renew()

  /** The rows for requests of this actor: mostly of its own company. */
  const rowsOf = (random: Random, actor: FixtureUser): Rows => ({
    row(kind) {
      const company = random.chance(0.8) ? actor.company : random.pick([...companies.values()] as FixtureCompany[])
      return created.get(`${kind} ${company.id}`) ?? company.id
    },
    part(kind, of) {
      const key = `${kind} ${of}`
      const part = parts.get(key) ?? matrix.makePart(kind as ObjectKind, of).catch(() => of)
      parts.set(key, part)
      return part
    },
  })
  return { renew, rowsOf }
}

/**
 * Texts that no request may store, as a PostgreSQL regular expression, including the replacement of bytes that are not
 * UTF-8.
 */
const unwanted = '[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ufffd]'

/** The columns of all tables that contain such a text, with one example each. */
export async function storedViolations(panel: TestPanel): Promise<string[]> {
  return panel.sql(async (tx) => {
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
        and not a.attisdropped and a.atttypid::regtype::text in ('text', 'text[]', 'jsonb', 'character varying')
        and has_column_privilege(c.oid, a.attnum, 'select')`.execute(tx)
    const errors: string[] = []
    for (const { table, column } of columns) {
      const { rows } = await sql<{ text: string }>`
        select ${sql.ref(column)}::text as text from ${sql.table(table)} where ${sql.ref(column)}::text ~ ${unwanted} limit 1`.execute(
        tx,
      )
      for (const { text } of rows) errors.push(`${table}.${column}: ${JSON.stringify(text.slice(0, 200))}`)
    }
    return errors
  })
}

import { message } from '@trunkline/contract/errors'
import type { Body } from '@trunkline/contract/endpoint'
import type { sites } from '@trunkline/contract/resources/site'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import { AppError, countMessages, invalid } from '../../errors.ts'
import type { RowWrite } from '../../http/standard-handlers.ts'
import { referenceColumns } from '../../reference/fields.ts'

type StoredSite = StoredRow
type SiteBody = Partial<Body<typeof sites.store>> & Omit<Body<typeof sites.update>, 'version'>

/**
 * A site belongs to a client.
 * @returns the time zone of the company, the default of the site
 * @throws AppError validation_failed at `company_id`
 */
async function checkCompany(tx: Tx, company_id: number | undefined): Promise<string> {
  if (company_id === undefined) throw invalid({ company_id: message('field.required') })
  const company = await tx
    .selectFrom('company')
    .select(['type', 'time_zone', 'deleted_at'])
    .where('id', '=', company_id)
    .executeTakeFirst()
  if (company === undefined || company.deleted_at !== null)
    throw invalid({ company_id: message('row.missing', { kind: 'company' }) })
  if (company.type !== 'client') throw invalid({ company_id: message('site.client_required') })
  return company.time_zone
}

/** @throws AppError validation_failed if only one of latitude and longitude would be set */
function checkPosition(body: SiteBody, before: StoredSite | undefined): void {
  const half = (field: 'latitude' | 'longitude') => (body[field] === undefined ? before?.[field] : body[field]) ?? null
  if ((half('latitude') === null) === (half('longitude') === null)) return
  const missing = half('latitude') === null ? 'latitude' : 'longitude'
  throw invalid({ [missing]: message('site.position_incomplete') })
}

/** Company of a new site: the given one, or the caller's if it is a client. */
const ownerOf = ({ company_id }: SiteBody, actor: Actor): number | undefined =>
  company_id ?? (actor.company_type === 'client' ? actor.company_id : undefined)

/** Validation and column mapping of a site write. */
export const siteWrite = {
  /** @returns the time zone of the company of a new site */
  async validate(tx: Tx, { body, actor, before }: RowWrite<SiteBody>): Promise<string | undefined> {
    const zone = before === undefined ? await checkCompany(tx, ownerOf(body, actor)) : undefined
    checkPosition(body, before)
    return zone
  },

  columns({ body, actor, before }: RowWrite<SiteBody>, companyZone: string | undefined): StoredRow {
    const { countyIsoCode, telephone, time_zone, contact_email, company_id: _, ...same } = body
    return {
      ...same,
      ...(before === undefined && { company_id: ownerOf(body, actor) }),
      contact_email: contact_email === '' ? null : contact_email?.toLowerCase(),
      ...referenceColumns({ countyIsoCode, telephone, time_zone: time_zone ?? companyZone }),
    }
  },
}

/** Maximum number of devices and services named in the error. */
const maxNamed = 20

/**
 * A site can be deleted only if it has no live devices and services.
 * @throws AppError conflict with `details.holders`: the first 20 of them
 */
export async function checkVacant(row: StoredSite, _call: unknown, tx: Tx): Promise<void> {
  const id = Number(row['id'])
  const { rows } = await sql<{ kind: 'hardware' | 'service'; id: number; name: string; total: number }>`
    (select 'hardware' as kind, id, name::text, count(*) over () as total from hardware where site_id = ${id} and deleted_at is null order by id limit ${maxNamed})
    union all
    (select 'service', id, username, count(*) over () from service where site_id = ${id} and deleted_at is null order by id limit ${maxNamed})`.execute(
    tx,
  )
  if (rows.length === 0) return
  const totalOf = (kind: string) => rows.find((one) => one.kind === kind)?.total ?? 0
  const [hardware, services] = [totalOf('hardware'), totalOf('service')]
  throw new AppError('conflict', {
    reason: message('site.not_empty', { contents: countMessages({ hardware, service: services }) }),
    details: {
      hardware,
      services,
      holders: rows.slice(0, maxNamed).map(({ kind, id: occupant, name }) => ({ kind, id: occupant, name })),
    },
  })
}

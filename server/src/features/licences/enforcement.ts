import { message } from '@trunkline/contract/errors'
import type { LicencePart } from '@trunkline/contract/resources/licence-enums'
import type { Actor } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Databases } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { readEnforcedSince } from '../installation/public-settings.ts'
import { coverageOf } from './licence-coverage.ts'

/** Cache lifetime in milliseconds, in case a notification of a change was lost. */
const cacheMs = 5000
const maxEntries = 20_000

interface CachedParts {
  /** Parts that are read-only for the company; a promise while the query runs. */
  closed: Promise<ReadonlySet<LicencePart>>
  until: number
}

/** Cached parts by company. One map per pool, because tests open several databases. */
const cache = new WeakMap<Databases, Map<number, CachedParts>>()
const cacheOf = (databases: Databases): Map<number, CachedParts> => {
  let map = cache.get(databases)
  if (map === undefined) cache.set(databases, (map = new Map()))
  return map
}

const none: ReadonlySet<LicencePart> = new Set()

const queryClosedParts = (databases: Databases, company_id: number): Promise<ReadonlySet<LicencePart>> =>
  withTenant(databases, { company_id, everything: false }, { write: false }, async (tx) => {
    const since = await readEnforcedSince(tx)
    if (since === null) return none
    const standing = await coverageOf(tx, company_id, since)
    return new Set(standing.filter(({ state }) => state === 'closed').map(({ part }) => part))
  })

function closedParts(databases: Databases, company_id: number): Promise<ReadonlySet<LicencePart>> {
  const known = cacheOf(databases)
  const now = performance.now()
  const found = known.get(company_id)
  if (found !== undefined && found.until > now) return found.closed
  if (known.size >= maxEntries) known.clear()
  const entry: CachedParts = { closed: queryClosedParts(databases, company_id), until: now + cacheMs }
  known.set(company_id, entry)
  entry.closed.catch(() => known.get(company_id) === entry && known.delete(company_id))
  return entry.closed
}

/** If licences are enforced, parts without a licence are read-only for a company. */
export interface LicenceCheck {
  /** @throws AppError licence_missing if the part is read-only for the actor's company */
  assertOpen(actor: Actor, part: LicencePart): Promise<void>
  /** Clears the cache: licences are read again at the next call of each company. */
  forget(): void
}

export const createLicenceCheck = (databases: Databases): LicenceCheck => ({
  async assertOpen({ company_type, company_id }, part) {
    if (company_type === 'simrush') return
    if ((await closedParts(databases, company_id)).has(part))
      throw new AppError('licence_missing', {
        reason: message('licence.part_missing', { part }),
        details: { part },
      })
  },
  forget: () => cache.get(databases)?.clear(),
})

/** Handles a notification of the process's listener: another process changed licences. */
export function onLicenceChange(databases: Databases, channel: string, payload: string): void {
  if (channel !== 'trunkline_changed') return
  const { subject } = JSON.parse(payload) as { subject?: string }
  if (subject === 'licences') cache.get(databases)?.clear()
}

import { message } from '@trunkline/contract/errors'
import type { LicencePart } from '@trunkline/contract/resources/licence-enums'
import type { Actor } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Databases } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { readEnforcedSince } from '../installation/public-settings.ts'
import { standingOf } from './licence-coverage.ts'

/** Milliseconds for which an answer counts where no change of it was heard. */
const cacheMs = 5000
const maxEntries = 20_000

interface CachedParts {
  /** Parts that the company may only look at; also while it is being asked. */
  closed: Promise<ReadonlySet<LicencePart>>
  until: number
}

/** What one process remembers about the companies of one database. Kept by pool, because tests open several. */
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
    const standing = await standingOf(tx, company_id, since)
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

/** Where licences are enforced, what a company has no licence for is read-only to it. */
export interface LicenceCheck {
  /** @throws AppError licence_missing where the actor's company may only look at the part */
  assertOpen(actor: Actor, part: LicencePart): Promise<void>
  /** The licences of each company are read again at its next call. */
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

/** What the process's listener calls with a message: licences changed, in whatever process. */
export function onLicenceChange(databases: Databases, channel: string, payload: string): void {
  if (channel !== 'trunkline_changed') return
  const { subject } = JSON.parse(payload) as { subject?: string }
  if (subject === 'licences') cache.get(databases)?.clear()
}

import type { LicenceLevel, LicencePart, LicenceStatus, LicenceType } from '@trunkline/contract/resources/licence-enums'
import { reminderDays } from '@trunkline/contract/resources/licence-enums'
import { sql } from 'kysely'
import type { Tx } from '@trunkline/server/db/pool'
import { newKey } from '@trunkline/server/features/licences/licence-keys'
import type { PlannedCompany } from './plan.ts'

interface PlannedLicence {
  company_id: number
  key: string
  level: LicenceLevel
  category: LicencePart
  type: LicenceType
  permissions: LicencePart[]
  quantity: number
  /** Days from today. */
  starts: number
  ends: number | null
  status: LicenceStatus
  notes: string | null
}

const licence = (
  company: PlannedCompany,
  of: Pick<PlannedLicence, 'category' | 'starts' | 'ends'> & Partial<PlannedLicence>,
): PlannedLicence => ({
  company_id: company.id as number,
  key: newKey(),
  level: 'standard',
  type: of.ends === null ? 'perpetual' : 'subscription',
  quantity: 1,
  status: 'active',
  notes: null,
  ...of,
  permissions: [of.category, ...(of.permissions ?? [])],
})

/** Licences of every category and state, some of them about to expire. */
function planned(companies: readonly PlannedCompany[]): PlannedLicence[] {
  const sellers = companies.filter(({ type, state }) => type !== 'simrush' && type !== 'client' && state === undefined)
  const clients = companies.filter(({ type, state }) => type === 'client' && state === undefined)
  const list = sellers.flatMap((company, i) => {
    const master = company.type === 'master-distributor'
    const of = (more: Parameters<typeof licence>[1]) => licence(company, more)
    return [
      of({ category: 'hardware', permissions: ['wifi'], starts: -200 + i, ends: 20 + ((i * 41) % 320), quantity: 500 }),
      of({
        category: 'radius',
        permissions: ['vpn'],
        level: master ? 'premium' : 'standard',
        starts: -190 + i,
        ends: 9 + ((i * 67) % 330),
        quantity: 2000,
      }),
      of({ category: 'ipam', starts: -180 + i, ends: master ? null : 160 + ((i * 23) % 190) }),
      ...(i % 3 === 1
        ? [of({ category: 'vpn', level: 'basic', type: 'trial', starts: -60, ends: -30 + (i % 5), status: 'expired' })]
        : []),
      ...(i % 4 === 2
        ? [of({ category: 'wifi', starts: -90, ends: 200, status: 'suspended', notes: 'Invoice open' })]
        : []),
      ...(i % 5 === 3 ? [of({ category: 'hardware', starts: -300, ends: 65, status: 'cancelled' })] : []),
    ]
  })
  for (const [i, company] of clients.entries())
    if (i % 3 === 0)
      list.push(
        licence(company, {
          category: 'wifi',
          permissions: i % 2 === 0 ? ['hardware'] : [],
          level: 'basic',
          type: i % 2 === 0 ? 'subscription' : 'trial',
          starts: -25 - i,
          ends: 5 + ((i * 19) % 120),
          status: i % 6 === 3 ? 'available' : 'active',
        }),
      )
  return list
}

/** Inserts all licences in one statement, and the sent reminders of expiring ones in another. */
export async function writeLicences(tx: Tx, companies: readonly PlannedCompany[], now: number): Promise<void> {
  await sql`
    insert into licence (company_id, key, level, category, type, permissions, quantity, starts_on, expires_on, status, notes, created_at, updated_at)
    select l.company_id, l.key, l.level, l.category, l.type, l.permissions, l.quantity, d.today + l.starts, d.today + l.ends, l.status, l.notes,
      d.today + l.starts - interval '15 hours', d.today + l.starts - interval '15 hours'
    from jsonb_to_recordset(${JSON.stringify(planned(companies))}::jsonb) as l(company_id bigint, key text, level text, category text, type text,
      permissions text[], quantity int, starts int, ends int, status text, notes text), (select to_timestamp(${now / 1000})::date as today) d`.execute(
    tx,
  )
  await sql`
    insert into licence_reminder (licence_id, days, expires_on, sent_to, sent_by, sent_at)
    select l.id, n.days, l.expires_on, array(select u.email from app_user u where u.company_id = l.company_id and u.role in ('primary-admin', 'admin') order by u.id),
      'system', l.expires_on - n.days + time '06:12'
    from licence l, unnest(array[${sql.raw(reminderDays.join())}]) as n(days)
    where l.status in ('available', 'active') and n.days >= l.expires_on - current_date and l.created_at < l.expires_on - n.days`.execute(
    tx,
  )
}

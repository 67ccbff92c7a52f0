import { sql } from 'kysely'
import { companyTypeLabels } from '../../reference/labels.ts'
import { findOwned, type Finder } from './finder.ts'

/** By name, legal name, numbers, e-mail address, phone number, city, address and postcode. */
const companies: Finder = async (tx, actor, question, limit) => {
  const found = await findOwned(tx, actor, question, limit, {
    kind: 'companies',
    table: 'company',
    shown: sql`t.name as title, t.id as company_id, t.type as company_type, concat_ws(', ', t.email, t.telephone, t.city) as detail,
      case when t.is_active then 'active' else 'inactive' end as state`,
    order: 't.name, t.id',
  })
  return found.map((hit) => ({
    ...hit,
    detail: [hit.company_type && companyTypeLabels[hit.company_type][actor.locale], hit.detail]
      .filter(Boolean)
      .join(', '),
  }))
}

/** By name, e-mail address and phone number. */
const users: Finder = (tx, actor, question, limit) =>
  findOwned(tx, actor, question, limit, {
    kind: 'users',
    table: 'app_user',
    shown: sql`t.name as title, t.company_id, concat_ws(', ', t.email, t.telephone) as detail,
      case when t.is_active then 'active' else 'inactive' end as state`,
    order: 't.name, t.id',
  })

/** By e-mail address and the name of the new company, the latest first. */
const invitations: Finder = (tx, actor, question, limit) =>
  findOwned(tx, actor, question, limit, {
    kind: 'user-invites',
    table: 'invitation',
    where: sql`true`,
    shown: sql`t.email as title, t.company_id, coalesce(t.new_company_name, (select c.name from company c where c.id = t.company_id)) as detail,
      case when t.accepted_at is not null then 'accepted' when t.cancelled_at is not null then 'cancelled'
        when t.expires_at <= now() then 'expired' else 'pending' end as state`,
    order: 't.id desc',
  })

export const peopleFinders = { companies, users, 'user-invites': invitations }

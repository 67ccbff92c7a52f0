import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** A recipient of mails about the records of a company. */
export interface Admin {
  id: number
  name: string
  email: string
  locale: 'en' | 'de'
  /** Name of the company. */
  company: string
}

/** Administrators of the company who can sign in, oldest first. */
export async function adminsOf(tx: Tx, company_id: number): Promise<Admin[]> {
  const { rows } = await sql<Admin>`
    select u.id, u.name, u.email, u.locale, c.name as company from app_user u join company c on c.id = u.company_id
    where u.company_id = ${company_id} and u.role in ('primary-admin', 'admin') and u.is_active and u.deleted_at is null
      and c.deleted_at is null order by u.id`.execute(tx)
  return rows
}

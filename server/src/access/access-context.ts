import type { Config } from '../config.ts'
import type { TenantSettings } from '../db/tenant-transaction.ts'
import type { Databases } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import type { MailService } from '../mail/queue.ts'
import type { PasswordCost } from './password-hash.ts'

/** What everything in this room works with. `Deps` of the server is one. */
export interface AccessContext {
  config: Pick<Config, 'baseUrl' | 'key'> &
    Partial<Pick<Config, 'formerKeys'>> & { passwordCost?: PasswordCost | undefined }
  log: Logger
  databases: Databases
  mail: Pick<MailService, 'queue'>
}

/** Where a request without an actor comes from. */
export interface Visit {
  ip: string
  user_agent?: string | undefined
  id?: string | undefined
  /** Reads a cookie of the request. */
  cookie?(name: string): string | undefined
}

/** What the audit log tells of somebody who is not signed in, or not yet. */
export const asVisitor = (visit: Visit, who: { id?: number; label: string }): Partial<TenantSettings> => ({
  actor_id: who.id,
  actor_name: who.label,
  ip: visit.ip,
  request_id: visit.id,
})

/** Name and address as the audit log keeps them. */
export const labelOf = (person: { name: string; email: string }): string => `${person.name} <${person.email}>`

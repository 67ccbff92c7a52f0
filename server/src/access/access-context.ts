import type { Config } from '../config.ts'
import type { TenantSettings } from '../db/tenant-transaction.ts'
import type { Databases } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import type { MailService } from '../mail/queue.ts'
import type { PasswordCost } from './password-hash.ts'

/** The dependencies of the access module. `Deps` of the server satisfies it. */
export interface AccessContext {
  config: Pick<Config, 'baseUrl' | 'key'> &
    Partial<Pick<Config, 'formerKeys'>> & { passwordCost?: PasswordCost | undefined }
  log: Logger
  databases: Databases
  mail: Pick<MailService, 'queue'>
}

/** The origin of a request that has no actor. */
export interface Visit {
  ip: string
  user_agent?: string | undefined
  id?: string | undefined
  /** Reads a cookie of the request. */
  cookie?(name: string): string | undefined
}

/** The audit log's actor for a caller who is not signed in. */
export const asVisitor = (visit: Visit, who: { id?: number; label: string }): Partial<TenantSettings> => ({
  actor_id: who.id,
  actor_name: who.label,
  ip: visit.ip,
  request_id: visit.id,
})

/** Name and e-mail address in the format of the audit log. */
export const labelOf = (person: { name: string; email: string }): string => `${person.name} <${person.email}>`

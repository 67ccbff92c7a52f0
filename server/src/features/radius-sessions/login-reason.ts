import type { loginReasons } from '@trunkline/contract/resources/radius-enums'
import { sql, type RawBuilder } from 'kysely'

export type LoginReason = (typeof loginReasons)[number]

/** The reason that a word of FreeRADIUS's functions (`Panel-Reason`, the log of logins) stands for: `pool-full`. */
export const loginReason = (word: string): LoginReason => `login.${word.replaceAll('-', '_')}` as LoginReason

/** The same in SQL, of `auth_log.reason`; null where the login was accepted. */
export const loginReasonOf = (column: string): RawBuilder<LoginReason | null> =>
  sql<LoginReason | null>`'login.' || replace(nullif(${sql.ref(column)}, ''), '-', '_')`

import type { loginReasons } from '@trunkline/contract/resources/radius-enums'
import { sql, type RawBuilder } from 'kysely'

export type LoginReason = (typeof loginReasons)[number]

/** The reason of a code of the FreeRADIUS functions (`Panel-Reason`, login log), such as `pool-full`. */
export const loginReason = (word: string): LoginReason => `login.${word.replaceAll('-', '_')}` as LoginReason

/** The same as SQL over `auth_log.reason`; null if the login was accepted. */
export const loginReasonOf = (column: string): RawBuilder<LoginReason | null> =>
  sql<LoginReason | null>`'login.' || replace(nullif(${sql.ref(column)}, ''), '-', '_')`

import { controlCharacters } from '@trunkline/contract/control-characters'
import { sql } from 'kysely'
import { totpContext } from '../../access/two-factor.ts'
import { mailContext } from '../../mail/encrypted-body.ts'
import type { Tx } from '../../db/pool.ts'
import { isOutdated, open, seal, type Keys } from '../../secrets.ts'
import { open as openRadius, seal as sealRadius } from '../../sessions/seal.ts'
import {
  backupFileContext,
  commandContext,
  passwordContext,
  rolloutContext,
  variableContext,
} from '../../devices/password-context.ts'
import { accessContext } from '../../devices/wifi/access-load.ts'
import { targetContext } from '../../alerts/notify/secret.ts'
import { passphraseDigest } from '../../devices/wifi/digest.ts'
import { authorityContext } from '../radius-certificates/certificate-store.ts'

/** Result of a run; contains no secrets. */
export interface Rotation {
  /** Number of values re-encrypted with the current key. */
  sealed: number
  /** Number of values that already used it. */
  unchanged: number
  /** Number of values that no key decrypts, which are unchanged. */
  unopened: number
}

/** Rows of one kind, processed in batches by id, each batch in a separate transaction. */
interface Kind {
  name: string
  table: string
  id: string
  columns: readonly string[]
  /** Column that identifies the row in the additional data of its values, if not the id. */
  owner?: string
  /** The re-encrypted value; the same value if it already uses the current key; undefined if no key decrypts it. */
  renew(sealed: Buffer, id: number, owner: string): Buffer | undefined
  /** Further columns derived from the value and the current key. */
  beside?: (sealed: Buffer, id: number) => Record<string, string>
}

const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

const notInTexts = new RegExp(String.raw`[${controlCharacters.ascii}\ufffd]`)
// A text entered by a person or router. A wrong key yields random bytes, which are practically never valid text.
const isText = (text: string) => text !== '' && !notInTexts.test(text)

/** A private key in PEM, which has several lines. */
const isPrivateKey = (text: string) => text.startsWith('-----BEGIN ') && text.trimEnd().endsWith(' PRIVATE KEY-----')

/** RADIUS secrets contain no key id: each key is tried, and the result must be text. */
function renewRadius(
  keys: readonly [Buffer, ...Buffer[]],
  sealed: Buffer,
  fits: (text: string) => boolean = isText,
): Buffer | undefined {
  for (const [at, key] of keys.entries()) {
    const text = attempt(() => openRadius(key, sealed))
    if (text !== undefined && fits(text)) return at === 0 ? sealed : sealRadius(keys[0], text)
  }
  return undefined
}

function renew(keys: Keys, sealed: Buffer, context: string): Buffer | undefined {
  const text = attempt(() => open(keys, sealed, context))
  return text === undefined ? undefined : isOutdated(keys, sealed) ? seal(keys, text, context) : sealed
}

const kindsOf = (keys: readonly [Buffer, ...Buffer[]]): Kind[] => [
  {
    name: 'passwords of devices',
    table: 'hardware',
    id: 'id',
    columns: ['management_password'],
    renew: (sealed, id) => renew(keys, sealed, passwordContext(id)),
  },
  {
    name: 'addresses and tokens of notification targets',
    table: 'notification_target',
    id: 'id',
    columns: ['secret'],
    renew: (sealed) => renew(keys, sealed, targetContext),
  },
  {
    name: 'secrets of queued commands',
    table: 'device_command',
    id: 'id',
    columns: ['secret'],
    renew: (sealed, id) => renew(keys, sealed, commandContext(id)),
  },
  {
    name: 'logins of routers before their first call',
    table: 'call_home',
    id: 'id',
    columns: ['secret'],
    renew: (sealed, id) => renew(keys, sealed, `call-home:${id}`),
  },
  {
    name: 'secrets of rollouts',
    table: 'rollout',
    id: 'id',
    columns: ['secret'],
    renew: (sealed, id) => renew(keys, sealed, rolloutContext(id)),
  },
  {
    name: 'secret variables of templates',
    table: 'template_variable',
    id: 'id',
    columns: ['secret'],
    renew: (sealed, id) => renew(keys, sealed, variableContext(id)),
  },
  {
    name: 'tokens of setup lines',
    table: 'device_setup_key',
    id: 'company_id',
    columns: ['secret'],
    renew: (sealed, id) => renew(keys, sealed, `device-setup-key:${id}`),
  },
  {
    name: 'keys of configuration backups',
    table: 'config_backup_file',
    id: 'id',
    columns: ['secret'],
    renew: (sealed, id) => renew(keys, sealed, backupFileContext(id)),
  },
  {
    name: 'passphrases of Wi-Fi networks',
    table: 'wifi_setting',
    id: 'id',
    columns: ['passphrase'],
    renew: (sealed, id) => renew(keys, sealed, `wifi-setting:${id}`),
    beside: (sealed, id) => ({ passphrase_digest: passphraseDigest(keys, open(keys, sealed, `wifi-setting:${id}`)) }),
  },
  {
    name: 'passphrases of Wi-Fi access lists',
    table: 'access_control',
    id: 'id',
    columns: ['passphrase'],
    renew: (sealed, id) => renew(keys, sealed, accessContext(id)),
    beside: (sealed, id) => ({ passphrase_digest: passphraseDigest(keys, open(keys, sealed, accessContext(id))) }),
  },
  {
    name: 'two-factor secrets',
    table: 'user_credential',
    id: 'user_id',
    columns: ['totp_secret', 'totp_pending'],
    renew: (sealed, id) => renew(keys, sealed, totpContext(id)),
  },
  {
    name: 'mails with a secret link',
    table: 'mail',
    id: 'id',
    columns: ['sealed_body'],
    owner: 'message_id',
    renew: (sealed, _, message_id) => renew(keys, sealed, mailContext(message_id)),
  },
  {
    name: 'secrets of NAS devices',
    table: 'nas',
    id: 'id',
    columns: ['secret', 'ipoe_password'],
    renew: (sealed) => renewRadius(keys, sealed),
  },
  {
    name: 'passwords of services and dial-ups',
    table: 'service',
    id: 'id',
    columns: ['password'],
    renew: (sealed) => renewRadius(keys, sealed),
  },
  {
    name: 'private key of the RADIUS server certificate',
    table: 'radius_certificate',
    id: 'id',
    columns: ['private_key'],
    renew: (sealed) => renewRadius(keys, sealed, isPrivateKey),
  },
  {
    name: 'private keys of RADIUS CAs',
    table: 'radius_certificate',
    id: 'id',
    columns: ['signing_key'],
    renew: (sealed, id) => renew(keys, sealed, authorityContext(id)),
  },
]

/** Rows of each kind that `countOpened` samples. */
const probed = 20

/**
 * Number of encrypted values in a sample of each kind, and how many of them `key` decrypts.
 * @param tx a transaction that sees all rows
 */
export async function countOpened(tx: Tx, key: Buffer): Promise<{ sealed: number; opened: number }> {
  const count = { sealed: 0, opened: 0 }
  for (const { table, id, columns, owner, renew: opens } of kindsOf([key]))
    for (const column of columns) {
      const { rows } = await sql<{ row_id: number; owner: string; value: Buffer }>`
        select ${sql.ref(id)} as row_id, ${sql.ref(owner ?? id)}::text as owner, ${sql.ref(column)} as value from ${sql.table(table)}
        where ${sql.ref(column)} is not null order by 1 desc limit ${probed}`.execute(tx)
      count.sealed += rows.length
      count.opened += rows.filter(({ row_id, owner: of, value }) => opens(value, row_id, of) !== undefined).length
    }
  return count
}

const batch = 500

/**
 * Re-encrypts with the current key all values of a former one: device passwords, two-factor secrets, Wi-Fi passphrases,
 * and secrets that FreeRADIUS decrypts. Can run while the panel is running, and be interrupted and repeated at any
 * time: values of the current key are skipped.
 * @param runTransaction runs a batch in a transaction that sees all rows
 */
export async function rotateKeys(
  runTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  keys: readonly [Buffer, ...Buffer[]],
): Promise<Record<string, Rotation>> {
  const report: Record<string, Rotation> = {}
  for (const kind of kindsOf(keys)) {
    const done: Rotation = { sealed: 0, unchanged: 0, unopened: 0 }
    let after: number | undefined = 0
    while (after !== undefined) after = await runTransaction((tx) => rotateBatch(tx, kind, after as number, done))
    report[kind.name] = done
  }
  return report
}

/** @returns the last id of the batch; undefined after the last one */
async function rotateBatch(
  tx: Tx,
  { table, id, columns, owner, renew: renewed, beside }: Kind,
  after: number,
  done: Rotation,
): Promise<number | undefined> {
  const any = sql.join(
    columns.map((column) => sql`${sql.ref(column)} is not null`),
    sql` or `,
  )
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.ref(id)} as row_id, ${sql.ref(owner ?? id)}::text as row_owner, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(id)} > ${after} and (${any}) order by ${sql.ref(id)} limit ${batch} for no key update`.execute(tx)
  for (const row of rows)
    for (const column of columns) {
      const sealed = row[column] as Buffer | null
      if (sealed === null) continue
      const fresh = renewed(sealed, Number(row['row_id']), row['row_owner'] as string)
      if (fresh === undefined) done.unopened++
      else if (fresh === sealed) done.unchanged++
      else {
        const created = Object.entries(beside?.(fresh, Number(row['row_id'])) ?? {})
        const set = [[column, fresh] as const, ...created].map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
        await sql`update ${sql.table(table)} set ${sql.join(set)} where ${sql.ref(id)} = ${row['row_id']}`.execute(tx)
        done.sealed++
      }
    }
  return rows.length < batch ? undefined : Number(rows.at(-1)?.['row_id'])
}

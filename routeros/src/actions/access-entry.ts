import type { CallOptions, Session } from '../session.ts'
import { quoted } from '../values/script.ts'
import { isMissingRow, unlessRejected } from './missing.ts'

const scheduler = 'system/scheduler'
/** The start-up entry runs with these policies: it creates a certificate, and selects it for a service. */
const entryPolicy = 'ftp,reboot,read,write,policy,sensitive,test'

/** Name of the entry of a rollback or backup. */
export const accessEntryName = (plain: string): string => `${plain}-access`

/**
 * A start-up entry that a backup contains: loading it may lose the certificate of api-ssl, and with it the connection of
 * the panel. The entry creates another one, which a user then has to accept.
 */
function accessScript(plain: string, certificate: string): string {
  return [
    ':delay 10s',
    `:if ([:len [/certificate find where name=${quoted(certificate)}]] = 0) do={`,
    `:do {/certificate add name="${plain}" common-name="${plain}" days-valid=3650 key-usage="digital-signature,key-encipherment,tls-server"} on-error={}`,
    `:do {/certificate sign "${plain}"} on-error={}`,
    ':delay 5s',
    `/ip service set [find where name="api-ssl"] certificate="${plain}"`,
    '}',
    `/system scheduler remove [find where name="${accessEntryName(plain)}"]`,
  ].join('\n')
}

/** The certificate of api-ssl, if the session uses it. */
async function apiCertificate(session: Session, options: CallOptions): Promise<string | undefined> {
  if (session.transport !== 'api-ssl') return undefined
  const rows = await unlessRejected(
    session.print('ip/service', { ...options, proplist: ['name', 'certificate'], where: { name: 'api-ssl' } }),
  )
  const name = rows?.[0]?.certificate
  return name === undefined || name === 'none' || name === '' ? undefined : name
}

/**
 * Adds the entry, so that a backup which is saved next contains it; `removeAccessEntry` removes it from the
 * configuration again.
 * @returns false if the session needs none: it does not use a certificate
 * @throws RouterError refused if the login may not, or device-mode forbids entries
 */
export async function addAccessEntry(session: Session, plain: string, options: CallOptions): Promise<boolean> {
  const certificate = await apiCertificate(session, options)
  if (certificate === undefined) return false
  await session.add(
    scheduler,
    {
      name: accessEntryName(plain),
      'start-time': 'startup',
      interval: '0s',
      policy: entryPolicy,
      'on-event': accessScript(plain, certificate),
    },
    options,
  )
  return true
}

/** Removes the scheduler entries of which `isOne` accepts the name. @throws RouterError */
async function removeEntries(session: Session, isOne: (name: string) => boolean, options: CallOptions): Promise<void> {
  for (const row of await session.print(scheduler, { ...options, proplist: ['name'] })) {
    if (row['.id'] === undefined || !isOne(row.name ?? '')) continue
    try {
      await session.remove(scheduler, row['.id'], options)
    } catch (error) {
      if (!isMissingRow(error)) throw error
    }
  }
}

/** Removes the entry of a rollback or backup. @throws RouterError */
export const removeAccessEntry = (session: Session, plain: string, options: CallOptions = {}): Promise<void> =>
  removeEntries(session, (name) => name === accessEntryName(plain), options)

/** The seconds since 1970 in the name of an entry of a stored backup; undefined for other entries. */
const savedAt = (name: string): number | undefined => {
  const seconds = /^trunkline-backup-([0-9a-z]+)-[0-9a-f]{12}-access$/.exec(name)?.[1]
  return seconds === undefined ? undefined : Number.parseInt(seconds, 36)
}

/**
 * Removes the entries of stored backups: those which a loaded backup contained, and those which stayed in the
 * configuration because the connection was lost.
 * @param before in seconds since 1970: later ones stay
 * @throws RouterError
 */
export const removeBackupEntries = (session: Session, before: number, options: CallOptions = {}): Promise<void> =>
  removeEntries(session, (name) => (savedAt(name) ?? Number.POSITIVE_INFINITY) < before, options)

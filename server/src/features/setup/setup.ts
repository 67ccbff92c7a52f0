import { createSignUpLink } from '../../access/register.ts'
import type { Config } from '../../config.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Databases, Tx } from '../../db/pool.ts'
import type { Logger } from '../../log.ts'
import { keysOf, sealStoredMails } from '../../mail/encrypted-body.ts'
import { syncCatalogue } from '../hardware/catalogue.ts'

export interface Installation {
  config: Pick<Config, 'baseUrl' | 'demoPassword' | 'role' | 'key'> & Partial<Pick<Config, 'formerKeys'>>
  log: Logger
  databases: Databases
  /** Creates or resumes the demo; undefined if it is disabled. @returns lines for the operator */
  prepareDemo?: ((of: Installation) => Promise<string[]>) | undefined
}

/** A system transaction, which sees and writes the rows of all companies. */
export const panelTransaction = <T>({ databases }: Installation, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withTenant(databases, { company_id: 0, everything: true, actor_name: 'system' }, { write: true }, work)

/** Whether no provider has signed up yet. */
export const isEmpty = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('company').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * Prepares an empty installation: with demo companies and users, or with a link by which the provider signs up.
 * Encrypts mails that an earlier version stored in plain text with their link. Called at start by each process; safe to
 * call concurrently.
 * @returns lines for the operator
 */
export async function prepareInstallation(of: Installation): Promise<string[]> {
  const lines = await prepareCompanies(of)
  await syncCatalogue(of.databases)
  const sealed = await sealStoredMails((work) => panelTransaction(of, work), keysOf(of.config))
  if (sealed > 0) of.log.info({ mails: sealed }, 'encrypted mails that were stored with their link')
  return lines
}

async function prepareCompanies(of: Installation): Promise<string[]> {
  if (of.prepareDemo !== undefined) return of.prepareDemo(of)
  // A worker serves no pages that the link could open.
  if (of.config.role === 'worker' || !(await panelTransaction(of, isEmpty))) return []
  const { token, id } = await createSignUpLink(of.databases)
  return [
    'There are no users yet. Register the first one, the provider, within 24 hours with this one-time link:',
    `  ${of.config.baseUrl}/register/${token}/${id}`,
  ]
}

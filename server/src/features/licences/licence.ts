import { licences } from '@trunkline/contract/resources/licence'
import { licenceLevels, licenceParts, licenceStatuses, licenceTypes } from '@trunkline/contract/resources/licence-enums'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Call, Handlers } from '../../http/call.ts'
import {
  assertMayOwn,
  loadRow,
  lockForUpdate,
  readRecord,
  recoverHandler,
  standardHandlers,
  updateRecord,
  valuesOf,
} from '../../http/standard-handlers.ts'
import { choicesOf } from '../../reference/labels.ts'
import {
  licenceLevelLabels,
  licencePartLabels,
  licenceStatusLabels,
  licenceTypeLabels,
} from '../../reference/licence-labels.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { checkCompanyLive } from '../companies/company-live.ts'
import { readEnforcedSince } from '../installation/public-settings.ts'
import { createLicenceCheck } from './enforcement.ts'
import { insertLicences } from './licence-keys.ts'
import { completeKeys, lookUpLicences } from './licence-lookup.ts'
import { remindByHand, remindSelected } from './licence-reminders.ts'
import { licenceSource } from './licence-rows.ts'
import { licenceWrite, renewedEnd, type LicenceBody, type StoredLicence } from './licence-rules.ts'
import { coverageOf } from './licence-coverage.ts'
import { changeLicenceStatus } from './licence-status.ts'

export const licenceRecords = { ...licenceSource, ...licenceWrite }
const source = licenceRecords
const list = { ...source, softDelete: true }

/**
 * Creates `amount` identical licences in the caller's transaction.
 * @returns their ids, lowest first
 * @throws AppError forbidden, validation_failed
 */
export async function createLicences(
  tx: Tx,
  { actor, body }: { actor: Actor; body: LicenceBody & { company_id: number } },
): Promise<number[]> {
  assertMayOwn(actor, licences.store.access, body.company_id)
  const columns = await valuesOf(tx, source, { body, actor, before: undefined })
  const values = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  return insertLicences(tx, values, body.amount ?? 1)
}

export const licenceHandlers = (deps: Deps): Handlers<typeof licences> => {
  const sender = { mail: deps.mail, baseUrl: deps.config.baseUrl }
  const check = createLicenceCheck(deps.databases)
  /** Clears the cache after a change, so that the next call is checked against the current licences. */
  const changing =
    <C extends Pick<Call, 'afterCommit'>, R>(handler: (call: C) => Promise<R>) =>
    async (call: C): Promise<R> => {
      const reply = await handler(call)
      call.afterCommit(check.forget)
      return reply
    }
  const standard = standardHandlers(deps, licences, source)
  return {
    ...standard,
    ...bulkHandlers(licences, list),

    update: changing(standard.update),
    destroy: changing(standard.destroy),

    store: changing((call) =>
      call.db(async (tx) => {
        const ids = await createLicences(tx, call)
        return { data: { id: ids[0] as number, ids } }
      }),
    ),

    recover: changing(recoverHandler(licences.recover, source, checkCompanyLive)),

    async options({ actor: { locale } }) {
      const parts = choicesOf(licencePartLabels, licenceParts, locale)
      return {
        data: {
          statuses: choicesOf(licenceStatusLabels, licenceStatuses, locale),
          levels: choicesOf(licenceLevelLabels, licenceLevels, locale),
          categories: parts,
          types: choicesOf(licenceTypeLabels, licenceTypes, locale),
          permissions: parts,
        },
      }
    },

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpLicences(tx, call.actor, call.query) })),
    autocomplete: (call) => call.db(async (tx) => ({ data: await completeKeys(tx, call.actor, call.query) })),

    changeStatus: changing((call) => call.db((tx) => changeLicenceStatus(tx, call.actor, list, call.body))),

    sendEmail: (call) =>
      call.db(async (tx) => {
        const { access } = licences.sendEmail
        const row = await loadRow(tx, call.actor, source, access, call.params.id, { lock: true })
        const licence = row as unknown as StoredLicence
        return { data: { sent_to: await remindByHand(tx, sender, licence, (call.actor as Actor).label) } }
      }),

    remind: (call) => call.db(async (tx) => ({ data: await remindSelected(tx, sender, call.actor, call.body.ids) })),

    renew: changing((call) =>
      call.db(async (tx) => {
        const { actor, params, body } = call
        const { before } = await lockForUpdate(tx, { actor, params, body: {} }, licences.renew, source)
        const expires_on = await renewedEnd(tx, before as unknown as StoredLicence, body.months)
        await updateRecord(tx, { actor, params, body: { expires_on } }, licences.update, source)
        return { data: await readRecord(tx, source, params.id) }
      }),
    ),

    standing: (call) =>
      call.db(async (tx) => {
        const { company_id, company_type } = call.actor
        const since = await readEnforcedSince(tx)
        // The provider needs no licence.
        const parts =
          company_type === 'simrush'
            ? licenceParts.map((part) => ({ part, state: 'open' as const, until: null }))
            : await coverageOf(tx, company_id, since)
        return { data: { enforced: since !== null, parts } }
      }),
  }
}

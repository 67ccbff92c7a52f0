import { licences } from '@trunkline/contract/resources/licence'
import { licenceLevels, licenceParts, licenceStatuses, licenceTypes } from '@trunkline/contract/resources/licence-enums'
import type { Actor } from '../../access/actor.ts'
import type { Deps } from '../../deps.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { assertMayOwn, loadRow, recoverHandler, standardHandlers, valuesOf } from '../../http/standard-handlers.ts'
import { choicesOf } from '../../reference/labels.ts'
import {
  licenceLevelLabels,
  licencePartLabels,
  licenceStatusLabels,
  licenceTypeLabels,
} from '../../reference/licence-labels.ts'
import { checkCompanyLive } from '../companies/company-live.ts'
import { readEnforcedSince } from '../installation/public-settings.ts'
import { createLicenceCheck } from './enforcement.ts'
import { insertLicences } from './licence-keys.ts'
import { completeKeys, lookUpLicences } from './licence-lookup.ts'
import { remindByHand } from './licence-reminders.ts'
import { licenceSource } from './licence-rows.ts'
import { licenceWrite, type StoredLicence } from './licence-rules.ts'
import { coverageOf } from './licence-coverage.ts'
import { changeLicenceStatus } from './licence-status.ts'

const source = { ...licenceSource, ...licenceWrite }
const list = { ...source, softDelete: true }

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

    update: changing(standard.update),
    destroy: changing(standard.destroy),

    store: changing((call) =>
      call.db(async (tx) => {
        const { actor, body } = call
        const { amount = 1, company_id } = body
        assertMayOwn(actor, licences.store.access, company_id)
        const columns = await valuesOf(tx, source, { body, actor, before: undefined })
        const values = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
        const ids = await insertLicences(tx, values, amount)
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

import { licences } from '@trunkline/contract/resources/licence'
import { licenceLevels, licenceParts, licenceStatuses, licenceTypes } from '@trunkline/contract/resources/licence-words'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { reachRow, recoverHandler, standardHandlers } from '../../http/standard-handlers.ts'
import { choicesOf } from '../../reference/labels.ts'
import {
  licenceLevelLabels,
  licencePartLabels,
  licenceStatusLabels,
  licenceTypeLabels,
} from '../../reference/licence-labels.ts'
import { checkCompanyLive } from '../companies/company-live.ts'
import { readEnforcedSince } from '../installation/public-settings.ts'
import { insertLicences } from './licence-keys.ts'
import { completeKeys, lookUpLicences } from './licence-lookup.ts'
import { remindByHand } from './licence-reminders.ts'
import { licenceSource } from './licence-rows.ts'
import { licenceColumns, type StoredLicence } from './licence-rules.ts'
import { standingOf } from './licence-standing.ts'
import { changeLicenceStatus } from './licence-status.ts'

const source = { ...licenceSource, columns: licenceColumns }
const list = { ...source, softDelete: true }

export const licenceHandlers = (deps: Deps): Handlers<typeof licences> => {
  const sender = { mail: deps.mail, baseUrl: deps.config.baseUrl }
  return {
    ...standardHandlers(deps, licences, source),

    store: (call) =>
      call.db(async (tx) => {
        const { amount = 1, company_id } = call.body
        if (!actorMayOn(call.actor, licences.store.access, relationTo(call.actor, company_id)))
          throw new AppError('forbidden')
        const columns = await licenceColumns(call.body, call as never, tx, undefined)
        const values = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
        const ids = await insertLicences(tx, values, amount)
        return { data: { id: ids[0] as number, ids } }
      }),

    recover: recoverHandler(licences.recover, source, checkCompanyLive),

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

    changeStatus: (call) => call.db((tx) => changeLicenceStatus(tx, call.actor, list, call.body)),

    sendEmail: (call) =>
      call.db(async (tx) => {
        const { access } = licences.sendEmail
        const row = await reachRow(tx, call.actor, source, access, call.params.id, { lock: true })
        const licence = row as unknown as StoredLicence
        return { data: { sent_to: await remindByHand(tx, sender, licence, (call.actor as Actor).label) } }
      }),

    standing: (call) =>
      call.db(async (tx) => {
        const { company_id, company_type } = call.actor
        const since = await readEnforcedSince(tx)
        // Nobody sells the provider a licence.
        const parts =
          company_type === 'simrush'
            ? licenceParts.map((part) => ({ part, state: 'open' as const, until: null }))
            : await standingOf(tx, company_id, since)
        return { data: { enforced: since !== null, parts } }
      }),
  }
}

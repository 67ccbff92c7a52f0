import { siteStatuses } from '@trunkline/contract/resources/hardware-enums'
import { sites } from '@trunkline/contract/resources/site'
import { sql, type SqlBool } from 'kysely'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import {
  destroyHandler,
  indexHandler,
  loadRow,
  recoverHandler,
  standardHandlers,
} from '../../http/standard-handlers.ts'
import { countryChoices } from '../../reference/countries.ts'
import { siteStatusLabels } from '../../reference/site-labels.ts'
import { choicesOf } from '../../reference/labels.ts'
import { timeZoneChoices } from '../../reference/time-zones.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { checkCompanyLive } from '../companies/company-live.ts'
import { lookUpCompanies } from '../companies/company-lookup.ts'
import { hardwareListSource } from '../hardware/hardware-rows.ts'
import { assignToSite } from '../hardware/assign-to-site.ts'
import { readPublicSettings } from '../installation/public-settings.ts'
import { lookUpSites } from './site-lookup.ts'
import { sitesOnMap } from './site-map.ts'
import { siteSource } from './site-rows.ts'
import { checkVacant, siteWrite } from './site-rules.ts'
import { siteSummary } from './site-summary.ts'

const source = { ...siteSource, ...siteWrite }

export const siteHandlers = (deps: Deps): Handlers<typeof sites> => {
  const standard = standardHandlers(deps, sites, source)
  return {
    ...standard,
    ...bulkHandlers(sites, { ...source, softDelete: true }),

    destroy: destroyHandler(sites.destroy, source, checkVacant),
    recover: recoverHandler(sites.recover, source, checkCompanyLive),

    async options({ actor: { locale } }) {
      const { default_country } = await readPublicSettings(deps.databases)
      return {
        data: {
          onlineStatuses: choicesOf(siteStatusLabels, siteStatuses, locale),
          countries: countryChoices[locale],
          time_zones: timeZoneChoices,
          default_iso: default_country,
        },
      }
    },

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpSites(tx, call.actor, call.query) })),
    companies: (call) =>
      call.db(async (tx) => ({ data: await lookUpCompanies(tx, call.actor, { ...call.query, type_id: 'client' }) })),

    map: (call) => call.db(async (tx) => ({ data: await sitesOnMap(tx, call.actor, call.query) })),

    summary: (call) =>
      call.db(async (tx) => {
        const { data: site } = await standard.show(call)
        return { data: await siteSummary(tx, site) }
      }),

    async hardware(call) {
      const { id } = call.params
      await call.db((tx) => loadRow(tx, call.actor, source, sites.hardware.access, id))
      const at = sql<SqlBool>`r.site_id = ${id}`
      return indexHandler(deps, sites.hardware, { ...hardwareListSource, where: [at] })(call as Call)
    },

    allHardware: indexHandler(deps, sites.allHardware, {
      ...hardwareListSource,
      where: [sql<SqlBool>`r.site_id is not null`],
    }),

    addHardware: (call) =>
      call.db(async (tx) => {
        const { access } = sites.addHardware
        const row = await loadRow(tx, call.actor, source, access, call.params.siteId, { lock: true })
        if (row['deleted_at'] !== null) throw conflict('row.trashed')
        const {
          id,
          company_id,
          ancestor_ids: ancestorIds,
        } = row as { id: number; company_id: number; ancestor_ids: number[] }
        return {
          data: await assignToSite(
            tx,
            call.actor,
            { id, company_id, ancestor_ids: ancestorIds },
            call.body.hardwareIds,
          ),
        }
      }),
  }
}

import { siteStatuses } from '@trunkline/contract/resources/hardware-words'
import { sites } from '@trunkline/contract/resources/site'
import { sql, type SqlBool } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Call, Handlers } from '../../http/call.ts'
import {
  destroyHandler,
  indexHandler,
  reachRow,
  recoverHandler,
  standardHandlers,
} from '../../http/standard-handlers.ts'
import { countryChoices } from '../../reference/countries.ts'
import { siteStatusLabels } from '../../reference/site-labels.ts'
import { choicesOf } from '../../reference/labels.ts'
import { timeZoneChoices } from '../../reference/time-zones.ts'
import { lookUpCompanies } from '../companies/company-lookup.ts'
import { readPublicSettings } from '../installation/public-settings.ts'
import { addHardware } from './add-hardware.ts'
import { rows as hardwareRows } from './hardware-rows.ts'
import { lookUpSites } from './site-lookup.ts'
import { sitesOnMap } from './site-map.ts'
import { siteSource } from './site-rows.ts'
import { checkCompanyLive, checkVacant, siteColumns } from './site-rules.ts'
import { siteSummary } from './site-summary.ts'

const source = { ...siteSource, columns: siteColumns }
const devices = {
  rows: hardwareRows,
  owner: 'company_id',
  lineage: 'lineage',
  searchText: 'search_text',
  softDelete: true,
} as const

export const siteHandlers = (deps: Deps): Handlers<typeof sites> => {
  const standard = standardHandlers(deps, sites, source)
  return {
    ...standard,

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
      await call.db((tx) => reachRow(tx, call.actor, source, sites.hardware.access, id))
      const at = sql<SqlBool>`r.site_id = ${id}`
      return indexHandler(deps, sites.hardware, { ...devices, where: [at] })(call as Call)
    },

    allHardware: indexHandler(deps, sites.allHardware, { ...devices, where: [sql<SqlBool>`r.site_id is not null`] }),

    addHardware: (call) =>
      call.db((tx) => addHardware(tx, call.actor, { siteId: call.params.siteId, hardwareIds: call.body.hardwareIds })),
  }
}

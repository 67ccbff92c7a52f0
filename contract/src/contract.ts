import type { Endpoint } from './endpoint.ts'
import { accessControl, capsmanAccessList } from './resources/access-control.ts'
import { addressHistory } from './resources/address-history.ts'
import { account } from './resources/account.ts'
import { audits } from './resources/audit.ts'
import { auth, countries } from './resources/auth.ts'
import { companies } from './resources/company.ts'
import { control } from './resources/control.ts'
import { siteNetworksControl } from './resources/control-network.ts'
import { dashboard } from './resources/dashboard.ts'
import { deviceNetworks } from './resources/device-network.ts'
import { deadLetters } from './resources/dead-letter.ts'
import { firewall } from './resources/firewall.ts'
import { deviceConsole } from './resources/device-console.ts'
import { deviceTools } from './resources/device-tool.ts'
import { deviceTopology } from './resources/device-topology.ts'
import { deviceCommands } from './resources/device-command.ts'
import { hardware } from './resources/hardware.ts'
import { hardwareLive } from './resources/hardware-live.ts'
import { dpkFiles, hardwareManufacturers } from './resources/hardware-manufacturer.ts'
import { hardwareModels } from './resources/hardware-model.ts'
import { hardwareTypes } from './resources/hardware-type.ts'
import { imports } from './resources/import.ts'
import { importUploads } from './resources/import-upload.ts'
import { installation } from './resources/installation.ts'
import { invites } from './resources/invite.ts'
import { licences } from './resources/licence.ts'
import { nas } from './resources/nas.ts'
import { radiusAttributes } from './resources/radius-attribute.ts'
import { radiusCertificates, radiusTrust } from './resources/radius-certificate.ts'
import { radiusServers } from './resources/radius-server.ts'
import { bulkJobs } from './resources/bulk-job.ts'
import { backups } from './resources/backup.ts'
import { radiusSessions } from './resources/radius-session.ts'
import { recentActions } from './resources/recent-action.ts'
import { savedViews } from './resources/saved-view.ts'
import { search } from './resources/search.ts'
import { serviceCertificates } from './resources/service-certificate.ts'
import { services } from './resources/service.ts'
import { prometheus } from './resources/prometheus.ts'
import { sites } from './resources/site.ts'
import { signInPolicies } from './resources/sign-in-policy.ts'
import { siteLive } from './resources/site-live.ts'
import { subnetCategories } from './resources/subnet-category.ts'
import { subnets } from './resources/subnet.ts'
import { tariffs } from './resources/tariff.ts'
import { telemetry } from './resources/telemetry.ts'
import { users } from './resources/user.ts'
import { vpnDialups } from './resources/vpn-dialup.ts'
import { wifi } from './resources/wifi.ts'
import { tags } from './resources/tag.ts'
import { notes } from './resources/note.ts'
import { attachments } from './resources/attachment.ts'
import { customFields } from './resources/custom-field.ts'
import { alertRuleCalls, alerts } from './resources/alert.ts'
import { rollouts } from './resources/rollout.ts'
import { routerosPackages } from './resources/routeros-package.ts'
import { deviceSetups } from './resources/device-setup.ts'
import { notificationTargets } from './resources/notification-target.ts'
import { deviceTemplates } from './resources/device-template.ts'
import { deviceDrift } from './resources/device-drift.ts'
import { templateVariables } from './resources/template-variable.ts'
import { maintenanceWindows } from './resources/maintenance-window.ts'

/** A named type: the inferred one exceeds the limit for declaration files. */
interface Contract {
  auth: typeof auth
  account: typeof account
  recentActions: typeof recentActions
  countries: typeof countries
  dashboard: typeof dashboard
  companies: typeof companies
  signInPolicies: typeof signInPolicies
  users: typeof users
  invites: typeof invites
  audits: typeof audits
  savedViews: typeof savedViews
  search: typeof search
  installation: typeof installation
  radiusCertificates: typeof radiusCertificates
  radiusTrust: typeof radiusTrust
  subnets: typeof subnets
  subnetCategories: typeof subnetCategories
  tariffs: typeof tariffs
  nas: typeof nas
  radiusAttributes: typeof radiusAttributes
  services: typeof services
  serviceCertificates: typeof serviceCertificates
  vpnDialups: typeof vpnDialups
  hardwareTypes: typeof hardwareTypes
  hardwareManufacturers: typeof hardwareManufacturers
  hardwareModels: typeof hardwareModels
  dpkFiles: typeof dpkFiles
  hardware: typeof hardware
  control: typeof control
  siteNetworksControl: typeof siteNetworksControl
  firewall: typeof firewall
  accessControl: typeof accessControl
  capsmanAccessList: typeof capsmanAccessList
  hardwareLive: typeof hardwareLive
  deviceCommands: typeof deviceCommands
  sites: typeof sites
  siteLive: typeof siteLive
  telemetry: typeof telemetry
  prometheus: typeof prometheus
  wifi: typeof wifi
  licences: typeof licences
  importUploads: typeof importUploads
  imports: typeof imports
  radiusSessions: typeof radiusSessions
  radiusServers: typeof radiusServers
  backups: typeof backups
  deadLetters: typeof deadLetters
  deviceNetworks: typeof deviceNetworks
  addressHistory: typeof addressHistory
  bulkJobs: typeof bulkJobs
  tags: typeof tags
  customFields: typeof customFields
  notes: typeof notes
  attachments: typeof attachments
  alerts: typeof alerts
  alertRuleCalls: typeof alertRuleCalls
  rollouts: typeof rollouts
  deviceTools: typeof deviceTools
  deviceTopology: typeof deviceTopology
  deviceConsole: typeof deviceConsole
  routerosPackages: typeof routerosPackages
  deviceSetups: typeof deviceSetups
  notificationTargets: typeof notificationTargets
  deviceTemplates: typeof deviceTemplates
  deviceDrift: typeof deviceDrift
  templateVariables: typeof templateVariables
  maintenanceWindows: typeof maintenanceWindows
}

/**
 * Every module of the API. The server does not start unless each endpoint has a handler; the API document and the
 * isolation matrix are generated from it. The browser imports single resources, never this file.
 */
export const contract: Contract = {
  auth,
  account,
  recentActions,
  countries,
  dashboard,
  companies,
  signInPolicies,
  users,
  invites,
  audits,
  savedViews,
  search,
  installation,
  radiusCertificates,
  radiusTrust,
  subnets,
  subnetCategories,
  tariffs,
  nas,
  radiusAttributes,
  services,
  serviceCertificates,
  vpnDialups,
  hardwareTypes,
  hardwareManufacturers,
  hardwareModels,
  dpkFiles,
  hardware,
  control,
  siteNetworksControl,
  firewall,
  accessControl,
  capsmanAccessList,
  hardwareLive,
  deviceCommands,
  sites,
  siteLive,
  telemetry,
  prometheus,
  wifi,
  licences,
  importUploads,
  imports,
  radiusSessions,
  radiusServers,
  backups,
  deadLetters,
  deviceNetworks,
  addressHistory,
  bulkJobs,
  tags,
  customFields,
  notes,
  attachments,
  alerts,
  alertRuleCalls,
  rollouts,
  deviceTools,
  deviceTopology,
  deviceConsole,
  routerosPackages,
  deviceSetups,
  notificationTargets,
  deviceTemplates,
  deviceDrift,
  templateVariables,
  maintenanceWindows,
}

export const everyEndpoint: Endpoint[] = Object.values(contract).flatMap(
  (module) => Object.values(module) as Endpoint[],
)

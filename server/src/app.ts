import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { contract } from '@trunkline/contract/contract'
import { createAuthenticate } from './access/authenticate.ts'
import type { Config } from './config.ts'
import type { Databases } from './db/pool.ts'
import type { Deps } from './deps.ts'
import { createDevices, type DeviceService } from './devices/device-service.ts'
import { accessControlHandlers } from './features/access-control/access-control.ts'
import { capsmanAccessListHandlers } from './features/access-control/raw-list.ts'
import { accountHandlers } from './features/account/account.ts'
import { authHandlers } from './features/account/auth.ts'
import { addressHistoryHandlers } from './features/address-history/address-history.ts'
import { auditHandlers } from './features/audit/audit.ts'
import { bulkJobHandlers } from './features/bulk-jobs/bulk-job.ts'
import { backupHandlers } from './features/backups/backup.ts'
import { companyHandlers } from './features/companies/company.ts'
import { countryHandlers } from './features/countries/country.ts'
import { dashboardHandlers } from './features/dashboard/dashboard.ts'
import { deviceNetworkHandlers } from './features/device-networks/device-network.ts'
import { deadLetterHandlers } from './features/dead-letters/dead-letter.ts'
import { installationHandlers } from './features/installation/installation.ts'
import { readPublicSettings } from './features/installation/public-settings.ts'
import { deviceCommandHandlers } from './features/hardware/device-command.ts'
import { dpkHandlers } from './features/hardware/dpk.ts'
import { hardwareHandlers } from './features/hardware/hardware.ts'
import { deviceTopologyHandlers } from './features/hardware/device-topology.ts'
import { hardwareLiveHandlers } from './features/hardware/hardware-live.ts'
import { hardwareManufacturerHandlers } from './features/hardware/hardware-manufacturer.ts'
import { hardwareModelHandlers } from './features/hardware/hardware-model.ts'
import { hardwareTypeHandlers } from './features/hardware/hardware-type.ts'
import { subnetCategoryHandlers } from './features/ipam/category.ts'
import { subnetHandlers } from './features/ipam/subnet.ts'
import { importHandlers } from './features/imports/import.ts'
import { uploadHandlers } from './features/imports/uploads.ts'
import { inviteHandlers } from './features/invites/invite.ts'
import { createLicenceCheck } from './features/licences/enforcement.ts'
import { firewallHandlers } from './features/firewall/firewall.ts'
import { controlHandlers } from './features/lan/control.ts'
import { networkHandlers } from './features/lan/network-control.ts'
import { licenceHandlers } from './features/licences/licence.ts'
import { nasHandlers } from './features/nas/nas.ts'
import { radiusAttributeHandlers } from './features/radius-attributes/radius-attribute.ts'
import { radiusCertificateHandlers, radiusTrustHandlers } from './features/radius-certificates/certificate.ts'
import { radiusServerHandlers } from './features/radius-servers/radius-server.ts'
import { radiusSessionHandlers } from './features/radius-sessions/radius-session.ts'
import { recentActionHandlers } from './features/recent-actions/recent-action.ts'
import { savedViewHandlers } from './features/saved-views/saved-view.ts'
import { searchHandlers } from './features/search/search.ts'
import { serviceCertificateHandlers } from './features/radius-certificates/service-certificates.ts'
import { serviceHandlers } from './features/services/service.ts'
import { signInPolicyHandlers } from './features/sign-in-policy/sign-in-policy.ts'
import { siteHandlers } from './features/sites/site.ts'
import { siteLiveHandlers } from './features/sites/site-live.ts'
import { tariffHandlers } from './features/tariffs/tariff.ts'
import { prometheusHandlers } from './features/prometheus/prometheus.ts'
import { telemetryHandlers } from './features/telemetry/telemetry.ts'
import { userHandlers } from './features/users/user.ts'
import { vpnDialupHandlers } from './features/vpn-dialups/vpn-dialup.ts'
import { wifiHandlers } from './features/wifi/wifi.ts'
import { tagHandlers } from './features/tags/tag.ts'
import { noteHandlers } from './features/notes/note.ts'
import { attachmentHandlers } from './features/attachments/attachment.ts'
import { customFieldHandlers } from './features/custom-fields/custom-field.ts'
import { deviceConsoleHandlers } from './features/device-tools/device-console.ts'
import { deviceToolHandlers } from './features/device-tools/device-tool.ts'
import { alertHandlers } from './features/alerts/alert.ts'
import { alertRuleHandlers } from './features/alerts/alert-rule.ts'
import { routerosPackageHandlers } from './features/rollouts/package.ts'
import { rolloutHandlers } from './features/rollouts/rollout.ts'
import { deviceSetupHandlers } from './features/device-setups/device-setup.ts'
import { notificationTargetHandlers } from './features/notification-targets/notification-target.ts'
import { deviceDriftHandlers } from './features/device-templates/device-drift.ts'
import { deviceTemplateHandlers } from './features/device-templates/device-template.ts'
import { templateVariableHandlers } from './features/device-templates/template-variable.ts'
import { maintenanceWindowHandlers } from './features/maintenance-windows/maintenance-window.ts'
import { createListMemory, type ListMemory } from './http/list/memory.ts'
import { setCsrfCookie } from './http/csrf.ts'
import { docsPage, docsStyle } from './http/docs-page.ts'
import { errorBody, sendRoutingError, toAppError } from './http/error-reply.ts'
import { acceptedLanguage } from './http/language.ts'
import { health, type HealthOptions } from './http/health.ts'
import { createLimits } from './http/limits.ts'
import { createRequestCounts } from './http/request-counts.ts'
import { createSharedReads } from './http/shared-reads.ts'
import { metrics } from './http/metrics.ts'
import { openApiDocument } from './http/openapi.ts'
import { chatFrame, pages } from './http/pages.ts'
import { parseQuery, utf8Text } from './http/text-input.ts'
import { apiBase, serveModule, type ServeDeps } from './http/serve.ts'
import { requestId, type Logger } from './log.ts'
import { createMailService } from './mail/queue.ts'
import { version } from './version.ts'

export interface AppSettings {
  config: Config
  log: Logger
  databases: Databases
  /** The cache of list metadata; the live module clears it in every process when rows change. */
  lists?: ListMemory
  /** The device service that this process shares; without one the app creates its own, and stops it when it closes. */
  devices?: DeviceService
  /** For `/health/ready`; see `HealthOptions`. */
  radius?: HealthOptions['radius']
  /** For `/health/ready` and `/metrics`. */
  components?: HealthOptions['components']
}

const mb = 1024 * 1024

/** The server without routes: headers of replies, one log line per request, and errors as the API replies them. */
async function createServer({ config, log }: Pick<AppSettings, 'config' | 'log'>): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as never,
    genReqId: (request) => requestId(request.headers['x-request-id']) || randomUUID(),
    // One line per request, written below, instead of two.
    logController: new LogController({ requestIdLogLabel: 'request_id', disableRequestLogging: true }),
    // Trusts the configured number of proxies, counted from the server; header values that clients add before them are
    // ignored.
    trustProxy: config.trustedProxies === 0 ? false : (_address, hop) => hop < config.trustedProxies,
    bodyLimit: mb,
    routerOptions: { maxParamLength: 300, querystringParser: parseQuery },
    frameworkErrors: sendRoutingError as never,
    // Requests in progress at a stop are finished; the closed listener rejects new ones.
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance

  await app.register(cookie)
  await app.register(helmet, {
    // Pages set their own; API replies are not rendered.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: config.secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'deflate'] })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route, not the URL, which may contain the token of a link.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
      },
      'answered',
    )
  })
  app.setErrorHandler((error, request, reply) => {
    const failure = toAppError(error)
    if (failure.status >= 500) request.log.error({ err: failure.cause ?? failure }, failure.code)
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter))
    return reply
      .code(failure.status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(failure, request.id, acceptedLanguage(request.headers['accept-language']))))
  })
  return app
}

/** The calls of the contract with their handlers. */
function serveContract(api: FastifyInstance, serving: ServeDeps, deps: Deps): void {
  const { csrfCookie, ...authCalls } = contract.auth
  for (const url of [csrfCookie.path, apiBase + csrfCookie.path])
    api.get(url, async (_request, reply) => {
      setCsrfCookie(reply, { secure: deps.config.secure })
      return reply.code(204).send()
    })
  serveModule(api, serving, authCalls, authHandlers(deps))
  serveModule(api, serving, contract.account, accountHandlers(deps))
  serveModule(api, serving, contract.recentActions, recentActionHandlers(deps))
  serveModule(api, serving, contract.countries, countryHandlers(deps))
  serveModule(api, serving, contract.dashboard, dashboardHandlers(deps))
  serveModule(api, serving, contract.companies, companyHandlers(deps))
  serveModule(api, serving, contract.signInPolicies, signInPolicyHandlers(deps))
  serveModule(api, serving, contract.users, userHandlers(deps))
  serveModule(api, serving, contract.invites, inviteHandlers(deps))
  serveModule(api, serving, contract.audits, auditHandlers(deps))
  serveModule(api, serving, contract.savedViews, savedViewHandlers(deps))
  serveModule(api, serving, contract.search, searchHandlers(deps))
  serveModule(api, serving, contract.installation, installationHandlers(deps))
  serveModule(api, serving, contract.radiusCertificates, radiusCertificateHandlers(deps))
  serveModule(api, serving, contract.radiusTrust, radiusTrustHandlers(deps))
  serveModule(api, serving, contract.subnets, subnetHandlers(deps))
  serveModule(api, serving, contract.subnetCategories, subnetCategoryHandlers(deps))
  serveModule(api, serving, contract.tariffs, tariffHandlers(deps))
  serveModule(api, serving, contract.nas, nasHandlers(deps))
  serveModule(api, serving, contract.radiusAttributes, radiusAttributeHandlers())
  serveModule(api, serving, contract.services, serviceHandlers(deps))
  serveModule(api, serving, contract.serviceCertificates, serviceCertificateHandlers(deps))
  serveModule(api, serving, contract.vpnDialups, vpnDialupHandlers(deps))
  serveModule(api, serving, contract.hardwareTypes, hardwareTypeHandlers(deps))
  serveModule(api, serving, contract.hardwareManufacturers, hardwareManufacturerHandlers(deps))
  serveModule(api, serving, contract.hardwareModels, hardwareModelHandlers(deps))
  serveModule(api, serving, contract.dpkFiles, dpkHandlers(deps))
  serveModule(api, serving, contract.hardware, hardwareHandlers(deps))
  serveModule(api, serving, contract.control, controlHandlers(deps))
  serveModule(api, serving, contract.siteNetworksControl, networkHandlers(deps))
  serveModule(api, serving, contract.firewall, firewallHandlers(deps))
  serveModule(api, serving, contract.hardwareLive, hardwareLiveHandlers(deps))
  serveModule(api, serving, contract.accessControl, accessControlHandlers(deps))
  serveModule(api, serving, contract.capsmanAccessList, capsmanAccessListHandlers(deps))
  serveModule(api, serving, contract.deviceCommands, deviceCommandHandlers(deps))
  serveModule(api, serving, contract.licences, licenceHandlers(deps))
  serveModule(api, serving, contract.sites, siteHandlers(deps))
  serveModule(api, serving, contract.siteLive, siteLiveHandlers(deps))
  serveModule(api, serving, contract.telemetry, telemetryHandlers(deps))
  serveModule(api, serving, contract.prometheus, prometheusHandlers(deps))
  serveModule(api, serving, contract.wifi, wifiHandlers(deps))
  serveModule(api, serving, contract.importUploads, uploadHandlers(deps))
  serveModule(api, serving, contract.imports, importHandlers(deps))
  serveModule(api, serving, contract.radiusSessions, radiusSessionHandlers(deps))
  serveModule(api, serving, contract.radiusServers, radiusServerHandlers(deps))
  serveModule(api, serving, contract.backups, backupHandlers(deps))
  serveModule(api, serving, contract.deadLetters, deadLetterHandlers(deps))
  serveModule(api, serving, contract.deviceNetworks, deviceNetworkHandlers(deps))
  serveModule(api, serving, contract.addressHistory, addressHistoryHandlers(deps))
  serveModule(api, serving, contract.bulkJobs, bulkJobHandlers(deps))
  serveModule(api, serving, contract.tags, tagHandlers(deps))
  serveModule(api, serving, contract.customFields, customFieldHandlers(deps))
  serveModule(api, serving, contract.notes, noteHandlers(deps))
  serveModule(api, serving, contract.attachments, attachmentHandlers(deps))
  serveModule(api, serving, contract.alerts, alertHandlers(deps))
  serveModule(api, serving, contract.alertRuleCalls, alertRuleHandlers())
  serveModule(api, serving, contract.rollouts, rolloutHandlers(deps))
  serveModule(api, serving, contract.deviceTools, deviceToolHandlers(deps))
  serveModule(api, serving, contract.deviceTopology, deviceTopologyHandlers(deps))
  serveModule(api, serving, contract.deviceConsole, deviceConsoleHandlers(deps))
  serveModule(api, serving, contract.routerosPackages, routerosPackageHandlers(deps))
  serveModule(api, serving, contract.deviceSetups, deviceSetupHandlers(deps))
  serveModule(api, serving, contract.notificationTargets, notificationTargetHandlers(deps))
  serveModule(api, serving, contract.deviceTemplates, deviceTemplateHandlers(deps))
  serveModule(api, serving, contract.deviceDrift, deviceDriftHandlers(deps))
  serveModule(api, serving, contract.templateVariables, templateVariableHandlers(deps))
  serveModule(api, serving, contract.maintenanceWindows, maintenanceWindowHandlers(deps))
}

/** The description of the API, for programs and for people. */
function serveDocuments(api: FastifyInstance, { config }: Pick<AppSettings, 'config'>): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  const openApi = () => (document ??= openApiDocument({ version, baseUrl: config.baseUrl }))
  api.get(`${apiBase}/openapi.json`, async () => openApi())
  api.get(`${apiBase}/docs`, async (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(docsPage(openApi())),
  )
  api.get(`${apiBase}/docs.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
}

/** Creates the server with all routes; does not listen yet. */
export async function buildApp({
  config,
  log,
  databases,
  lists = createListMemory(),
  devices,
  radius,
  components,
}: AppSettings): Promise<FastifyInstance> {
  const app = await createServer({ config, log })
  await health(app, { databases, radius, components, dataDir: config.dataDir })
  const deviceService = devices ?? createDevices({ config, log, databases })
  if (devices === undefined) app.addHook('onClose', () => deviceService.stop())
  await metrics(app, {
    databases,
    token: config.metricsToken,
    readings: deviceService.readings,
    components,
    maxBackupAgeHours: config.backup.maxAgeHours,
  })

  const deps: Deps = {
    config,
    log,
    databases,
    lists,
    mail: createMailService(config),
    devices: deviceService,
  }
  const limits = createLimits(
    { user: config.rateLimit, company: config.rateLimit * 10, network: config.rateLimit * 4 },
    { share: createRequestCounts(databases) },
  )
  app.addHook('onClose', async () => limits.stop())
  const serving: ServeDeps = {
    ...deps,
    authenticate: createAuthenticate(databases),
    limits,
    // Half of the connections stay free for writes, exports and sign-ins.
    reads: createSharedReads({
      tenants: Math.ceil(config.pool.app / 2),
      everything: Math.ceil(config.pool.appAll / 2),
    }),
    allowedOrigins: [config.baseUrl],
    licences: createLicenceCheck(databases),
  }
  await app.register(async (api) => {
    api.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await api.register(multipart)
    // The schema rejects a body that is not an object; an empty body counts as none.
    api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
      if (bytes.length === 0) return done(null, undefined)
      try {
        done(null, JSON.parse(utf8Text(bytes as Buffer)))
      } catch (error) {
        done(Object.assign(error as Error, { statusCode: 400 }), undefined)
      }
    })
    serveContract(api, serving, deps)
    serveDocuments(api, { config })
  })

  app.get('/chat-frame', async (_request, reply) => {
    const { chat_script } = await readPublicSettings(databases)
    if (chat_script === '') return reply.code(404).send()
    const frame = chatFrame(chat_script)
    return reply
      .header('content-security-policy', frame.policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(frame.html)
  })
  await app.register(pages, {
    folder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    offline: config.offlinePage,
  })
  return app
}

import { setTimeout as sleep } from 'node:timers/promises'
import { runsIn } from '@trunkline/radius/launch'
import { problemLine, type Supervisor } from '@trunkline/radius/supervise'
import { evaluateReadings } from './alerts/evaluate-readings.ts'
import { startAlerts } from './alerts/sweep.ts'
import { alertState } from './alerts/notify/notify-targets.ts'
import { notificationTasks } from './alerts/notify/tasks.ts'
import Fastify, { type FastifyInstance } from 'fastify'

import { createAuthenticate, onSessionChange } from './access/authenticate.ts'
import { accessSettled, accessTasks } from './access/tasks.ts'
import { buildApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { isDatabaseAway } from './db/away.ts'
import { explainDataFolder, openDataFolder } from './data-folder.ts'
import { openDatabases } from './db/databases.ts'
import { startEmbedded } from './db/embedded/launcher.ts'
import { EmbeddedUnavailable } from './db/embedded/platform.ts'
import type { Databases } from './db/pool.ts'
import { rejectPooling } from './db/pooler.ts'
import { prepareDatabase, untilDatabaseStays, withClient } from './db/prepare.ts'
import { rightsCommand } from './db/rights-command.ts'
import { createDevices, type DeviceService } from './devices/device-service.ts'
import { deviceTasks } from './devices/tasks.ts'
import { onLicenceChange } from './features/licences/enforcement.ts'
import { bulkTasks } from './features/bulk-jobs/tasks.ts'
import { licenceTasks } from './features/licences/licence-tasks.ts'
import { prepareCertificates } from './features/radius-certificates/certificate-store.ts'
import { certificateTasks } from './features/radius-certificates/certificate-tasks.ts'
import { backupCommand, restoreCommand } from './features/backups/backup-command.ts'
import { backupTasks } from './features/backups/backup-tasks.ts'
import { rotateCommand } from './features/setup/rotate-command.ts'
import { ensureInstallationKey } from './features/setup/installation-key.ts'
import { prepareInstallation } from './features/setup/setup.ts'
import { tariffTasks } from './features/tariffs/update-sessions.ts'
import { telemetryTasks } from './telemetry/tasks.ts'
import { createListMemory } from './http/list/memory.ts'
import { health, type Components } from './http/health.ts'
import { metrics } from './http/metrics.ts'
import { attachmentTasks } from './features/attachments/tasks.ts'
import { importTasks } from './features/imports/tasks.ts'
import { planTasks } from './features/ipam/plan-tasks.ts'
import { ipamTasks } from './features/ipam/tasks.ts'
import { networkTasks } from './features/lan/network-tasks.ts'
import { verifyCommand } from './features/ipam/verify-command.ts'
import { verifyTasks } from './features/ipam/verify-tasks.ts'
import { housekeeping } from './jobs/housekeeping.ts'
import { maintainReadings } from './jobs/reading-retention.ts'
import { verifyAuditCommand } from './jobs/verify-audit-command.ts'
import { parkedTasks } from './jobs/parked.ts'
import { prepareJobs } from './jobs/prepare.ts'
import { isRunnerError } from './jobs/runner.ts'
import { startWorkers } from './jobs/workers.ts'
import { startLive } from './live/live.ts'
import { createLog, type Logger } from './log.ts'
import { createMailService } from './mail/queue.ts'
import { mailTasks } from './mail/tasks.ts'
import { collectOften } from './memory.ts'
import { radiusFolder, startOwnRadius } from './sessions/start-radius.ts'
import { maintainMonths, sessionTasks } from './sessions/tasks.ts'
import { startReportProcessing } from './sessions/process-reports.ts'
import { version } from './version.ts'

/** How long running requests and jobs may continue after a stop was requested. */
const GRACE_MS = 10_000

/** EX_CONFIG of sysexits.h: a restart would not help. */

/** The started components, stopped in reverse order. `failed`: the process ends because of an error. */
const started: { name: string; stop: (failed: boolean) => Promise<void> }[] = []
/** Supervises FreeRADIUS; undefined before it starts, and in processes that never do. */
let radius: Supervisor | undefined
/** Started components of this process, for `/health/ready` and `/metrics`. */
const working: { [name in keyof Components]: () => boolean } = {}
let stopping: Promise<void> | undefined

/** Prints errors of the settings, without a stack trace, and ends the process; rethrows any other error. */
function exitOnConfigError(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(error.status)
}

function settings(argv: string[]): Config {
  try {
    return readConfig(process.env, argv)
  } catch (error) {
    exitOnConfigError(error)
  }
}

/** Lines for the operator, printed between the log lines. */
const print = (lines: readonly string[]): void => {
  if (lines.length > 0) console.log(`\n${lines.join('\n')}\n`)
}

async function start(given: Config, log: Logger): Promise<void> {
  collectOften()
  log.info({ version, role: given.role, node: process.versions.node }, 'starting')
  // Before the database: a key that cannot be stored must not encrypt anything.
  if (given.newKeyFile !== undefined) openDataFolder(given.dataDir)
  const ownerUrl = given.databaseUrl ?? (await startOwn(given, log))
  const variable = given.databaseUrl === undefined ? 'TRUNKLINE_DATA' : 'DATABASE_URL'
  const step = <T>(work: () => Promise<T>) => untilDatabaseStays(ownerUrl, log, work, variable)
  const databases = await step(async () => {
    await rejectPooling({
      DATABASE_URL: given.databaseUrl,
      DATABASE_APP_URL: given.databaseAppUrl,
      DATABASE_APP_ALL_URL: given.databaseAppAllUrl,
    })
    await prepareDatabase(ownerUrl, log)
    await prepareJobs(ownerUrl)
    await maintainMonths(ownerUrl, given.radius.historyMonths, log)
    await withClient(ownerUrl, 'trunkline parts', (client) => maintainReadings(client, given.retention, log))
    return openDatabases({
      ownerUrl,
      appUrl: given.databaseAppUrl,
      appAllUrl: given.databaseAppAllUrl,
      pool: given.pool,
    })
  })
  started.push({ name: 'database connections', stop: () => databases.close() })
  const config = { ...given, key: await ensureInstallationKey(given, databases, log) }
  started.push({ name: 'work behind replies', stop: accessSettled })
  // Loaded only if it is enabled: production needs neither its data nor its simulators.
  const demo = config.demo ? await import('@trunkline/demo') : undefined
  const devices = createDevices({
    config,
    log,
    databases,
    onSaved: evaluateReadings,
    ...(demo && { allow: demo.isDemoRouter }),
  })
  started.push({ name: 'connections to devices', stop: () => devices.stop() })
  // The first page does not wait for the demo, which takes longer to create than the rest of a first start.
  const [lines] = await Promise.all([
    step(() => prepareInstallation({ config, databases, log, prepareDemo: demo?.prepareDemo })),
    config.role === 'worker' ? undefined : serveWeb(config, log, databases, devices, step),
  ])
  print(lines)
  // After the demo, which uses all CPU time; before FreeRADIUS, which reads them.
  await step(() => prepareCertificates({ config, databases, log }))
  if (config.role !== 'web') {
    const tasks = {
      ...housekeeping(config, ownerUrl),
      ...mailTasks(config),
      ...accessTasks,
      ...ipamTasks,
      ...networkTasks,
      ...tariffTasks,
      ...licenceTasks(config),
      ...certificateTasks(config),
      ...planTasks,
      ...verifyTasks,
      ...importTasks(config),
      ...attachmentTasks(config),
      ...bulkTasks({ config, log, databases, devices, lists: createListMemory(), mail: createMailService(config) }),
      ...sessionTasks(config, ownerUrl),
      ...backupTasks(config, ownerUrl),
      ...deviceTasks(devices),
      ...telemetryTasks,
      ...notificationTasks(config, { alertState }),
      ...(demo ? demo.demoTasks({ devices }) : {}),
    }
    const workers = await step(() => startWorkers({ databases, tasks: { ...tasks, ...parkedTasks(tasks) }, log }))
    working.runner = () => workers.isWorking()
    started.push({ name: 'workers', stop: () => workers.stop(GRACE_MS) })
    devices.startPolling()
    working.poller = () => devices.isPolling() === true
    if (demo !== undefined) {
      const routers = await demo.startDemoRouters({ databases, keys: [config.key, ...config.formerKeys], log })
      started.push({ name: 'routers of the demo', stop: () => routers.stop() })
    }
    const alerts = startAlerts(databases, log)
    started.push({ name: 'alerts', stop: () => alerts.stop() })
    const reportProcessing = startReportProcessing(databases, log)
    started.push({ name: 'reports of sessions', stop: () => reportProcessing.stop() })
  }
  if (config.radius.start) {
    const own = startOwnRadius(config, ownerUrl, databases, log)
    radius = own
    working.radius = () => own.status().state === 'running'
    // FreeRADIUS is independent of this process: it keeps running after an error in the panel.
    started.push({ name: 'FreeRADIUS', stop: (failed) => (failed ? own.leave() : own.stop()) })
    await own.ready
  }
  if (config.role === 'worker') await serveWorker(config, log, databases, devices)
  print([`Trunkline ${version} is ready after ${process.uptime().toFixed(1)} s`])
  const problem = radius && problemLine(radius.status())
  if (problem !== undefined) print([problem])
}

/** For `/health/ready`. Only a process with the role `all` supervises FreeRADIUS. */
const radiusState = (config: Config) =>
  config.role === 'all' ? () => (config.radius.start ? (radius?.status().state ?? 'starting') : 'off') : undefined

const components = (): Components =>
  Object.fromEntries(Object.entries(working).map(([name, isWorking]) => [name, isWorking()]))

/** Starts pages, API and live channel; prints the URL to open. `step` retries after a lost database. */
async function serveWeb(
  config: Config,
  log: Logger,
  databases: Databases,
  devices: DeviceService,
  step: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const lists = createListMemory({ pages: true })
  const app = await buildApp({ config, log, databases, lists, devices, radius: radiusState(config), components })
  const live = await startLive({
    server: app.server,
    databases,
    config,
    log,
    authenticate: createAuthenticate(databases),
    // The caches of this process are cleared when any process changes their data.
    onChanged: () => lists.forget(),
    onNotify: (channel, payload) => {
      onSessionChange(databases, channel, payload)
      onLicenceChange(databases, channel, payload)
    },
    firstConnection: step,
  })
  working.listener = () => live.isListening()
  await listen(app, 'PORT', config.port, config.host, () => live.stop())
  print([`Trunkline ${version} is at ${addressOf(app, config)}`])
}

async function startOwn(config: Config, log: Logger): Promise<string> {
  openDataFolder(config.dataDir)
  const embedded = await startEmbedded({ dataDir: config.dataDir, log }).catch((error: unknown) => {
    if (error instanceof EmbeddedUnavailable)
      throw new ConfigError([`DATABASE_URL: ${error.message}`], { cause: error })
    // PostgreSQL's own message for a full disk.
    const full = /No space left on device|Disk quota exceeded/.test((error as Error).message)
    throw explainDataFolder(full ? { code: 'ENOSPC' } : error, config.dataDir) ?? error
  })
  started.push({
    name: 'embedded database',
    // A running FreeRADIUS needs its database; the next start of the panel joins both.
    stop: async (failed) => {
      if (!failed || !runsIn(radiusFolder(config.dataDir))) await embedded.stop()
    },
  })
  return embedded.url
}

/** A process without pages serves health and metrics if a port is set for them. */
async function serveWorker(config: Config, log: Logger, databases: Databases, devices: DeviceService): Promise<void> {
  if (config.workerPort === undefined) return
  const app = Fastify({ loggerInstance: log }) as unknown as FastifyInstance
  await health(app, { databases, components, dataDir: config.dataDir })
  await metrics(app, {
    databases,
    token: config.metricsToken,
    readings: devices.readings,
    components,
    maxBackupAgeHours: config.backup.maxAgeHours,
  })
  await listen(app, 'WORKER_PORT', config.workerPort, config.host)
}

async function listen(
  app: FastifyInstance,
  variable: 'PORT' | 'WORKER_PORT',
  port: number,
  host: string,
  cutClients: () => Promise<void> = async () => {},
): Promise<void> {
  started.push({
    name: 'requests',
    stop: async () => {
      // New requests are rejected from here on; running ones are finished, up to a time limit.
      const closed = Promise.all([app.close(), cutClients()])
      const late = sleep(GRACE_MS, 'late', { ref: false })
      if ((await Promise.race([closed, late])) === 'late') app.server.closeAllConnections()
      await closed
    },
  })
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw explainListen(error, variable, port, host) ?? error
  })
}

/** Explains an error of `listen` in terms of the settings; undefined for any that has another cause. */
function explainListen(
  { code = '' }: NodeJS.ErrnoException,
  variable: string,
  port: number,
  host: string,
): ConfigError | undefined {
  if (code === 'EADDRINUSE')
    return new ConfigError([`${variable}: port ${port} of ${host} is in use by another program`])
  if (code === 'EACCES') return new ConfigError([`${variable}: port ${port} needs more rights than this user has`])
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new ConfigError([`HOST: ${host} is no address of this machine`])
  return undefined
}

/** The URL to open: with port 0, the port that was assigned. */
function addressOf(app: FastifyInstance, config: Config): string {
  const address = app.server.address()
  if (config.port !== 0 || address === null || typeof address === 'string') return config.baseUrl
  return `http://localhost:${address.port}`
}

/** Stops the started components in reverse order. If one fails to stop, the others still are. */
function stop(log: Logger, why: string, failed = false): Promise<void> {
  stopping ??= (async () => {
    log.info({ why }, 'stopping')
    for (let part = started.pop(); part !== undefined; part = started.pop()) {
      try {
        await part.stop(failed)
      } catch (error) {
        log.error({ err: error, part: part.name }, 'did not stop cleanly')
        process.exitCode = 1
      }
    }
    log.info('stopped')
  })()
  return stopping
}

function listenToSignals(log: Logger, ready: Promise<unknown>): void {
  let first = 0
  const onSignal = (signal: string) => {
    // Under npm Ctrl+C arrives twice: from the terminal, and forwarded by npm.
    if (first > 0 && Date.now() - first > 500) {
      log.warn({ signal }, 'second signal: exiting immediately')
      process.exit(130)
    }
    if (first > 0) return
    first = Date.now()
    // A component must have started before it can be stopped.
    void ready.then(() => stop(log, signal)).then(() => process.exit())
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
}

/** The exit code of a command, or that of invalid settings, which are printed. */
async function orExplain(command: () => Promise<number>): Promise<number> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    return error.status
  }
}

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2)
  if (command === 'verify-ipam')
    process.exit(await orExplain(() => verifyCommand(settings([]), rest, createLog('warn'))))
  if (command === 'verify-audit')
    process.exit(await orExplain(() => verifyAuditCommand(settings([]), rest, createLog('warn'))))
  if (command === 'rotate-keys')
    process.exit(await orExplain(() => rotateCommand(settings([]), rest, createLog('warn'))))
  if (command === 'backup') process.exit(await orExplain(() => backupCommand(settings([]), rest, createLog('warn'))))
  if (command === 'restore') process.exit(await orExplain(() => restoreCommand(settings([]), rest, createLog('warn'))))
  if (command === 'check-rights')
    process.exit(await orExplain(() => rightsCommand(settings([]), rest, createLog('warn'))))
  const config = settings(process.argv.slice(2))
  const log = createLog(config.logLevel)
  const fail = (error: unknown) => {
    if (error instanceof ConfigError) {
      console.error(error.message)
      process.exitCode = error.status
    } else {
      log.fatal({ err: error }, 'ending after an error')
      process.exitCode = 1
    }
    void stop(log, 'error', true).then(() => process.exit())
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', (reason) => {
    // From a library that leaves a promise unhandled when its connection breaks, without other consequences for this
    // process.
    if (isDatabaseAway(reason) || isRunnerError(reason))
      log.error({ err: reason }, 'an error of a broken connection was not handled')
    else fail(reason)
  })
  const ready = start(config, log)
  listenToSignals(
    log,
    ready.catch(() => {}),
  )
  try {
    await ready
  } catch (error) {
    fail(error)
  }
}

await main()

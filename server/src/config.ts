import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { radiusAddressError } from '@trunkline/contract/radius-address'
import { ConfigError } from './config-error.ts'
import { explainDataFolder } from './data-folder.ts'

export { ConfigError }

/** All settings, read once. All other files receive them as values; docs/operations.md lists them. */
export type Config = {
  /** The role of this process: answer requests, run jobs, or both. */
  role: 'all' | 'web' | 'worker'
  host: string
  /** 0: a free port, for tests. */
  port: number
  /** Origin of links in mails and of the browser, without a trailing slash. Never taken from the Host header. */
  baseUrl: string
  /** True if browsers reach the panel over HTTPS, so that cookies can be marked secure. */
  secure: boolean
  /** Absolute path. Contains the embedded database, uploads and the installation's key. */
  dataDir: string
  /** URL of the database as its owner; undefined: the embedded one. */
  databaseUrl: string | undefined
  /** URL of the database as trunkline_app, if that role can log in. */
  databaseAppUrl: string | undefined
  /** URL of the database as trunkline_app_all, if that role can log in. */
  databaseAppAllUrl: string | undefined
  /** Maximum connections of a process: for tenants, and for provider and system. */
  pool: { app: number; appAll: number }
  /** Whether the first start creates demo companies and users. */
  demo: boolean
  /** Their password; undefined: generated and printed. */
  demoPassword: string | undefined
  /** 32 bytes that encrypt secrets at rest. */
  key: Buffer
  /**
   * The file to write `key` to, because neither TRUNKLINE_KEY nor that file provided one: `key` is then a new one,
   * which only a database without a key may adopt. Undefined: `key` was provided.
   */
  newKeyFile: string | undefined
  /** Former encryption keys, newest first: they decrypt what `rotate-keys` has not re-encrypted yet. */
  formerKeys: Buffer[]
  /** Undefined: mails are stored for display and not sent. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Number of trusted reverse proxies; as many entries of X-Forwarded-For are trusted, from the right. */
  trustedProxies: number
  /** Requests per minute of one user; companies and networks get multiples of it. 0: no limit. */
  rateLimit: number
  /** Whether browsers may install the service worker with the offline page. */
  offlinePage: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Where a worker process serves health and metrics; undefined: nowhere. */
  workerPort: number | undefined
  radius: {
    /** Whether this process starts a FreeRADIUS if one is installed. */
    start: boolean
    /** UDP ports for NAS devices. */
    authPort: number
    acctPort: number
    /** Requests that FreeRADIUS processes concurrently; undefined: by the number of cores. */
    threads?: number | undefined
    /** URL of the database as trunkline_radius, if that role has its own password; undefined: the panel sets one. */
    databaseUrl: string | undefined
    /**
     * The address at which routers reach the RADIUS server, unless the provider's settings override it; undefined: not
     * set.
     */
    address: string | undefined
    /** Retention of ended sessions and logins in months. */
    historyMonths: number
    /** Folders to search for FreeRADIUS, like PATH. */
    path: string
  }
  /** Retention periods. */
  retention: {
    /** Months of the audit log; 0: unlimited. */
    auditMonths: number
    /** Days of five-minute samples of devices. */
    sampleDays: number
    /** Days of hourly samples of devices and companies. */
    readingDays: number
  }
  /** Prefixes that device addresses must belong to; empty: all addresses that a router can have. */
  deviceNetworks: string[]
  notifications: {
    /** Private prefixes that notifications may be sent to. Empty: none. */
    networks: string[]
    /** Ports besides 443. */
    ports: number[]
  }
  /** Stored configurations of each device; the newest one is always retained. */
  deviceBackups: {
    count: number
    /** Days since the device last had the configuration; 0: no limit. */
    days: number
    /** Of these, the newest ones with a binary backup. */
    binaries: number
  }
  backup: {
    /** Folder for scheduled backups of this host; undefined: none are scheduled. */
    folder: string | undefined
    /** Five crontab fields, in UTC. */
    schedule: string
    /** Number of scheduled backups to retain. */
    keep: number
    /** Age in hours above which the last successful backup is overdue; 0: no warning. */
    maxAgeHours: number
    /** Encrypts backups; undefined: no encryption. */
    passphrase: string | undefined
  }
  /** Files that users add to records. */
  files: {
    /** Absolute path of the folder that contains them, unless `s3` is set. */
    folder: string
    s3: S3Settings | undefined
    /** Maximum size of a file in bytes. */
    maxBytes: number
    /** Maximum number of files of a record. */
    maxPerRecord: number
    /** Maximum size in bytes of all files of a company's records. */
    maxCompanyBytes: number
  }
  /** Bearer token for /metrics; undefined: only callers on this machine. */
  metricsToken: string | undefined
}

/** A bucket of an S3 service, with path-style addresses. */
export interface S3Settings {
  /** Without a trailing slash. */
  endpoint: string
  bucket: string
  region: string
  key: string
  secret: string
}

type Environment = Record<string, string | undefined>

/** An integer. Errors never contain the value, which may be a misplaced secret. */
const integer = (min: number, max: number, fallback: number) =>
  z.pipe(
    z._default(z.string(), String(fallback)),
    z.transform((text, context) => {
      const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
      if (value >= min && value <= max) return value
      context.issues.push({
        code: 'custom',
        message: `must be a whole number from ${min} to ${max}`,
        input: undefined,
      })
      return z.NEVER
    }),
  )

const address = (protocols: string[]) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    }),
  )

const choice = <const T extends string>(values: T[]) => z.enum(values, { error: `must be one of ${values.join(', ')}` })

const database = z.optional(address(['postgres:', 'postgresql:']))

const environment = z.object({
  PORT: integer(0, 65_535, 8080),
  HOST: z._default(z.string(), '0.0.0.0'),
  TRUNKLINE_ROLE: z._default(choice(['all', 'web', 'worker']), 'all'),
  WORKER_PORT: z.optional(integer(1, 65_535, 0)),
  TRUNKLINE_BASE_URL: z.optional(
    address(['http:', 'https:']).check(
      z.refine((text) => /^https?:\/\/[^/?#@]+\/?$/.test(text), {
        error: 'must be an origin such as https://panel.example.net, without a path',
      }),
    ),
  ),
  TRUNKLINE_DATA: z._default(z.string(), './data'),
  DATABASE_URL: database,
  DATABASE_APP_URL: database,
  DATABASE_APP_ALL_URL: database,
  DATABASE_POOL: integer(1, 500, 16),
  DATABASE_POOL_ALL: integer(1, 500, 8),
  TRUNKLINE_DEMO: z.optional(choice(['on', 'off'])),
  TRUNKLINE_DEMO_PASSWORD: z.optional(
    z.string().check(
      z.refine((text) => text.length >= 12 && text.length <= 128, {
        error: 'must have 12 to 128 characters',
      }),
    ),
  ),
  TRUNKLINE_KEY: z.optional(
    z.string().check(
      z.refine((text) => isKey(text), {
        error: 'must be 32 bytes in base64 (openssl rand -base64 32)',
      }),
    ),
  ),
  TRUNKLINE_FORMER_KEYS: z._default(
    z.string().check(
      z.refine((text) => keyList(text).every(isKey), {
        error: 'must be keys of 32 bytes in base64, with commas between them',
      }),
    ),
    '',
  ),
  SMTP_URL: z.optional(address(['smtp:', 'smtps:'])),
  MAIL_FROM: z._default(
    z.string().check(
      z.refine((text) => /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text), {
        error: 'must be a mail address such as "Trunkline <panel@example.net>"',
      }),
    ),
    'Trunkline <trunkline@localhost>',
  ),
  TRUSTED_PROXIES: integer(0, 10, 0),
  RATE_LIMIT: integer(0, 1_000_000, 1200),
  TRUNKLINE_OFFLINE_PAGE: z._default(choice(['on', 'off']), 'on'),
  LOG_LEVEL: z._default(choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  TRUNKLINE_RADIUS: z._default(choice(['auto', 'off']), 'auto'),
  RADIUS_AUTH_PORT: integer(1, 65_535, 1812),
  RADIUS_ACCT_PORT: integer(1, 65_535, 1813),
  RADIUS_THREADS: z.optional(integer(1, 64, 16)),
  DATABASE_RADIUS_URL: database,
  TRUNKLINE_RADIUS_ADDRESS: z.optional(
    z.string().check(
      z.refine((text) => radiusAddressError(text.trim()) === undefined, {
        error: 'must be the IPv4 address, IPv6 address or DNS name at which routers reach the RADIUS server',
      }),
    ),
  ),
  TRUNKLINE_HISTORY_MONTHS: integer(1, 120, 13),
  TRUNKLINE_AUDIT_MONTHS: integer(0, 600, 36),
  TRUNKLINE_SAMPLE_DAYS: integer(8, 90, 9),
  TRUNKLINE_READING_DAYS: integer(31, 3660, 400),
  PATH: z._default(z.string(), ''),
  TRUNKLINE_DEVICE_NETWORKS: z._default(
    z.string().check(
      z.refine((text) => prefixes(text).every(isPrefix), {
        error: 'must be prefixes such as 10.0.0.0/8, with commas between them',
      }),
    ),
    '',
  ),
  TRUNKLINE_NOTIFICATION_NETWORKS: z._default(
    z.string().check(
      z.refine((text) => prefixes(text).every(isPrefix), {
        error: 'must be prefixes such as 10.0.0.0/8, with commas between them',
      }),
    ),
    '',
  ),
  TRUNKLINE_NOTIFICATION_PORTS: z._default(
    z.string().check(
      z.refine((text) => portList(text).every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535), {
        error: 'must be ports such as 8443, with commas between them',
      }),
    ),
    '',
  ),
  TRUNKLINE_DEVICE_BACKUPS: integer(1, 10_000, 400),
  TRUNKLINE_DEVICE_BACKUP_DAYS: integer(0, 3660, 0),
  TRUNKLINE_DEVICE_BACKUP_BINARIES: integer(1, 1000, 10),
  TRUNKLINE_BACKUP_FOLDER: z.optional(z.string()),
  TRUNKLINE_BACKUP_SCHEDULE: z._default(
    z.string().check(
      z.refine((text) => isSchedule(text), {
        error: 'must be five fields as of crontab, in UTC: minute, hour, day, month, weekday, such as "30 2 * * *"',
      }),
    ),
    '30 2 * * *',
  ),
  TRUNKLINE_BACKUP_KEEP: integer(1, 10_000, 14),
  TRUNKLINE_BACKUP_MAX_AGE: integer(0, 8760, 30),
  TRUNKLINE_BACKUP_PASSPHRASE: z.optional(
    z.string().check(z.refine((text) => text.length >= 12, { error: 'must have at least 12 characters' })),
  ),
  TRUNKLINE_FILES_FOLDER: z.optional(z.string()),
  TRUNKLINE_FILES_MAX_MB: integer(1, 100, 20),
  TRUNKLINE_FILES_PER_RECORD: integer(1, 1000, 50),
  TRUNKLINE_FILES_PER_COMPANY_MB: integer(1, 1_000_000, 1000),
  TRUNKLINE_S3_ENDPOINT: z.optional(address(['http:', 'https:'])),
  TRUNKLINE_S3_BUCKET: z.optional(
    z.string().check(
      z.refine((text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text), {
        error: 'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
      }),
    ),
  ),
  TRUNKLINE_S3_REGION: z._default(z.string(), 'us-east-1'),
  TRUNKLINE_S3_KEY: z.optional(z.string()),
  TRUNKLINE_S3_SECRET: z.optional(z.string()),
  METRICS_TOKEN: z.optional(
    z.string().check(z.refine((text) => text.length >= 16, { error: 'must have at least 16 characters' })),
  ),
})

/** Value ranges of the schedule fields. */
const scheduleFields = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const
const isSchedule = (text: string): boolean => {
  const fields = text.trim().split(/ +/)
  return (
    fields.length === scheduleFields.length &&
    scheduleFields.every(([min, max], at) =>
      (fields[at] as string).split(',').every((entry) => {
        const [, from, to, step] = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(entry) ?? [undefined, '-1']
        const ends = [from, to].filter((end) => end !== undefined).map(Number)
        return ends.every((end) => end >= min && end <= max) && Number(from ?? 0) <= Number(to ?? 99) && step !== '0'
      }),
    )
  )
}

const decoded = (text: string) => Buffer.from(text, 'base64')
const isKey = (text: string) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && decoded(text).length === 32
const prefixes = (text: string) =>
  text
    .split(',')
    .map((prefix) => prefix.trim())
    .filter(Boolean)
const portList = (text: string) => prefixes(text).map(Number)
const isPrefix = (text: string) => {
  const [address = '', length = '', more] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  return more === undefined && /^\d{1,3}$/.test(length) && Number(length) <= bits
}
const keyList = (text: string) =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)

/**
 * Reads settings from the environment and the command line, whose only option is `--role=all|web|worker`. An empty
 * variable counts as unset. Writes nothing.
 * @throws ConfigError with all errors
 */
export function readConfig(env: Environment, argv: string[]): Config {
  const errors: string[] = []
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  for (const argument of argv) {
    const role = /^--role=(.+)$/.exec(argument)?.[1]
    if (role !== undefined) set['TRUNKLINE_ROLE'] = role
    else errors.push(`${argument}: unknown argument; there is --role=all|web|worker`)
  }
  const result = environment.safeParse(set)
  if (!result.success) {
    for (const issue of result.error.issues) errors.push(`${issue.path.join('.')}: ${issue.message}`)
  }
  if (!set['DATABASE_URL'] && (set['DATABASE_APP_URL'] || set['DATABASE_APP_ALL_URL'])) {
    errors.push('DATABASE_APP_URL, DATABASE_APP_ALL_URL: need DATABASE_URL beside them')
  }
  const ofS3 = ['ENDPOINT', 'BUCKET', 'KEY', 'SECRET'].map((name) => `TRUNKLINE_S3_${name}`)
  const missing = ofS3.filter((name) => !set[name])
  if (missing.length > 0 && missing.length < ofS3.length)
    errors.push(`${missing.join(', ')}: must be set if another setting of S3 is`)
  if (!result.success || errors.length > 0) throw new ConfigError(errors)
  const found = result.data
  const dataDir = resolve(found.TRUNKLINE_DATA)
  const baseUrl = (found.TRUNKLINE_BASE_URL ?? `http://localhost:${found.PORT}`).replace(/\/$/, '')
  return {
    role: found.TRUNKLINE_ROLE,
    host: found.HOST,
    port: found.PORT,
    baseUrl,
    secure: baseUrl.startsWith('https:'),
    dataDir,
    databaseUrl: found.DATABASE_URL,
    databaseAppUrl: found.DATABASE_APP_URL,
    databaseAppAllUrl: found.DATABASE_APP_ALL_URL,
    pool: { app: found.DATABASE_POOL, appAll: found.DATABASE_POOL_ALL },
    demo: wantsDemo(found),
    demoPassword: found.TRUNKLINE_DEMO_PASSWORD,
    ...(found.TRUNKLINE_KEY ? { key: decoded(found.TRUNKLINE_KEY), newKeyFile: undefined } : readKey(dataDir)),
    formerKeys: keyList(found.TRUNKLINE_FORMER_KEYS).map(decoded),
    smtpUrl: found.SMTP_URL,
    mailFrom: found.MAIL_FROM,
    trustedProxies: found.TRUSTED_PROXIES,
    rateLimit: found.RATE_LIMIT,
    offlinePage: found.TRUNKLINE_OFFLINE_PAGE === 'on',
    logLevel: found.LOG_LEVEL,
    workerPort: found.WORKER_PORT,
    radius: {
      // Split processes often share a machine: operators who split them also run FreeRADIUS separately.
      start: found.TRUNKLINE_RADIUS === 'auto' && found.TRUNKLINE_ROLE === 'all',
      authPort: found.RADIUS_AUTH_PORT,
      acctPort: found.RADIUS_ACCT_PORT,
      threads: found.RADIUS_THREADS,
      databaseUrl: found.DATABASE_RADIUS_URL,
      address: found.TRUNKLINE_RADIUS_ADDRESS?.trim(),
      historyMonths: found.TRUNKLINE_HISTORY_MONTHS,
      path: found.PATH,
    },
    retention: {
      auditMonths: found.TRUNKLINE_AUDIT_MONTHS,
      sampleDays: found.TRUNKLINE_SAMPLE_DAYS,
      readingDays: found.TRUNKLINE_READING_DAYS,
    },
    deviceNetworks: prefixes(found.TRUNKLINE_DEVICE_NETWORKS),
    notifications: {
      networks: prefixes(found.TRUNKLINE_NOTIFICATION_NETWORKS),
      ports: portList(found.TRUNKLINE_NOTIFICATION_PORTS),
    },
    deviceBackups: {
      count: found.TRUNKLINE_DEVICE_BACKUPS,
      days: found.TRUNKLINE_DEVICE_BACKUP_DAYS,
      binaries: found.TRUNKLINE_DEVICE_BACKUP_BINARIES,
    },
    backup: {
      folder: found.TRUNKLINE_BACKUP_FOLDER === undefined ? undefined : resolve(found.TRUNKLINE_BACKUP_FOLDER),
      schedule: found.TRUNKLINE_BACKUP_SCHEDULE.trim().replaceAll(/ +/g, ' '),
      keep: found.TRUNKLINE_BACKUP_KEEP,
      maxAgeHours: found.TRUNKLINE_BACKUP_MAX_AGE,
      passphrase: found.TRUNKLINE_BACKUP_PASSPHRASE,
    },
    files: {
      folder: resolve(found.TRUNKLINE_FILES_FOLDER ?? join(dataDir, 'files')),
      s3: s3Settings(found),
      maxBytes: found.TRUNKLINE_FILES_MAX_MB * 1_000_000,
      maxPerRecord: found.TRUNKLINE_FILES_PER_RECORD,
      maxCompanyBytes: found.TRUNKLINE_FILES_PER_COMPANY_MB * 1_000_000,
    },
    metricsToken: found.METRICS_TOKEN,
  }
}

/** The bucket for files; undefined: they are stored in a folder. */
const s3Settings = ({
  TRUNKLINE_S3_ENDPOINT: endpoint,
  TRUNKLINE_S3_BUCKET: bucket,
  TRUNKLINE_S3_REGION: region,
  TRUNKLINE_S3_KEY: key,
  TRUNKLINE_S3_SECRET: secret,
}: z.infer<typeof environment>): S3Settings | undefined =>
  endpoint !== undefined && bucket !== undefined && key !== undefined && secret !== undefined
    ? { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, key, secret }
    : undefined

/** Without settings the panel is being evaluated; with a database or a base URL it is a real installation. */
function wantsDemo(found: z.infer<typeof environment>): boolean {
  if (found.TRUNKLINE_DEMO !== undefined) return found.TRUNKLINE_DEMO === 'on'
  if (found.TRUNKLINE_DEMO_PASSWORD !== undefined) return true
  return found.DATABASE_URL === undefined && found.TRUNKLINE_BASE_URL === undefined
}

/** The key in the data folder, or a new one that is not stored yet. */
function readKey(dataDir: string): Pick<Config, 'key' | 'newKeyFile'> {
  const path = join(dataDir, 'key')
  try {
    const key = readKeyFile(path)
    if (key !== undefined) return { key, newKeyFile: undefined }
  } catch (error) {
    throw explainDataFolder(error, dataDir) ?? error
  }
  return { key: randomBytes(32), newKeyFile: path }
}

/**
 * The key in a file; undefined if the file does not exist.
 * @throws ConfigError if the content is not a key
 */
export function readKeyFile(path: string): Buffer | undefined {
  if (!existsSync(path)) return undefined
  const key = decoded(readFileSync(path, 'utf8').trim())
  if (key.length !== 32) throw new ConfigError([`${path}: must hold 32 bytes in base64`])
  return key
}

/**
 * Writes a new key, on disk before it returns.
 * @returns the key in the file: that of another process if one has written it concurrently
 */
export function writeKeyFile(path: string, key: Buffer): Buffer {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    // Never overwrites a file: data encrypted with its key would be lost.
    writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readKeyFile(path) as Buffer
  }
}

/** The database URL only, for tools that need no other setting. */
export function readDatabaseUrl(env: Environment): string | undefined {
  const result = database.safeParse(env['DATABASE_URL'] || undefined)
  if (!result.success) throw new ConfigError([`DATABASE_URL: ${result.error.issues[0]!.message}`])
  return result.data
}

import { ConfigError } from '../config-error.ts'
import { explainConnection } from './connection-errors.ts'
import { checkRoles, openPool, type Databases } from './pool.ts'

/** Where the database is and how many connections each pool may keep. */
export type DatabaseSettings = {
  ownerUrl: string
  /** Addresses of roles that log in by themselves; else the owner steps down at connect. */
  appUrl?: string | undefined
  appAllUrl?: string | undefined
  pool: { app: number; appAll: number }
}

/**
 * Opens the two pools of this process and makes sure that row-level security binds both.
 * @throws ConfigError naming the setting whose address does not work, or works as an owner or a superuser
 */
export async function openDatabases(settings: DatabaseSettings): Promise<Databases> {
  const app = openPool({
    url: settings.appUrl ?? settings.ownerUrl,
    role: 'trunkline_app',
    max: settings.pool.app,
  })
  const appAll = openPool({
    url: settings.appAllUrl ?? settings.ownerUrl,
    role: 'trunkline_app_all',
    max: settings.pool.appAll,
  })
  const databases: Databases = {
    app,
    appAll,
    close: async () => void (await Promise.all([app.end(), appAll.end()])),
  }
  try {
    await tryConnection(app, settings.appUrl, 'DATABASE_APP_URL')
    await tryConnection(appAll, settings.appAllUrl, 'DATABASE_APP_ALL_URL')
    await checkRoles(databases)
  } catch (error) {
    await databases.close()
    const own = settings.appUrl !== undefined || settings.appAllUrl !== undefined
    if (own && error instanceof Error && /row security/.test(error.message))
      throw new ConfigError([`DATABASE_APP_URL, DATABASE_APP_ALL_URL: ${error.message}`], { cause: error })
    throw error
  }
  return databases
}

/** Opens one connection. Where the pool has an address of its own, what is wrong with that is said by its name. */
async function tryConnection(pool: Databases['app'], url: string | undefined, variable: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    throw (url === undefined ? undefined : explainConnection(error, url, variable)) ?? error
  }
}

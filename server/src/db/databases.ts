import { ConfigError } from '../config-error.ts'
import { explainConnection } from './connection-errors.ts'
import { checkRoles, openPool, type Databases } from './pool.ts'

/** The URLs of the database and the maximum number of connections per pool. */
export type DatabaseSettings = {
  ownerUrl: string
  /** URLs of roles that can log in. Without them the connection logs in as the owner and runs SET ROLE. */
  appUrl?: string | undefined
  appAllUrl?: string | undefined
  pool: { app: number; appAll: number }
}

/**
 * Opens the two pools of this process and checks that row-level security applies to both roles.
 * @throws ConfigError that names the setting whose URL does not work, or connects as an owner or a superuser
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

/** Opens one connection. If the pool has its own URL, an error names the setting that holds it. */
async function tryConnection(pool: Databases['app'], url: string | undefined, variable: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    throw (url === undefined ? undefined : explainConnection(error, url, variable)) ?? error
  }
}

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
 * @throws Error when a connection would work as an owner or a superuser
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
    await checkRoles(databases)
  } catch (error) {
    await databases.close()
    throw error
  }
  return databases
}

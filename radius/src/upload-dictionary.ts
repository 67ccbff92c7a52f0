import pg from 'pg'
import { dictionaryHash, findDictionary, parseDictionary } from './dictionary.ts'
import type { Log } from './launch.ts'

/** Milliseconds between attempts while the database does not respond. */
const retryMs = 30_000

/**
 * Stores the dictionary of the installed FreeRADIUS in the panel's database, if it differs from the stored one.
 * @param databaseUrl address of the database as the role trunkline_radius
 * @param path the main dictionary file
 * @returns the number of attributes, and whether they were uploaded
 * @throws Error if a file is missing or the database does not respond
 */
export async function uploadDictionary(
  databaseUrl: string,
  path: string,
): Promise<{ attributes: number; uploaded: boolean }> {
  const attributes = parseDictionary(path)
  const hash = dictionaryHash(attributes)
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'trunkline radius dictionary',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ differs: boolean }>('select panel.radius_dictionary($1) as differs', [hash])
    if (rows[0]?.differs !== true) return { attributes: attributes.length, uploaded: false }
    await client.query('select panel.radius_dictionary($1, $2)', [hash, JSON.stringify(attributes)])
    return { attributes: attributes.length, uploaded: true }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Uploads the dictionary in the background and retries until it succeeds: the start does not wait for it, and logins
 * do not depend on it.
 * @returns a promise of the first success, and a function that stops the attempts
 */
export function storeDictionary(
  databaseUrl: string,
  log: Log,
  path: string | undefined = findDictionary(),
): { done: Promise<void>; stop(): Promise<void> } {
  if (path === undefined) {
    log.warn(
      {},
      'the dictionary of FreeRADIUS was not found: extra attributes of tariffs and NAS devices are not validated against it',
    )
    return { done: Promise.resolve(), stop: async () => {} }
  }
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let wake: (() => void) | undefined
  const attempts = async () => {
    while (!stopped)
      try {
        const { attributes, uploaded } = await uploadDictionary(databaseUrl, path)
        if (uploaded) log.info({ attributes }, 'the RADIUS dictionary was uploaded')
        return
      } catch (error) {
        if (stopped) return
        log.warn({ err: error }, 'the RADIUS dictionary could not be uploaded')
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, retryMs)
          timer.unref()
        })
      }
  }
  const done = attempts()
  return {
    done,
    async stop() {
      stopped = true
      clearTimeout(timer)
      wake?.()
      await done
    },
  }
}

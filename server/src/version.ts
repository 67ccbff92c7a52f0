import { readFileSync } from 'node:fs'

/** The product version, from the root package. Two levels up from src/ as well as from the bundle in dist/. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

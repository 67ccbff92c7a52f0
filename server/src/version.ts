import { readFileSync } from 'node:fs'

/** The version of the product, from the root package. Two levels up both from src/ and from the bundle in dist/. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

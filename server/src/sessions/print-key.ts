import { readConfig } from '../config.ts'
import { radiusKey } from './seal.ts'

/**
 * `npm run radius-key` prints the key that FreeRADIUS hosts open RADIUS secrets with, in hexadecimal. It is derived from
 * the installation's key, which is read as at a start, and does not lead back to it.
 */
const { key, newKeyFile } = readConfig(process.env, [])
if (newKeyFile === undefined) console.log(radiusKey(key).toString('hex'))
else {
  console.error(
    `There is no key here: TRUNKLINE_KEY is not set, and there is no ${newKeyFile}. Run this on the panel's host.`,
  )
  process.exitCode = 78 // EX_CONFIG of sysexits.h
}

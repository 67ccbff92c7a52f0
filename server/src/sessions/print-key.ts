import { readConfig } from '../config.ts'
import { radiusKey } from './seal.ts'

/**
 * `npm run radius-key` prints the key with which FreeRADIUS hosts decrypt RADIUS secrets, in hexadecimal. It is derived
 * from the installation's key, which is read as at startup and cannot be computed from it.
 */
const { key, newKeyFile } = readConfig(process.env, [])
if (newKeyFile === undefined) console.log(radiusKey(key).toString('hex'))
else {
  console.error(
    `There is no key here: TRUNKLINE_KEY is not set, and there is no ${newKeyFile}. Run this on the panel's host.`,
  )
  process.exitCode = 78 // EX_CONFIG of sysexits.h
}

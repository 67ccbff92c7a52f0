import { readConfig } from '../config.ts'
import { radiusKey } from './seal.ts'

/**
 * `npm run radius-key` prints the key that FreeRADIUS hosts open RADIUS secrets with, in hexadecimal. It is derived from
 * the installation's key, which is read as at a start, and does not lead back to it.
 */
console.log(radiusKey(readConfig(process.env, []).key).toString('hex'))

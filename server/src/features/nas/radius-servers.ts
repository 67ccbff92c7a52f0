import { message } from '@trunkline/contract/errors'
import { radiusAddressError } from '@trunkline/contract/radius-address'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { readSettings } from '../installation/public-settings.ts'

/**
 * The addresses at which routers reach the RADIUS servers, in order of preference. Source: the caller's parameter,
 * otherwise the provider's settings, the environment, or the host of the panel's base URL unless it is local to this
 * host.
 * @throws AppError validation_failed at `server` if none is set
 */
export async function radiusServers(
  tx: Tx,
  config: Pick<Config, 'baseUrl' | 'radius'>,
  given: string | undefined,
): Promise<[first: string, second?: string]> {
  if (given !== undefined) return [given]
  const { radius_address, radius_address_2 } = await readSettings(tx)
  if (radius_address !== '') return radius_address_2 === '' ? [radius_address] : [radius_address, radius_address_2]
  if (config.radius.address !== undefined) return [config.radius.address]
  const host = new URL(config.baseUrl).hostname.replace(/^\[|\]$/g, '')
  if (radiusAddressError(host) === undefined) return [host]
  throw invalid({ server: message('radius_address.not_configured') })
}

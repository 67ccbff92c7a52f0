import { message, type Message } from '@trunkline/contract/errors'
import { withPassphrase } from '@trunkline/contract/resources/wifi-enums'
import { RouterError } from '@trunkline/routeros'
import { toDeviceError, deviceMessage } from '../faults.ts'
import { notReached, untilReached, type CommandOutcome, type Run } from '../run.ts'
import { isHidden } from '../same-value.ts'
import { withReadings } from './converge.ts'
import { gone } from './push.ts'
import { dialectOf, readRaw } from './raw.ts'
import { savePulled, loadSetting } from './setting.ts'
import type { WifiInput } from './shapes.ts'
import { targetOf } from './target.ts'

/** Copies a device's settings of a network into the panel. Writes nothing to the device. */
export async function runPull(run: Run, input: WifiInput): Promise<CommandOutcome> {
  const setting = await loadSetting(run, input.setting_id)
  if (setting === undefined) return gone
  if (input.version !== undefined && input.version !== setting.version)
    return {
      state: 'refused',
      message: message('stale_version'),
      result: { changed_meanwhile: true, fields: [{ field: 'version', seen: input.version, now: setting.version }] },
    }
  try {
    const session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('reading')
    const { carriers, seen } = targetOf(await readRaw(session, dialectOf(setting.stack)), run.keys, setting, [])
    const reject = (reason: Message) => withReadings(run, session, { state: 'refused', message: reason })
    if (seen === undefined) return await reject(message('wifi.not_on_device'))
    if (seen.encryption === null) return await reject(message('wifi.encryption_unknown'))
    if (Buffer.byteLength(seen.ssid) > 32) return await reject(message('wifi.ssid_unreadable'))
    const text = carriers[0]?.values['security.passphrase']
    const shown = isHidden(text) ? undefined : text
    await savePulled(run, setting, { ...seen, encryption: seen.encryption }, shown)
    const isUnseen = shown === undefined && withPassphrase.includes(seen.encryption)
    return await withReadings(run, session, {
      state: 'done',
      message: isUnseen ? message('wifi.passphrase_hidden') : null,
    })
  } catch (error) {
    if (!(error instanceof RouterError)) return notReached(error)
    run.drop()
    return error.kind === 'refused'
      ? { state: 'refused', message: deviceMessage(error.message) }
      : notReached(toDeviceError(error))
  }
}

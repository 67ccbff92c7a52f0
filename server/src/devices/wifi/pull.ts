import { withPassphrase } from '@trunkline/contract/resources/wifi-words'
import { RouterError } from '@trunkline/routeros'
import { inOneLine, toDeviceError } from '../faults.ts'
import { notReached, untilReached, type End, type Run } from '../run.ts'
import { isHidden } from '../same-value.ts'
import { withReadings } from './converge.ts'
import { gone } from './push.ts'
import { dialectOf, readRaw } from './raw.ts'
import { keepPulled, loadSetting } from './setting.ts'
import type { WifiInput } from './shapes.ts'
import { targetOf } from './target.ts'

/** Takes over into the panel what a device has of a network. Nothing is written to the device. */
export async function runPull(run: Run, input: WifiInput): Promise<End> {
  const setting = await loadSetting(run, input.setting_id)
  if (setting === undefined) return gone
  if (input.version !== undefined && input.version !== setting.version)
    return {
      state: 'refused',
      detail: 'This network was changed in the panel since it was looked at: nothing was taken over.',
      result: { changed_meanwhile: true, fields: [{ field: 'version', seen: input.version, now: setting.version }] },
    }
  try {
    const session = await untilReached(run, Date.now() + run.waits.connectMs, run.session)
    await run.progress('reading')
    const { carriers, seen } = targetOf(await readRaw(session, dialectOf(setting.stack)), run.keys, setting, [])
    const refuse = (detail: string) => withReadings(run, session, { state: 'refused', detail })
    if (seen === undefined) return await refuse('The device has nothing of this network.')
    if (seen.encryption === null)
      return await refuse('The device encrypts in a way that the panel has no word for: nothing was taken over.')
    if (Buffer.byteLength(seen.ssid) > 32) return await refuse('The name of the network can not be read as text.')
    const text = carriers[0]?.values['security.passphrase']
    const shown = isHidden(text) ? undefined : text
    await keepPulled(run, setting, { ...seen, encryption: seen.encryption }, shown)
    const isUnseen = shown === undefined && withPassphrase.includes(seen.encryption)
    const detail = isUnseen ? 'The device does not show its passphrase: the one that is kept stays.' : ''
    return await withReadings(run, session, { state: 'done', detail })
  } catch (error) {
    if (!(error instanceof RouterError)) return notReached(error)
    run.drop()
    return error.kind === 'refused'
      ? { state: 'refused', detail: inOneLine(error.message) }
      : notReached(toDeviceError(error))
  }
}

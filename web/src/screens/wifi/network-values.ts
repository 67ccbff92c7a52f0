import { message } from '@trunkline/contract/errors'
import type { BodyInput } from '@trunkline/contract/endpoint'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { FoundNetwork, WifiController, WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { withPassphrase, type Encryption } from '@trunkline/contract/resources/wifi-enums'
import type { FieldErrors } from '../../form/field-errors.ts'
import { textOf } from '../../i18n/messages.ts'
import { changesBy } from '../../record/changes.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'
import { scheduleValues, type ScheduleValues } from './schedule.ts'
import { systemKey } from './wifi-paths.ts'

type StoreBody = BodyInput<typeof wifi.store>
type UpdateBody = BodyInput<typeof wifi.update>

const form = formOf(wifi.update.body)

/** A network in its form. An empty passphrase keeps the stored one. */
export type NetworkValues = Omit<FormValues<typeof wifi.update.body>, 'encryption' | 'country' | 'schedule'> &
  ScheduleValues & {
    /** As of `systemKey`; empty until one is selected. */
    system: string
    encryption: Encryption
    country: string | null
  }

export const needsPassphrase = (encryption: Encryption): boolean => withPassphrase.includes(encryption)

/**
 * The values of a stored or found network. Without an encryption that the panel knows they start from the best one of
 * `options` that old devices support.
 */
export function networkValues(
  of: Partial<WifiSetting & FoundNetwork> | WifiSetting | FoundNetwork,
  options: readonly Encryption[],
  system = systemKey(of as WifiSetting),
): NetworkValues {
  const best = (['wpa2-wpa3', 'wpa2'] as const).find((one) => options.includes(one)) ?? options[0] ?? 'wpa2'
  return {
    ...form.values({ is_enabled: true, ...of }),
    system,
    encryption: of.encryption ?? best,
    country: of.country ?? null,
    ...scheduleValues(of.schedule),
  }
}

/** A new network of a system. */
export const emptyValues = (system: string, options: readonly Encryption[]): NetworkValues =>
  networkValues({}, options, system)

function bodyOf(values: NetworkValues): Omit<UpdateBody, 'version' | 'push'> {
  const { encryption, passphrase, is_guest, scheduled, schedule } = values
  // The form trims text, which would change a passphrase, and leaves out an empty name, which has to be rejected.
  const {
    passphrase: _trimmed,
    push: _push,
    ...fields
  } = form.body({
    ...values,
    schedule: is_guest && scheduled ? schedule : null,
  } as unknown as FormValues<typeof wifi.update.body>)
  return {
    ...fields,
    ssid: values.ssid,
    ...(needsPassphrase(encryption) && passphrase !== '' ? { passphrase } : {}),
  }
}

/** @param adopt the name of the found network that the panel is to manage from now on */
export function storeBody(
  values: NetworkValues,
  { adopt, push }: { adopt?: string | undefined; push: boolean },
): StoreBody {
  const [hardware, stack] = values.system.split('/') as [string, WifiController['stack']]
  return {
    ...(bodyOf(values) as StoreBody),
    hardware_id: Number(hardware),
    stack,
    ...(adopt === undefined ? {} : { adopt }),
    push,
  }
}

/** The changed fields, with the version that they were changed from. */
export const updateBody = (before: NetworkValues, values: NetworkValues, push: boolean): UpdateBody => ({
  ...changesBy(bodyOf)(before, values),
  version: values.version,
  push,
})

/** The body that adopts a found network without changes; undefined if its encryption has to be selected first. */
export const foundBody = (of: FoundNetwork): StoreBody | undefined =>
  of.encryption === null ? undefined : storeBody(networkValues(of, [of.encryption]), { adopt: of.profile, push: false })

/** Errors that the schema of the contract does not find. */
export function networkErrors(values: NetworkValues, hasPassphrase: boolean): FieldErrors {
  const { from, until } = values.schedule
  const errors: FieldErrors = {}
  if (values.system === '') errors['system'] = textOf(message('field.required'))
  if (needsPassphrase(values.encryption) && values.passphrase === '' && !hasPassphrase)
    errors['passphrase'] = textOf(message('wifi.passphrase_required'))
  // From 00:00 to 00:00 is the whole day.
  if (values.is_guest && values.scheduled && from === until && from !== '00:00')
    errors['schedule.until'] = textOf(message('wifi.hours_empty'))
  return errors
}

import type { Difference, Schedule, WifiNetwork, WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import type { Encryption, WantedState, WifiBand } from '@trunkline/contract/resources/wifi-enums'
import type { TFunction } from '../../i18n/translations.ts'
import type { Tone } from '../../ui/tone.ts'
import { countryName } from '../companies/country.ts'
import { channelText } from './channels.ts'
import { hoursText } from './hours.ts'

export const stateTones: Record<WantedState, Tone> = {
  same: 'good',
  differs: 'warning',
  missing: 'bad',
  unread: 'neutral',
}

export const encryptionText = (of: Encryption | null, t: TFunction): string => t(`wifi:encryption.${of ?? 'other'}`)

export const bandsText = (of: readonly WifiBand[], t: TFunction): string =>
  of.length === 0 ? t('wifi:allBands') : of.map((band) => t(`wifi:band.${band}`)).join(', ')

type Field = keyof WifiNetwork

/** A field of a network as people say it. */
export function fieldText(of: Partial<WifiNetwork>, field: Field, t: TFunction, language: string): string {
  const value = of[field]
  if (field === 'encryption') return encryptionText(value as Encryption, t)
  if (field === 'bands') return bandsText(value as WifiBand[], t)
  if (field === 'channel_width') return value === null ? t('wifi:asRadio') : `${String(value)} MHz`
  if (field === 'frequencies')
    return (value as number[]).length === 0 ? t('wifi:asRadio') : (value as number[]).map(channelText).join(', ')
  if (field === 'country') return value === null ? t('wifi:asDevice') : countryName(value as string, language)
  if (field === 'vlan_id') return value === null ? t('wifi:untagged') : String(value)
  if (field === 'schedule') return value === null ? t('wifi:hours.always') : hoursText(value as Schedule, t, language)
  if (typeof value === 'boolean') return t(value ? 'ui:yes' : 'ui:no')
  return String(value ?? '')
}

export interface SaidDifference {
  field: string
  wanted: string | null
  actual: string | null
}

/**
 * A difference in the reader's words. What the panel has no word for stays as the device says it; a passphrase is never
 * shown, only that it is another one.
 */
export function differenceText(
  of: Difference,
  { setting, t, language }: { setting: WifiSetting; t: TFunction; language: string },
): SaidDifference {
  const field = t(`wifi:field.${of.field}`, { defaultValue: of.field })
  if (of.field === 'passphrase')
    return {
      field,
      wanted: t(of.wanted === null ? 'wifi:passphrase.none' : 'wifi:passphrase.wanted'),
      actual: t(of.actual === null ? 'wifi:passphrase.none' : 'wifi:passphrase.other'),
    }
  // Hours of a device are rows of a list, which only the server has seen.
  if (of.field === 'schedule')
    return { field, wanted: fieldText(setting, 'schedule', t, language), actual: of.actual ?? t('wifi:hours.always') }
  const known = of.field in setting
  const { actual } = setting
  const has = actual !== null && of.field in actual && actual[of.field as Field] !== undefined
  const worded = has && !(of.field === 'encryption' && actual.encryption === null)
  return {
    field,
    wanted: known ? fieldText(setting, of.field as Field, t, language) : of.wanted,
    actual: worded ? fieldText(actual as WifiNetwork, of.field as Field, t, language) : of.actual,
  }
}

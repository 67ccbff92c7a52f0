import type { Difference, Schedule, WifiNetwork, WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import type { Encryption, WantedState, WifiBand } from '@trunkline/contract/resources/wifi-enums'
import type { TFunction } from '../../i18n/translations.ts'
import { fieldLabel } from '../../ui/field-label.ts'
import type { Tone } from '../../ui/tone.ts'
import { countryName } from '../companies/country.ts'
import { channelText } from './channels.ts'
import { scheduleText } from './schedule.ts'

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

/** The value of a setting as it is shown. */
export function settingText(of: Partial<WifiNetwork>, field: Field, t: TFunction, language: string): string {
  const value = of[field]
  if (field === 'encryption') return encryptionText(value as Encryption, t)
  if (field === 'bands') return bandsText(value as WifiBand[], t)
  if (field === 'channel_width') return value === null ? t('wifi:automatic') : `${String(value)} MHz`
  if (field === 'frequencies')
    return (value as number[]).length === 0 ? t('wifi:automatic') : (value as number[]).map(channelText).join(', ')
  if (field === 'country') return value === null ? t('wifi:asDevice') : countryName(value as string, language)
  if (field === 'vlan_id') return value === null ? t('wifi:untagged') : String(value)
  if (field === 'schedule') return scheduleText(value as Schedule | null, t, language)
  if (typeof value === 'boolean') return t(value ? 'ui:yes' : 'ui:no')
  return String(value ?? '')
}

/**
 * A difference with its field and values as they are shown. Values that the panel has no setting for stay as the device
 * reports them; of a passphrase only whether it is the desired one.
 */
export function differenceText(of: Difference, setting: WifiSetting, t: TFunction, language: string): Difference {
  const field = fieldLabel(t, 'wifi', of.field)
  const key = of.field as Field
  if (of.field === 'passphrase')
    return {
      field,
      wanted: t(of.wanted === null ? 'wifi:passphrase.none' : 'wifi:passphrase.wanted'),
      actual: t(of.actual === null ? 'wifi:passphrase.none' : 'wifi:passphrase.other'),
    }
  // Hours are rows of the device's access list, which the browser does not have.
  if (of.field === 'schedule')
    return { field, wanted: settingText(setting, key, t, language), actual: of.actual ?? t('wifi:hours.always') }
  const { actual } = setting
  const isSetting = of.field in setting
  const isReported =
    actual !== null && actual[key] !== undefined && !(of.field === 'encryption' && actual.encryption === null)
  return {
    field,
    wanted: isSetting ? settingText(setting, key, t, language) : of.wanted,
    actual: isReported ? settingText(actual as WifiNetwork, key, t, language) : of.actual,
  }
}

import { weekDays } from '@trunkline/contract/resources/wifi-enums'
import type { ReactNode } from 'react'
import { ChecksField } from '../../form/checks-field.tsx'
import type { FieldErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SwitchField, TextField } from '../../form/fields.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { regional } from '../../ui/zone.ts'
import { dayName } from '../../ui/week-days.ts'

/** The values of a form about the order and the time of a rollout. */
export interface WaveValues {
  canaries: number | null
  wave_size: number | null
  soak_minutes: number | null
  max_failures: number | null
  windowed: boolean
  maintenance_window: { days: (typeof weekDays)[number][]; from: string; until: string }
}

export const startWaves: WaveValues = {
  canaries: 1,
  wave_size: 10,
  soak_minutes: 60,
  max_failures: 1,
  windowed: false,
  maintenance_window: { days: [], from: '02:00', until: '05:00' },
}

export const wavesOf = ({
  canaries,
  wave_size,
  soak_minutes,
  max_failures,
  windowed,
  maintenance_window,
}: WaveValues) => ({
  canaries: canaries as number,
  wave_size: wave_size as number,
  soak_minutes: soak_minutes as number,
  max_failures: max_failures as number,
  maintenance_window: windowed ? maintenance_window : null,
})

export const waveErrors = (
  { windowed, maintenance_window: { from, until } }: WaveValues,
  t: ReturnType<typeof useTranslation>['t'],
): FieldErrors => (windowed && from === until ? { 'maintenance_window.until': t('rollouts:form.windowNever') } : {})

/** Canaries, waves and the stop condition. */
export function OrderFields({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('rollouts:form.order')} text={t('rollouts:form.orderText')}>
      <NumberField name="canaries" label={t('rollouts:form.canaries')} min={0} max={100} step={1} required />
      <NumberField name="wave_size" label={t('rollouts:form.waveSize')} min={1} max={1000} step={1} required />
      <NumberField name="soak_minutes" label={t('rollouts:form.soak')} min={0} max={43_200} step={1} required />
      <NumberField name="max_failures" label={t('rollouts:form.maxFailures')} min={1} max={1000} step={1} required />
      {children}
    </FieldGroup>
  )
}

/** Days and times in which devices may be changed. */
export function WindowFields({ windowed }: { windowed: boolean }) {
  const { t, i18n } = useTranslation()
  return (
    <FieldGroup title={t('rollouts:form.window')}>
      <SwitchField name="windowed" label={t('rollouts:form.windowed')} help={t('rollouts:form.windowHelp')} whole />
      {windowed ? (
        <>
          <ChecksField
            name="maintenance_window.days"
            label={t('rollouts:form.days')}
            required
            options={weekDays.map((day) => ({ id: day, name: dayName(day, regional(i18n.language), 'long') }))}
            whole
          />
          <TextField name="maintenance_window.from" type="time" label={t('rollouts:form.from')} required />
          <TextField name="maintenance_window.until" type="time" label={t('rollouts:form.until')} required />
        </>
      ) : null}
    </FieldGroup>
  )
}

import { describe, expect, it } from 'vitest'
import { tariffBody, tariffChanges, tariffErrors, tariffValues, type TariffValues } from './tariff-values.ts'

const values = (more: Partial<TariffValues> = {}): TariffValues => ({
  ...tariffValues({ currency: 'EUR', name: 'Home 50', download_rate: 50_000, upload_rate: 10_000 }),
  ...more,
})

describe('the body of a tariff', () => {
  it('has its rates in kbit/s, its quota in bytes and its times in seconds', () => {
    expect(
      tariffBody(
        values({
          download_rate: 2.048,
          limited: true,
          quota_bytes: 300,
          quota_action: 'slow',
          slow_download_rate: 2,
          slow_upload_rate: 1,
          session_timeout: 24,
          idle_timeout: 5,
          interim_seconds: 10,
          price: '24,90',
        }),
      ),
    ).toMatchObject({
      download_rate: 2048,
      upload_rate: 10_000,
      quota_bytes: 300_000_000_000,
      slow_download_rate: 2000,
      session_timeout: 86_400,
      idle_timeout: 300,
      interim_seconds: 600,
      price: '24.90',
    })
  })

  it('sends null for fields that its switches hide', () => {
    const hidden = values({ bursts: false, burst_download_rate: 90, limited: false, quota_bytes: 5 })
    expect(tariffBody(hidden)).toMatchObject({ burst_download_rate: null, quota_bytes: null, slow_download_rate: null })
    const stops = values({ limited: true, quota_bytes: 5, quota_action: 'stop', slow_download_rate: 1 })
    expect(tariffBody(stops)).toMatchObject({ slow_download_rate: null })
  })

  it('names companies only where they are selected', () => {
    expect(tariffBody(values({ shared_with: 'all', shared_company_ids: [4] }))).not.toHaveProperty('shared_company_ids')
    expect(tariffBody(values({ shared_with: 'chosen', shared_company_ids: [4] }))).toMatchObject({
      shared_company_ids: [4],
    })
  })

  it('contains only what changed, with the version that it was changed from', () => {
    const before = values({ version: 3 })
    expect(tariffChanges(before, { ...before })).toBeUndefined()
    expect(tariffChanges(before, { ...before, download_rate: 60 })).toEqual({ download_rate: 60_000, version: 3 })
  })
})

/** The reasons of the errors, by field. */
const reasons = (of: TariffValues) =>
  Object.fromEntries(
    Object.entries(tariffErrors(of)).map(([field, error]) => [field, error === 'rate' ? error : error.reason]),
  )

describe('errors', () => {
  it('are none in a plain tariff, with rates or without', () => {
    expect(reasons(values())).toEqual({})
    expect(reasons(values({ download_rate: null, upload_rate: null }))).toEqual({})
  })

  it('name a burst that is incomplete, slower than the rate, or without one', () => {
    expect(reasons(values({ bursts: true }))).toEqual({
      burst_download_rate: 'field.required',
      burst_upload_rate: 'field.required',
      burst_seconds: 'field.required',
    })
    expect(
      reasons(
        values({
          bursts: true,
          burst_download_rate: 40,
          burst_upload_rate: 30,
          burst_seconds: 12,
          burst_upload_threshold: 31,
        }),
      ),
    ).toEqual({
      burst_download_rate: 'tariff.burst_below_rate',
      burst_upload_threshold: 'tariff.threshold_above_burst',
    })
    expect(
      reasons(
        values({
          bursts: true,
          upload_rate: null,
          burst_download_rate: 60,
          burst_upload_rate: 30,
          burst_seconds: 1.5,
        }),
      ),
    ).toEqual({ upload_rate: 'tariff.burst_needs_rate', burst_seconds: 'field.whole_number' })
  })

  it('name a quota without an amount, or without reduced rates', () => {
    expect(reasons(values({ limited: true }))).toEqual({
      quota_bytes: 'field.required',
      slow_download_rate: 'tariff.slow_rate_required',
      slow_upload_rate: 'tariff.slow_rate_required',
    })
    expect(reasons(values({ limited: true, quota_bytes: 5, quota_action: 'stop' }))).toEqual({})
    expect(reasons(values({ limited: true, quota_bytes: 5, slow_download_rate: 60, slow_upload_rate: 1 }))).toEqual({
      slow_download_rate: 'tariff.slow_rate_above_rate',
    })
  })

  it('name prices, rates and times that cannot be stored', () => {
    expect(reasons(values({ price: 'ten', session_timeout: 9000, idle_timeout: 0, interim_seconds: 90 }))).toEqual({
      price: 'field.amount',
      session_timeout: 'field.range',
      idle_timeout: 'field.range',
      interim_seconds: 'field.range',
    })
    expect(reasons(values({ download_rate: 0.0001 }))).toEqual({ download_rate: 'rate' })
  })
})

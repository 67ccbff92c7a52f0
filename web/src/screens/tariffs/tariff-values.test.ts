import { describe, expect, it } from 'vitest'
import { tariffBody, tariffChanges, tariffFaults, tariffValues, type TariffValues } from './tariff-values.ts'

const values = (more: Partial<TariffValues> = {}): TariffValues => ({
  ...tariffValues({ currency: 'EUR', name: 'Home 50', download_rate: 50_000, upload_rate: 10_000 }),
  ...more,
})

describe('a tariff that is sent', () => {
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

  it('takes back what its switches hide', () => {
    const hidden = values({ bursts: false, burst_download_rate: 90, limited: false, quota_bytes: 5 })
    expect(tariffBody(hidden)).toMatchObject({ burst_download_rate: null, quota_bytes: null, slow_download_rate: null })
    const stops = values({ limited: true, quota_bytes: 5, quota_action: 'stop', slow_download_rate: 1 })
    expect(tariffBody(stops)).toMatchObject({ slow_download_rate: null })
  })

  it('names companies only where they are chosen', () => {
    expect(tariffBody(values({ shared_with: 'all', shared_company_ids: [4] }))).not.toHaveProperty('shared_company_ids')
    expect(tariffBody(values({ shared_with: 'chosen', shared_company_ids: [4] }))).toMatchObject({
      shared_company_ids: [4],
    })
  })

  it('is only what changed, with the version that it was changed from', () => {
    const before = values({ version: 3 })
    expect(tariffChanges(before, { ...before })).toBeUndefined()
    expect(tariffChanges(before, { ...before, download_rate: 60 })).toEqual({ download_rate: 60_000, version: 3 })
  })
})

describe('errors', () => {
  it('are none in a plain tariff, with rates or without', () => {
    expect(tariffFaults(values())).toEqual({})
    expect(tariffFaults(values({ download_rate: null, upload_rate: null }))).toEqual({})
  })

  it('tell of a burst that is incomplete, slower than the rate, or without one', () => {
    expect(tariffFaults(values({ bursts: true }))).toEqual({
      burst_download_rate: 'needed',
      burst_upload_rate: 'needed',
      burst_seconds: 'needed',
    })
    expect(
      tariffFaults(
        values({
          bursts: true,
          burst_download_rate: 40,
          burst_upload_rate: 30,
          burst_seconds: 12,
          burst_upload_threshold: 31,
        }),
      ),
    ).toEqual({ burst_download_rate: 'burstSlower', burst_upload_threshold: 'thresholdHigh' })
    expect(
      tariffFaults(
        values({
          bursts: true,
          upload_rate: null,
          burst_download_rate: 60,
          burst_upload_rate: 30,
          burst_seconds: 1.5,
        }),
      ),
    ).toEqual({ upload_rate: 'burstNeedsRate', burst_seconds: 'burstSeconds' })
  })

  it('tell of a quota without an amount, or without what comes after it', () => {
    expect(tariffFaults(values({ limited: true }))).toEqual({
      quota_bytes: 'quota',
      slow_download_rate: 'slowNeeded',
      slow_upload_rate: 'slowNeeded',
    })
    expect(tariffFaults(values({ limited: true, quota_bytes: 5, quota_action: 'stop' }))).toEqual({})
    expect(
      tariffFaults(values({ limited: true, quota_bytes: 5, slow_download_rate: 60, slow_upload_rate: 1 })),
    ).toEqual({ slow_download_rate: 'slowFaster' })
  })

  it('tell of prices and times that can not be kept', () => {
    expect(tariffFaults(values({ price: 'ten', session_timeout: 9000, idle_timeout: 0, interim_seconds: 90 }))).toEqual(
      { price: 'price', session_timeout: 'sessionTimeout', idle_timeout: 'idleTimeout', interim_seconds: 'interim' },
    )
  })
})

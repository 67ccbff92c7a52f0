import { Translations } from '../../i18n/translations.ts'
import { describe, expect, it } from 'vitest'
import { burstShort, tariffSentences, quotaShort, rateShort, type TariffTerms } from './tariff-terms.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'

const translations = new Translations('en', { en: { tariffs: en }, de: { tariffs: de } })

const terms: TariffTerms = {
  download_rate: 50_000,
  upload_rate: 10_000,
  quota_bytes: null,
  quota_period: 'month',
  quota_action: 'slow',
  slow_download_rate: null,
  slow_upload_rate: null,
}
const sentences = (of: Partial<TariffTerms>, language: 'en' | 'de' = 'en') =>
  tariffSentences({ ...terms, ...of }, translations.getFixedT(language), language)

describe('a tariff in sentences', () => {
  it('states both rates', () => {
    expect(sentences({})).toEqual(['50 Mbit/s down, 10 Mbit/s up.', 'No data limit.'])
    expect(sentences({}, 'de')[0]).toBe('50 Mbit/s Download, 10 Mbit/s Upload.')
    expect(sentences({ upload_rate: null })[0]).toBe('50 Mbit/s down, no limit up.')
    expect(sentences({ download_rate: null, upload_rate: null })[0]).toBe('No speed limit.')
  })

  it('states how long a burst lasts, by its threshold or else the rate', () => {
    const burst = { burst_download_rate: 150_000, burst_upload_rate: 30_000, burst_seconds: 12 }
    expect(sentences({ ...burst, download_rate: 100_000 })[1]).toContain('for about 8 s, then 100 Mbit/s')
    expect(sentences({ ...burst, burst_download_threshold: 75_000 })[1]).toContain('for about 6 s')
    expect(sentences({ burst_download_rate: 150_000 })).toHaveLength(2)
  })

  it('states what applies after the quota', () => {
    const quota = { quota_bytes: 300_000_000_000 }
    expect(sentences({ ...quota, quota_action: 'stop' })[1]).toContain('300 GB per month')
    expect(sentences({ ...quota, quota_action: 'stop' })[1]).toContain('no connection until the next period')
    expect(sentences({ ...quota, slow_download_rate: 2000, slow_upload_rate: 1000 })[1]).toContain(
      'then 2 Mbit/s down and 1 Mbit/s up',
    )
  })
})

describe('a tariff in short', () => {
  it('states both rates, with one unit where they share it', () => {
    const rates = (download_rate: number | null, upload_rate: number | null) =>
      rateShort({ download_rate, upload_rate }, translations.getFixedT('en'), 'en')
    expect(rates(50_000, 10_000)).toBe('50 / 10 Mbit/s')
    expect(rates(2000, 512)).toBe('2 Mbit/s / 512 kbit/s')
    expect(rates(50_000, null)).toBe('50 Mbit/s / no limit')
    expect(rates(null, null)).toBe('no limit')
  })

  const short = (of: Partial<TariffTerms>) =>
    [burstShort, quotaShort].map((phrase) => phrase({ ...terms, ...of }, translations.getFixedT('en'), 'en'))

  it('states how fast and how long a burst is, and what applies after the quota', () => {
    expect(short({})).toEqual([undefined, undefined])
    expect(
      short({
        download_rate: 100_000,
        burst_download_rate: 150_000,
        burst_upload_rate: 30_000,
        burst_seconds: 12,
        quota_bytes: 300_000_000_000,
        slow_download_rate: 2000,
        slow_upload_rate: 1000,
      }),
    ).toEqual(['150 / 30 Mbit/s, 8 s', '300 GB per month, then 2 Mbit/s'])
    expect(short({ quota_bytes: 1_000_000_000, quota_period: 'day', quota_action: 'stop' })[1]).toBe(
      '1 GB per day, then blocked',
    )
  })
})

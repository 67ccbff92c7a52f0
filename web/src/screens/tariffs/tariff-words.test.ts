import { Translations } from '../../i18n/translations.ts'
import { describe, expect, it } from 'vitest'
import { burstShort, lineWords, quotaShort, rateShort, type Line } from './tariff-words.ts'
import de from './texts.de.ts'
import en from './texts.en.ts'

const translations = new Translations('en', { en: { tariffs: en }, de: { tariffs: de } })

const line: Line = {
  download_rate: 50_000,
  upload_rate: 10_000,
  quota_bytes: null,
  quota_period: 'month',
  quota_action: 'slow',
  slow_download_rate: null,
  slow_upload_rate: null,
}
const words = (of: Partial<Line>, language: 'en' | 'de' = 'en') =>
  lineWords({ ...line, ...of }, translations.getFixedT(language), language)

describe('a line in words', () => {
  it('says how fast it is both ways', () => {
    expect(words({})).toEqual(['50 Mbit/s down, 10 Mbit/s up.', 'As much as the customer likes.'])
    expect(words({}, 'de')[0]).toBe('50 Mbit/s Download, 10 Mbit/s Upload.')
    expect(words({ upload_rate: null })[0]).toBe('50 Mbit/s down, unlimited up.')
    expect(words({ download_rate: null, upload_rate: null })[0]).toBe('As fast as the line is, both ways.')
  })

  it('says how long a burst lasts, by its threshold or else the rate', () => {
    const burst = { burst_download_rate: 150_000, burst_upload_rate: 30_000, burst_seconds: 12 }
    expect(words({ ...burst, download_rate: 100_000 })[1]).toContain('for about 8 sec, then goes on at 100 Mbit/s')
    expect(words({ ...burst, burst_download_threshold: 75_000 })[1]).toContain('for about 6 sec')
    expect(words({ burst_download_rate: 150_000 })).toHaveLength(2)
  })

  it('says what happens past the quota', () => {
    const quota = { quota_bytes: 300_000_000_000 }
    expect(words({ ...quota, quota_action: 'stop' })[1]).toContain('300 GB a month')
    expect(words({ ...quota, quota_action: 'stop' })[1]).toContain('no connection until the next period')
    expect(words({ ...quota, slow_download_rate: 2000, slow_upload_rate: 1000 })[1]).toContain(
      'past that it is 2 Mbit/s down and 1 Mbit/s up',
    )
  })
})

describe('a line as a list has room for it', () => {
  it('says both rates, with one unit where they share it', () => {
    const rates = (download_rate: number | null, upload_rate: number | null) =>
      rateShort({ download_rate, upload_rate }, translations.getFixedT('en'), 'en')
    expect(rates(50_000, 10_000)).toBe('50 / 10 Mbit/s')
    expect(rates(2000, 512)).toBe('2 Mbit/s / 512 kbit/s')
    expect(rates(50_000, null)).toBe('50 Mbit/s / unlimited')
    expect(rates(null, null)).toBe('unlimited')
  })

  const short = (of: Partial<Line>) =>
    [burstShort, quotaShort].map((explain) => explain({ ...line, ...of }, translations.getFixedT('en'), 'en'))

  it('says how fast and how long a burst is, and what comes after the quota', () => {
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
    ).toEqual(['150 / 30 Mbit/s, 8 sec', '300 GB a month, then 2 Mbit/s'])
    expect(short({ quota_bytes: 1_000_000_000, quota_period: 'day', quota_action: 'stop' })[1]).toBe(
      '1 GB a day, then off',
    )
  })
})

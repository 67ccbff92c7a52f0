/** Formats rates, volumes and durations. */

const number = (value: number, language: string, digits: number) =>
  value.toLocaleString(language, { maximumFractionDigits: digits })

/** `50 Mbit/s`, `512 kbit/s`, `2.5 Gbit/s` from kbit/s. Never rounded to another rate. */
export function rateText(kbit: number, language: string): string {
  if (kbit < 1000) return `${number(kbit, language, 0)} kbit/s`
  if (kbit < 1_000_000 || kbit % 100_000 !== 0) return `${number(kbit / 1000, language, 3)} Mbit/s`
  return `${number(kbit / 1_000_000, language, 1)} Gbit/s`
}

const volumes = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** `1.23 GB` from bytes, in steps of 1000, with three digits. */
export function bytesText(bytes: number, language: string): string {
  let step = 0
  let value = bytes
  // A value that rounds to 1000 is of the next unit.
  while (value >= 999.5 && step < volumes.length - 1) {
    value /= 1000
    step += 1
  }
  return `${number(value, language, step === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2)} ${volumes[step]}`
}

const lengths = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `3 days 4 h`, `12 min`, `45 s` from seconds: the two largest units, days as a word and the others as SI symbols. */
export function durationText(seconds: number, language: string): string {
  const whole = Math.max(0, Math.round(seconds))
  const first = lengths.findIndex(([, length]) => whole >= length)
  if (first < 0) return unit(0, 'second', language)
  let rest = whole
  const parts: string[] = []
  for (const [name, length] of lengths.slice(first, first + 2)) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push(unit(count, name, language))
  }
  return parts.join(' ')
}

const symbols = { hour: 'h', minute: 'min', second: 's' } as const

const unit = (value: number, name: keyof typeof symbols | 'day', language: string) =>
  name === 'day'
    ? new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value)
    : `${number(value, language, 0)} ${symbols[name]}`

/** `24.90` of `EUR` in the language's currency format. */
export function moneyText(amount: string, currency: string, language: string): string {
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount))
  } catch {
    return `${amount} ${currency}`
  }
}

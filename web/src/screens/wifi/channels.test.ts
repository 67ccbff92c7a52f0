import { describe, expect, it } from 'vitest'
import { bandOf, channelText, channelsOf } from './channels.ts'

describe('channels', () => {
  it('have the centre frequencies of the standard', () => {
    const at = (band: '2ghz' | '5ghz' | '6ghz', number: number) =>
      channelsOf[band].find((channel) => channel.number === number)?.frequency
    expect([at('2ghz', 1), at('2ghz', 13), at('2ghz', 14)]).toEqual([2412, 2472, 2484])
    expect([at('5ghz', 36), at('5ghz', 144), at('5ghz', 149), at('5ghz', 177)]).toEqual([5180, 5720, 5745, 5885])
    expect([at('6ghz', 1), at('6ghz', 5), at('6ghz', 233)]).toEqual([5955, 5975, 7115])
  })

  it('are shown as number, or as frequency without one', () => {
    expect(channelText(5180)).toBe('36')
    expect(channelText(2484)).toBe('14')
    expect(channelText(5190)).toBe('5190 MHz')
  })

  it('belong to one band each', () => {
    for (const band of ['2ghz', '5ghz', '6ghz'] as const)
      for (const { frequency } of channelsOf[band]) expect(bandOf(frequency)).toBe(band)
  })
})

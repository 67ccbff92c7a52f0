import { describe, expect, it } from 'vitest'
import { parseCoordinate, parsePair, sexagesimal } from './coordinates.ts'

describe('a latitude or longitude', () => {
  it.each([
    ['52.52', 52.52],
    ['52,52', 52.52],
    ['-33.8688', -33.8688],
    ['−33.8688', -33.8688],
    ['33.8688 S', -33.8688],
    ['s33.8688', -33.8688],
    ['52° 31\' 12" N', 52.52],
    ['52°31′12″N', 52.52],
    ["52°31'12''N", 52.52],
    ['52 31 12', 52.52],
    ['52:31:12', 52.52],
    ['52 31.2', 52.52],
    ['0', 0],
    ['-0', 0],
    ['90', 90],
  ])('%s is understood', (text, degrees) => {
    expect(parseCoordinate(text, 'latitude')).toEqual({ degrees })
  })

  it.each([
    ['13.405 O', 13.405],
    ['13°24′18″E', 13.405],
    ['W 180', -180],
  ])('%s is understood as a longitude', (text, degrees) => {
    expect(parseCoordinate(text, 'longitude')).toEqual({ degrees })
  })

  it.each([
    ['', 'form'],
    ['north', 'form'],
    ['52.5 31 12', 'form'],
    ['-52 N', 'form'],
    ['52 31 12 5', 'form'],
    ['52 60', 'sixty'],
    ['52 31 60', 'sixty'],
    ['90.0001', 'range'],
    ['90 0 1', 'range'],
    ['13 E', 'axis'],
  ])('%s is refused: %s', (text, error) => {
    expect(parseCoordinate(text, 'latitude')).toEqual({ error: error })
  })

  it('is written in degrees, minutes and seconds', () => {
    expect(sexagesimal(52.52, 'latitude')).toBe('52° 31′ 12.0″ N')
    expect(sexagesimal(-0.00001, 'longitude')).toBe('0° 0′ 0.0″ W')
    expect(sexagesimal(-33.999_99, 'latitude')).toBe('34° 0′ 0.0″ S')
  })
})

describe('a pair', () => {
  it.each([
    '52.52, 13.405',
    '52.52 13.405',
    '52.52;13.405',
    '52.52,13.405',
    '52,52; 13,405',
    '52°31\'12"N 13°24\'18"E',
    '52° 31′ 12″ N, 13° 24′ 18″ E',
    '13.405 E, 52.52 N',
    'N 52.52 E 13.405',
  ])('%s is understood', (text) => {
    expect(parsePair(text)).toEqual({ latitude: 52.52, longitude: 13.405 })
  })

  it.each(['52.52', '', 'Berlin', '52.52, 213.4', '1 2 3'])('"%s" is none', (text) => {
    expect(parsePair(text)).toBeUndefined()
  })
})

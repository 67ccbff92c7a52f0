import type { MapPosition } from '@trunkline/contract/resources/site'
import { describe, expect, it } from 'vitest'
import { countsOf, extentOf, marksOf, parseView, formatView } from './site-marks.ts'

const place = (of: Partial<MapPosition>): MapPosition => ({
  latitude: 50,
  longitude: 10,
  count: 1,
  online: 0,
  partial: 0,
  offline: 0,
  id: null,
  name: null,
  ...of,
})

describe('marks on the map of sites', () => {
  it('count sites that were never contacted', () => {
    expect(countsOf([place({ count: 10, online: 4, offline: 3 }), place({ count: 2, partial: 1 })])).toEqual({
      online: 4,
      partial: 1,
      offline: 3,
      unknown: 4,
    })
  })

  it('are a site with its name, or a number of sites, the largest first', () => {
    const marks = marksOf([
      { latitude: 50, longitude: 10, members: [place({ id: 5, name: 'Mill', offline: 1 })] },
      { latitude: 40, longitude: 0, members: [place({ count: 3, online: 3 }), place({ id: 6, name: 'Hill' })] },
    ])
    expect(marks.map(({ count, site }) => [count, site?.name])).toEqual([
      [4, undefined],
      [1, 'Mill'],
    ])
    expect(marks[1]?.site?.status).toBe('offline')
    expect(marks[0]?.shares).toEqual({ good: 3, warning: 0, bad: 0, neutral: 1 })
  })

  it('extend the view around places with several sites', () => {
    expect(extentOf([place({ id: 1 }), place({ count: 9, latitude: 84 })], 6)).toEqual([
      { latitude: 50, longitude: 10 },
      { latitude: 82, longitude: 8 },
      { latitude: 84, longitude: 12 },
    ])
  })

  it('restore the view from the URL', () => {
    const text = formatView({ latitude: 52.520012, longitude: -13.4 }, 7.5)
    expect(text).toBe('52.52,-13.4,7.5')
    expect(parseView(text)).toEqual({ latitude: 52.52, longitude: -13.4, zoom: 7.5 })
    for (const wrong of ['', '1,2', '91,0,3', '1,2,99', 'a,b,c', '1,2,3,4', undefined])
      expect(parseView(wrong)).toBeUndefined()
  })
})

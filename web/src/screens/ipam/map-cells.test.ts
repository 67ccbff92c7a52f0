import { expect, it } from 'vitest'
import { cellsFor, cellsOf, columnsOf, zoomPath, type MapRun } from './map-cells.ts'

const run = (net: string, length: number, of: Partial<MapRun> = {}): MapRun => ({
  net,
  run: length,
  state: 'free',
  share: 0,
  subnet_id: null,
  subnet_net: null,
  label: '',
  ...of,
})

it('expands runs into cells, for both IP versions', () => {
  const v4 = cellsOf({
    within: '10.0.0.0/16',
    cell_length: 18,
    cells: [run('10.0.0.0/18', 1, { state: 'subnet', share: 1, subnet_id: 7 }), run('10.0.64.0/18', 3)],
  })
  expect(v4.map(({ net, state }) => `${net} ${state}`)).toEqual([
    '10.0.0.0/18 subnet',
    '10.0.64.0/18 free',
    '10.0.128.0/18 free',
    '10.0.192.0/18 free',
  ])
  const v6 = cellsOf({ within: '2001:db8::/29', cell_length: 39, cells: [run('2001:db8::/39', 1024)] })
  expect(v6).toHaveLength(1024)
  expect(v6.at(-1)?.net).toBe('2001:dbf:fe00::/39')
})

it('gives neighbouring subnets different shades, and one subnet the same', () => {
  const cells = cellsOf({
    within: '10.0.0.0/8',
    cell_length: 10,
    cells: [
      run('10.0.0.0/10', 2, { subnet_id: 1 }),
      run('10.128.0.0/10', 1, { subnet_id: 2 }),
      run('10.192.0.0/10', 1),
    ],
  })
  expect(cells.map(({ shade }) => shade)).toEqual([1, 1, 0, 1])
})

it('is square, or twice as wide as high', () => {
  expect([1024, 512, 256, 64, 2, 1].map(columnsOf)).toEqual([32, 32, 16, 8, 2, 1])
})

it('has no cells below the minimum target size', () => {
  expect([1100, 800, 799, 400, 288].map(cellsFor)).toEqual(['1024', '1024', '256', '256', '64'])
})

it('lists the zoom levels', () => {
  expect(zoomPath('2001:db8::/29', '2001:db8:40::/49', 10)).toEqual([
    '2001:db8::/29',
    '2001:db8::/39',
    '2001:db8:40::/49',
  ])
  expect(zoomPath('10.0.0.0/8', '10.0.0.0/8', 10)).toEqual(['10.0.0.0/8'])
})

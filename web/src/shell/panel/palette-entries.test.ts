import { describe, expect, it } from 'vitest'
import { matching, type PaletteEntry } from './palette-entries.ts'

const entry = (group: PaletteEntry['group'], text: string): PaletteEntry => ({
  key: text,
  group,
  text,
  run: () => undefined,
})
const entries = [
  entry('screens', 'Companies'),
  entry('screens', 'Company profile'),
  entry('screens', 'Übersicht'),
  entry('actions', 'Create company'),
  entry('records', 'Nordlicht GmbH'),
]
const texts = (typed: string) => matching(entries, typed).map(({ text }) => text)

describe('the palette', () => {
  it('shows everything while nothing is typed', () => {
    expect(texts('  ')).toHaveLength(5)
  })
  it('finds by every word, whatever the case and the accents', () => {
    expect(texts('ubersicht')).toContain('Übersicht')
    expect(texts('PROFILE comp')).toEqual(['Company profile', 'Nordlicht GmbH'])
  })
  it('lets the server decide which records match', () => {
    expect(texts('hrb 12345')).toEqual(['Nordlicht GmbH'])
  })
  it('keeps the groups together, screens first', () => {
    expect(texts('compan')).toEqual(['Companies', 'Company profile', 'Create company', 'Nordlicht GmbH'])
  })
})

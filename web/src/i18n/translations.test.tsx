import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'
import { i18n, Translations, type TFunction } from './translations.ts'
import { useTranslation } from './use-translation.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const texts = new Translations('en', {
  en: {
    shell: { save: 'Save' },
    list: {
      title: '{{ name }} of {{total}}',
      rows_zero: 'No rows',
      rows_one: '{{count}} row',
      rows_other: '{{count}} rows',
      value: { band: { '2.4': '2.4 GHz' } },
      steps: ['Open {{name}}', 'Close it'],
      empty: '',
    },
  },
  de: { list: { rows_one: '{{count}} Zeile', rows_other: '{{count}} Zeilen' } },
})

describe('a text', () => {
  it('is found by namespace and path, in the default namespace without one', () => {
    expect(texts.t('save')).toBe('Save')
    expect(texts.getFixedT('en', 'list')('rows', { count: 3 })).toBe('3 rows')
    expect(texts.t('list:empty', { defaultValue: 'something' })).toBe('')
  })

  it('is found where the last part of its key has a dot', () => {
    expect(texts.t('list:value.band.2.4')).toBe('2.4 GHz')
  })

  it('is the default where there is none, and without a default the key', () => {
    expect(texts.t('list:none.such', { defaultValue: 'x' })).toBe('x')
    expect(texts.t('list:none.such')).toBe('none.such')
    expect(texts.t('elsewhere:none')).toBe('none')
    expect(texts.t('list:value')).toBe('value')
    expect(texts.t('list:title.constructor', { defaultValue: 'x' })).toBe('x')
    expect(texts.t('list:value.toString', { defaultValue: 'x' })).toBe('x')
  })

  it('of several keys is that of the first that has one', () => {
    expect(texts.t(['list:none', 'shell:save', 'list:title'])).toBe('Save')
  })

  it('takes values as they are, and keeps a placeholder without one', () => {
    expect(texts.t('list:title', { name: '<b>$& {{total}}</b>' })).toBe('<b>$& {{total}}</b> of {{total}}')
    expect(texts.t('list:title', { name: null, total: 0 })).toBe(' of 0')
  })

  it('has the plural of its language', () => {
    expect([0, 1, 2].map((count) => texts.t('list:rows', { count }))).toEqual(['No rows', '1 row', '2 rows'])
    const german = texts.getFixedT('de')
    expect([0, 1, 2].map((count) => german('list:rows', { count }))).toEqual(['0 Zeilen', '1 Zeile', '2 Zeilen'])
    expect(texts.t('list:title', { name: 'A', total: 1, count: 1 })).toBe('A of 1')
    expect(texts.t('list:rows', { count: 6001, replace: { count: '6,001' } })).toBe('6,001 rows')
  })

  it('may be a list', () => {
    expect(texts.list('list:steps', { name: 'Wi-Fi' })).toEqual(['Open Wi-Fi', 'Close it'])
    expect(texts.list('list:title')).toEqual([])
  })
})

it('adds texts to those that are there', () => {
  const some = new Translations('en', { en: { a: { one: { x: '1', y: '2' } } } })
  some.add('en', { a: { one: { y: '3', z: '4' } }, b: { two: '5' } })
  expect(['a:one.x', 'a:one.y', 'a:one.z', 'b:two'].map((key) => some.t(key))).toEqual(['1', '3', '4', '5'])
  expect(some.exists('a:one')).toBe(true)
  expect(some.exists('a:two')).toBe(false)
})

it('draws a component again when the language changes or texts come, and keeps `t` until then', async () => {
  const seen: TFunction[] = []
  function Word() {
    const { t } = useTranslation('trial')
    seen.push(t)
    return t('word')
  }
  const host = document.createElement('div')
  const page = createRoot(host)
  const draw = () => act(async () => page.render(<Word />))
  i18n.setLanguage('en')
  await draw()
  expect(host.textContent).toBe('word')
  await act(async () => i18n.add('en', { trial: { word: 'Yes' } }))
  expect(host.textContent).toBe('Yes')
  await draw()
  expect(seen.at(-1)).toBe(seen.at(-2))
  await act(async () => {
    i18n.add('de', { trial: { word: 'Ja' } })
    i18n.setLanguage('de')
  })
  expect(host.textContent).toBe('Ja')
  expect(seen.at(-1)).not.toBe(seen.at(-2))
  await act(async () => page.unmount())
})

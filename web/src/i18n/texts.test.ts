import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import dePanel from './de-panel.ts'
import enPanel from './en-panel.ts'

const source = join(import.meta.dirname, '..')
const files = (readdirSync(source, { recursive: true }) as string[]).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)

type Texts = { [key: string]: string | Texts }
const texts: Record<string, Record<string, Texts>> = {
  en: { panel: { ...enPanel.panel } },
  de: { panel: { ...dePanel.panel } },
}
for (const file of files) {
  const language = /texts\.(en|de)\.ts$/.exec(file)?.[1]
  // Those of the panel are put together with the titles of all features.
  if (language && !file.endsWith(`panel/texts.${language}.ts`))
    (texts[language] as Record<string, Texts>)[basename(dirname(file))] = (
      (await import(join(source, file))) as { default: Texts }
    ).default
}

const paths = (of: Texts, before = ''): string[] =>
  Object.entries(of).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : paths(value, `${before}${key}.`),
  )
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]).sort()
const at = (namespace: string, key: string): unknown =>
  key.split('.').reduce<unknown>((value, part) => (value as Texts | undefined)?.[part], texts['en']?.[namespace])
/** A key is there as it is, or with the endings of its plural. */
const known = (namespace: string, key: string) =>
  at(namespace, key) !== undefined || at(namespace, `${key}_other`) !== undefined

describe('the texts', () => {
  it('have the same keys and the same placeholders in both languages', () => {
    expect(Object.keys(texts['de'] ?? {}).sort()).toEqual(Object.keys(texts['en'] ?? {}).sort())
    for (const [namespace, en] of Object.entries(texts['en'] ?? {})) {
      const de = texts['de']?.[namespace] as Texts
      expect(paths(de).sort(), namespace).toEqual(paths(en).sort())
      for (const path of paths(en)) {
        const [one, other] = [en, de].map(
          (of) => path.split('.').reduce<unknown>((value, part) => (value as Texts)[part], of) as string,
        )
        expect(placeholders(other as string), `${namespace}:${path}`).toEqual(placeholders(one as string))
      }
    }
  })

  it('hold every key that the source names in full', () => {
    const missing: string[] = []
    for (const file of files) {
      const text = readFileSync(join(source, file), 'utf8')
      const own = [...text.matchAll(/useTranslation\(\s*'([\w-]+)'/g)].map((match) => match[1] as string)
      for (const [, key] of text.matchAll(/\bt\(\s*'([^']+)'/g)) {
        const [namespace, rest] = (key as string).includes(':')
          ? ((key as string).split(':', 2) as [string, string])
          : [own.length === 1 ? own[0] : undefined, key as string]
        if (namespace !== undefined && !known(namespace, rest)) missing.push(`${file}: ${namespace}:${rest}`)
      }
    }
    expect(missing).toEqual([])
  })
})

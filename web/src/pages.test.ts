import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import panel from './i18n/en-panel.ts'
import type { RouteEntry } from './route-entry.ts'
import { menu, panelPages } from './routes.ts'
import { fullPages } from './screens/access/routes.ts'
import accessTexts from './screens/access/texts.en.ts'

const all = [...fullPages, ...panelPages]
// Those of `access` are part of what every page loads (`i18n/en.ts`).
const namespaces = readdirSync(join(import.meta.dirname, 'screens')).filter((namespace) => namespace !== 'access')

/**
 * Every file of ours that a file imports, at once or later, itself included. A file that loads texts loads those of what
 * it imports later.
 */
function filesBelow(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imports = text.includes('loadTexts(') ? /from\s*'(\.[^']+\.tsx?)'/g : /(?:from|import\()\s*'(\.[^']+\.tsx?)'/g
  for (const [, path] of text.matchAll(imports)) filesBelow(join(dirname(file), path as string), seen)
  return seen
}

/** The file below `screens/` that a page imports. */
const screenOf = ({ load }: RouteEntry): string => /screens\/([^"']+\.tsx)/.exec(String(load))?.[1] ?? ''

/** The rooms whose words a screen shows: `t('users:…')` in it or in what it imports. */
function usedNamespaces(screen: string): string[] {
  const text = [...filesBelow(join(import.meta.dirname, 'screens', screen))]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const spoken = new Set([...text.matchAll(/['"`]([a-z-]+):[a-zA-Z$]/g)].map((match) => match[1] as string))
  return namespaces.filter((namespace) => spoken.has(namespace))
}

describe('the routes', () => {
  it('each have a screen, and a title in the texts', async () => {
    const titles = { ...accessTexts.title, ...panel.panel.title }
    for (const entry of all) {
      expect(titles, entry.path).toHaveProperty(entry.title)
      expect((await entry.load()).default, entry.path).toBeTypeOf('function')
      expect(screenOf(entry), entry.path).toMatch(/\.tsx$/)
    }
  }, 120_000)

  it('load the texts of every room whose words their screen shows', () => {
    for (const entry of panelPages)
      for (const namespace of usedNamespaces(screenOf(entry)))
        expect(entry.texts, `${entry.path} shows words of ${namespace}`).toContain(namespace)
  })

  it('hold every address of the menu, and no two pages of it share a key', () => {
    for (const entry of menu)
      expect(
        panelPages.some(({ path }) => path === entry.to),
        entry.to,
      ).toBe(true)
    const keys = menu.flatMap(({ key }) => key ?? [])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are in the menu once, tabs below an entry that exists', () => {
    const titles = { ...panel.panel.title }
    for (const { title, tab = title, of, only } of menu) {
      expect(titles, title).toHaveProperty(title)
      expect(titles, title).toHaveProperty(tab)
      if (of !== undefined) expect(menu.filter((entry) => entry.of === undefined && entry.title === of)).toHaveLength(1)
      if (only === undefined) expect(menu.filter((entry) => entry.title === title)).toHaveLength(1)
    }
  })
})

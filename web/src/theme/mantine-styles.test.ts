import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')
const core = join(import.meta.dirname, '../../../node_modules/@mantine/core')
const read = (file: string) => readFileSync(file, 'utf8')

/** The names that our files import from the component library. */
function namesInUse(): Set<string> {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  const lists = files.flatMap((file) =>
    [...read(join(source, file)).matchAll(/import\s*\{([^}]*)\}\s*from '@mantine\/core'/g)].map(
      (match) => match[1] as string,
    ),
  )
  return new Set(
    lists
      .flatMap((list) => list.split(','))
      .map((name) => name.trim().split(' as ')[0] as string)
      .filter((name) => name && !name.startsWith('type ')),
  )
}

/** Their files and everything that these import, as names of style sheets: a component's sheet has the name of its folder. */
function sheetsInUse(): string[] {
  const homes = new Map(
    [...read(join(core, 'esm/index.mjs')).matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)].flatMap(([, names, file]) =>
      (names as string).split(',').map((name) => [name.trim().split(' as ').at(-1) as string, file as string] as const),
    ),
  )
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    for (const [, from, bare] of read(file).matchAll(/from "(\.[^"]+)"|import "(\.[^"]+)"/g))
      visit(join(dirname(file), (from ?? bare) as string))
  }
  for (const name of namesInUse()) {
    const home = homes.get(name)
    if (home) visit(join(core, 'esm', home))
  }
  const folders = new Set(
    [...seen]
      .map((file) => /\/esm\/(?:components|utils)\/([^/]+)\//.exec(file)?.[1])
      .filter((name) => name !== undefined),
  )
  return [...folders].filter((name) => existsSync(join(core, 'styles', `${name}.css`))).sort()
}

/** Those that a component loads with itself, because it is drawn on few pages. */
const sheetsOfComponents = (): string[] =>
  (readdirSync(source, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => sheetsIn(read(join(source, file))))

const sheetsIn = (text: string): string[] =>
  [...text.matchAll(/styles\/([A-Z]\w+)\.css/g)].map((match) => match[1] as string)

it('holds the style sheet of every component of the library that the panel draws, and of no other', () => {
  const imported = [...sheetsIn(read(join(import.meta.dirname, 'mantine.css'))), ...sheetsOfComponents()]
  expect(imported.toSorted()).toEqual(sheetsInUse())
})

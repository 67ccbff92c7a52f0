import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { leftOut, leftOutModules, leftOutNames } from './left-out.ts'

const source = join(import.meta.dirname, '..')
const components = join(dirname(createRequire(import.meta.url).resolve('@mantine/core')), '../esm/components')
const library = join(components, '../../../..')

it('what the build leaves out is there in the library, and nobody uses it', () => {
  const texts = (readdirSync(source, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n')
  for (const [component, parts] of Object.entries(leftOut))
    for (const part of parts) {
      const name = `${component}${part}`
      const file = join(components, component, name, `${name}.mjs`)
      expect(existsSync(file), file).toBe(true)
      expect(leftOutNames(file)).toEqual([name])
      expect(texts, `${component}.${part} is left out of the build`).not.toMatch(
        new RegExp(`\\b${component}\\.${part}\\b`),
      )
    }
  expect(leftOutNames(join(components, 'Menu/MenuItem/MenuItem.mjs'))).toBeUndefined()
  expect(leftOutNames(join(components, 'Menu/MenuSub/MenuSub.context.mjs'))).toBeUndefined()
})

it('so are the modules, with all that they export', () => {
  const texts = (readdirSync(source, { recursive: true }) as string[])
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('testing'))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n')
  for (const [path, names] of Object.entries(leftOutModules)) {
    const file = join(library, path)
    const exported = /export \{([^}]*)\}/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    expect(
      exported
        .split(',')
        .map((name) => name.trim())
        .sort(),
      path,
    ).toEqual([...names].sort())
    expect(leftOutNames(file)).toBe(names)
  }
  expect(texts, 'Bars and dots are left out of the build').not.toMatch(
    /type="(bars|dots)"|loaderProps|type: '(bars|dots)'/,
  )
  const routers = [...texts.matchAll(/createRouter\(\{[\s\S]*?\n\}\)/g)].map(([text]) => text)
  expect(routers).toHaveLength(1)
  expect(routers[0]).toMatch(/\n  parseSearch,\n  stringifySearch,\n/)
})

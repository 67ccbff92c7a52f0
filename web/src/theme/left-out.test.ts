import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { leftOut, leftOutName } from './left-out.ts'

const source = join(import.meta.dirname, '..')
const components = join(dirname(createRequire(import.meta.url).resolve('@mantine/core')), '../esm/components')

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
      expect(leftOutName(file)).toBe(name)
      expect(texts, `${component}.${part} is left out of the build`).not.toMatch(
        new RegExp(`\\b${component}\\.${part}\\b`),
      )
    }
  expect(leftOutName(join(components, 'Menu/MenuItem/MenuItem.mjs'))).toBeUndefined()
  expect(leftOutName(join(components, 'Menu/MenuSub/MenuSub.context.mjs'))).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { checkImports, checkoutFiles, importsOf } from './check-imports.mjs'
import { root } from './checkout.mjs'

const packages = Object.fromEntries(
  Object.entries({
    contract: { './*': './src/*.ts' },
    demo: { '.': './src/demo.ts' },
    routeros: { '.': './src/index.ts' },
    server: { './*': './src/*.ts' },
    simulator: { '.': './src/index.ts' },
  }).map(([name, exports]) => [`${name}/package.json`, JSON.stringify({ exports })]),
)
const exported = 'export const value = 1\nexport type Value = number\n'
/** Problems of a small checkout; imported files that are not given exist. */
const check = (files) => {
  const all = new Map(Object.entries({ ...packages, ...files }))
  for (const path of [
    'contract/src/shape.ts',
    'db/rows.generated.ts',
    'demo/src/demo.ts',
    'routeros/src/index.ts',
    'server/src/access/actor.ts',
    'server/src/db/system-transaction.ts',
    'server/src/http/call.ts',
    'server/src/testing/fixture.ts',
    'simulator/src/index.ts',
    'web/src/list/list.ts',
    'web/src/main.tsx',
  ])
    if (!all.has(path)) all.set(path, exported)
  return checkImports(all)
}

test('the imports of this checkout follow the table', () => {
  expect(checkImports(checkoutFiles(root))).toEqual([])
}, 60_000)

test('static, type-only, re-exported, lazy and inline type imports are found, each with its line', () => {
  const text = [
    "import { a } from './a.ts'",
    "import type { B } from './b.ts'",
    "import './c.css'",
    "export * from './d.ts'",
    "export type { E } from './e.ts'",
    "const f = () => import('./f.ts')",
    "type G = import('./g.ts').G",
    "// import './comment.ts'",
    '/** @type {import("./comment.ts").X} */',
    'const text = "import \'./text.ts\'"',
  ].join('\n')
  expect(importsOf('x.ts', text)).toEqual(
    ['./a.ts', './b.ts', './c.css', './d.ts', './e.ts', './f.ts', './g.ts'].map((specifier, at) => ({
      specifier,
      line: at + 1,
    })),
  )
})

describe('each kind of rule reports file, line, rule and reason', () => {
  test.each([
    [
      'an upper layer of the server',
      { 'server/src/db/x.ts': "\nimport type { Value } from '../http/call.ts'" },
      /^server\/src\/db\/x\.ts:2: layers: server\/src\/http\/call\.ts is imported; imports point downwards only: .*db\/ < .*http\/.* < features\//,
    ],
    [
      'an upper layer of the browser, lazily',
      { 'web/src/ui/x.tsx': "export const later = () => import('../list/list.ts')" },
      /^web\/src\/ui\/x\.tsx:1: layers: /,
    ],
    [
      'a folder that the table does not place',
      { 'server/src/new-part/x.ts': exported },
      /^server\/src\/new-part\/x\.ts:1: no layer: /,
    ],
    [
      'the system transaction in a feature',
      { 'server/src/features/x.ts': "import { value } from '../db/system-transaction.ts'" },
      /^server\/src\/features\/x\.ts:1: server\/src\/db\/system-transaction\.ts is restricted: .* reads and writes as its caller$/,
    ],
    [
      'a fixture in production code',
      { 'server/src/features/x.ts': "import { value } from '../testing/fixture.ts'" },
      /^server\/src\/features\/x\.ts:1: test code: /,
    ],
    [
      'the demo outside main',
      { 'server/src/app.ts': "export const demo = () => import('@trunkline/demo')" },
      /^server\/src\/app\.ts:1: demo\/ is restricted: /,
    ],
    [
      'the client of routers outside devices',
      { 'server/src/features/x.ts': "import type { Value } from '@trunkline/routeros'" },
      /^server\/src\/features\/x\.ts:1: routeros\/ is restricted: /,
    ],
    [
      'the simulator in the client that it tests',
      { 'routeros/src/connect.ts': "import { value } from '@trunkline/simulator'" },
      /^routeros\/src\/connect\.ts:1: simulator\/ is restricted: /,
    ],
    [
      'the server in the browser',
      { 'web/src/api/x.ts': "import { value } from '@trunkline/server/access/actor'" },
      /^web\/src\/api\/x\.ts:1: workspaces: server\/src\/access\/actor\.ts is imported; .* by the contract alone$/,
    ],
    [
      'the server in the browser, by a path',
      { 'web/src/api/x.ts': "import { value } from '../../../server/src/access/actor.ts'" },
      /^web\/src\/api\/x\.ts:1: workspaces: /,
    ],
    [
      'a module of Node in the browser',
      { 'web/src/api/x.ts': "import { join } from 'node:path'" },
      /^web\/src\/api\/x\.ts:1: libraries: node:path is imported; /,
    ],
    [
      'another library in the contract',
      { 'contract/src/x.ts': "import * as z from 'zod/mini'\nimport { format } from 'date-fns'" },
      /^contract\/src\/x\.ts:2: libraries: date-fns is imported; /,
    ],
    [
      'production code that only tests import',
      { 'server/src/access/x.ts': exported, 'server/src/access/x.test.ts': "import { value } from './x.ts'" },
      /^server\/src\/access\/x\.ts:1: only tests import this: /,
    ],
    [
      'a circle, type-only and lazy imports included',
      {
        'server/src/db/a.ts': "import type { B } from './b.ts'\nexport type A = B",
        'server/src/db/b.ts': "\nexport const c = () => import('./c.ts')\nexport type B = number",
        'server/src/db/c.ts': "export type C = import('./a.ts').A",
      },
      /^server\/src\/db\/a\.ts:1: cycle: server\/src\/db\/a\.ts:1 > server\/src\/db\/b\.ts:2 > server\/src\/db\/c\.ts:1 > server\/src\/db\/a\.ts; /,
    ],
  ])('%s', (_, files, problem) => {
    expect(check(files)).toEqual([expect.stringMatching(problem)])
  })
})

test('allowed imports pass, and tests are exempt', () => {
  expect(
    check({
      'contract/src/x.ts': "import * as z from 'zod/mini'\nimport { value } from './shape.ts'",
      'demo/src/x.ts': "import { value } from '@trunkline/server/db/system-transaction'\nimport '@trunkline/simulator'",
      'server/src/access/x.ts':
        "import { value } from '../db/system-transaction.ts'\nimport '@trunkline/contract/shape'",
      'server/src/devices/x.ts': "import { value } from '@trunkline/routeros'",
      'server/src/features/x.ts': "import { value } from '../http/call.ts'",
      'server/src/main.ts': "export const demo = () => import('@trunkline/demo')",
      'server/src/db/x.test.ts': "import { value } from '../http/call.ts'\nimport '../testing/fixture.ts'",
      'routeros/src/x.test.ts': "import { value } from '@trunkline/simulator'",
      'web/src/list/x.tsx': "import i18next from 'i18next'\nimport { value } from './list.ts'\nimport './x.css'",
    }),
  ).toEqual([])
})

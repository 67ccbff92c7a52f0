import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { root, run } from './checkout.mjs'

/** Files that Node parses before the version is checked. */
const first = ['scripts/start.mjs', 'scripts/check-node.mjs', 'server/src/start.mjs']

/** Makes a program see another version of Node. */
const pretend = (version) =>
  `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`

const startWith = (version, file) =>
  spawnSync(process.execPath, ['--import', pretend(version), join(root, file)], {
    encoding: 'utf8',
    timeout: 30_000,
    env: { PATH: process.env.PATH },
  })

const rejected = (version) => ({
  status: 78,
  stdout: '',
  stderr: `Trunkline needs Node.js 20.19 or newer; this is ${version} (${process.execPath}). Install a newer one, or put its folder first in PATH.\n`,
})

test.for(['12.22.9', '18.20.8', '20.18.3'])('npm start and the server reject Node %s with status 78', (version) => {
  for (const file of ['scripts/start.mjs', 'server/src/start.mjs'])
    expect(startWith(version, file), file).toMatchObject(rejected(version))
})

test('files that are parsed before the check have no syntax newer than Node 12', async () => {
  for (const file of first) {
    const source = readFileSync(join(root, file), 'utf8')
    const [old, now] = await Promise.all(
      ['es2019', 'esnext'].map((target) => transformWithOxc(source, file, { target, sourcemap: false })),
    )
    // The older target would rewrite newer syntax.
    expect(old.code, file).toBe(now.code)
    // Node parses all static imports before it runs any code.
    const imports = [...source.matchAll(/^import .* from '(.*)'$/gm)].map(([, name]) => name.split('/').at(-1))
    for (const name of imports) expect(name).toBe('check-node.mjs')
  }
})

test('the built server checks the version before its bundle is parsed', { timeout: 120_000 }, async () => {
  const outDir = join(root, '.cache', 'check-node-build')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = join(root, 'server', 'vite.config.ts')
  try {
    const args = [vite, 'build', join(root, 'server'), '--config', config, '--outDir', outDir, '--logLevel', 'warn']
    expect(await run(process.execPath, args)).toBe(0)
    const entry = readFileSync(join(outDir, 'main.js'), 'utf8')
    expect(entry).not.toMatch(/\?\.|\?\?|^import |await/m)
    expect(startWith('18.20.8', join('.cache', 'check-node-build', 'main.js'))).toMatchObject(rejected('18.20.8'))
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
})

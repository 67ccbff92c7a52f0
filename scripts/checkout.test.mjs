import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { exclusively, fingerprint, parts, root, sourcesOf } from './checkout.mjs'

const folder = mkdtempSync(join(tmpdir(), 'trunkline-checkout-'))
let at
let number = 0

const write = (path, text) => {
  mkdirSync(dirname(join(at, path)), { recursive: true })
  writeFileSync(join(at, path), text)
}
const workspace = (name, dependencies = []) =>
  write(
    `${name}/package.json`,
    JSON.stringify({
      name: `@x/${name}`,
      dependencies: Object.fromEntries(dependencies.map((of) => [`@x/${of}`, '1'])),
    }),
  )

// A small checkout: the server depends on two workspaces, on one of them through the other.
beforeEach(() => {
  at = join(folder, String(number++))
  write('package.json', JSON.stringify({ workspaces: ['server', 'router', 'wire', 'web'] }))
  for (const file of ['package-lock.json', 'tsconfig.base.json']) write(file, '{}')
  workspace('server', ['router'])
  workspace('router', ['wire'])
  workspace('wire')
  workspace('web')
  write('wire/src/frame.ts', 'export const a = 1')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const server = { name: 'server' }

test('a part is built from all its direct and indirect workspace dependencies', () => {
  const top = ['package.json', 'package-lock.json', 'tsconfig.base.json']
  expect(sourcesOf('server', at)).toEqual(['router', 'server', 'wire', ...top])
  expect(sourcesOf('web', at)).toEqual(['web', ...top])
})

test('a change in a dependency, or in the root, causes a build of the dependent parts', () => {
  const before = { server: fingerprint(server, at), web: fingerprint({ name: 'web' }, at) }
  write('wire/src/frame.ts', 'export const a = 2')
  const after = fingerprint(server, at)
  expect(after).not.toBe(before.server)
  expect(fingerprint({ name: 'web' }, at)).toBe(before.web)
  write('package-lock.json', '{"x": 1}')
  expect(fingerprint(server, at)).not.toBe(after)
})

test('tests, packages, build output and compiler caches cause none', () => {
  const before = fingerprint(server, at)
  write('wire/src/frame.test.ts', 'x')
  write('server/dist/main.js', 'x')
  write('server/node_modules/y/index.js', 'x')
  write('wire/tsconfig.tsbuildinfo', 'x')
  expect(fingerprint(server, at)).toBe(before)
})

test('all sources of the bundles of this checkout are included', async () => {
  for (const { name } of parts) {
    const watched = sourcesOf(name)
    const inputs = new Set()
    const collect = {
      name: 'collect',
      buildEnd() {
        for (const id of this.getModuleIds()) inputs.add(id.split('?')[0])
      },
    }
    await build({
      root: join(root, name),
      configFile: join(root, name, 'vite.config.ts'),
      logLevel: 'silent',
      plugins: [collect],
      build: { write: false, minify: false, sourcemap: false },
    })
    const own = [...inputs]
      .map((id) => relative(root, id))
      .filter((path) => !/^\.\.|^\0|node_modules|^[^/]*:/.test(path))
    const files = own.filter((path) => {
      try {
        return readFileSync(join(root, path)) !== undefined
      } catch {
        return false
      }
    })
    expect(files.length, name).toBeGreaterThan(100)
    expect(files.filter((path) => !watched.some((source) => path === source || path.startsWith(`${source}/`)))).toEqual(
      [],
    )
    if (name === 'server')
      for (const folder of ['routeros/', 'demo/', 'simulator/'])
        expect(files.some((path) => path.startsWith(folder))).toBe(true)
  }
}, 180_000)

/** A process that runs `work` exclusively: it writes its start and end to a file. */
function start(lock, log) {
  const module = new URL('checkout.mjs', import.meta.url).href
  const script = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { exclusively } from ${JSON.stringify(module)}
    await exclusively(async () => {
      appendFileSync(${JSON.stringify(log)}, 'begin ')
      await sleep(300)
      appendFileSync(${JSON.stringify(log)}, 'end ')
    }, ${JSON.stringify(lock)})`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] })
}

test('concurrent installs and builds are serialised', async () => {
  const [lock, log] = [join(folder, 'lock'), join(folder, 'log')]
  const ended = await Promise.all([1, 2, 3].map(async () => (await once(start(lock, log), 'exit'))[0]))
  expect(ended).toEqual([0, 0, 0])
  expect(readFileSync(log, 'utf8')).toBe('begin end begin end begin end ')
  expect(existsSync(lock)).toBe(false)
})

test('the lock of a killed process is taken over', async () => {
  const [lock, log] = [join(folder, 'killed'), join(folder, 'killed-log')]
  const child = start(lock, log)
  while (!existsSync(log)) await new Promise((done) => setTimeout(done, 10))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(lock)).toBe(true)
  expect(await exclusively(async () => 'done', lock)).toBe('done')
  expect(existsSync(lock)).toBe(false)
})

test('failed work releases the lock', async () => {
  const lock = join(folder, 'failing')
  await expect(exclusively(() => Promise.reject(new Error('no')), lock)).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
  writeFileSync(lock, 'nobody')
  expect(await exclusively(async () => 'done', lock)).toBe('done')
})

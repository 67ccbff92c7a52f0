// Checks every import of the checkout against import-rules.mjs, and finds cycles, including type-only and lazy imports.
// `npm run lint` runs it: it prints file:line, the rule and the reason of each forbidden import.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { entries, layers, restricted, testCode, texts, tooling, workspaces } from './import-rules.mjs'

const isCode = /\.(tsx?|mjs)$/

/** Every `import('…')` used as a type; the parser's list of imports omits them. */
function* typeImports(node) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) yield* typeImports(one)
    return
  }
  if (node.type === 'TSImportType') yield { start: node.source.start, value: node.source.value }
  for (const value of Object.values(node)) yield* typeImports(value)
}

/**
 * The imports of a file: static, re-exported, lazy, and of types.
 * @param path determines the language
 * @returns the specifier of each import, and its line
 */
export function importsOf(path, text) {
  const parsed = parseSync(path, text)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const found = new Map()
  const add = ({ start, value }) => found.set(start, value)
  for (const one of staticImports) add(one.moduleRequest)
  for (const { entries: names } of staticExports)
    for (const { moduleRequest } of names) if (moduleRequest !== null) add(moduleRequest)
  for (const { moduleRequest } of dynamicImports) {
    const value = text.slice(moduleRequest.start, moduleRequest.end)
    if (/^(['"]).*\1$/.test(value)) add({ start: moduleRequest.start, value: value.slice(1, -1) })
  }
  if ([...text.matchAll(/\bimport\(/g)].length > dynamicImports.length)
    for (const one of typeImports(parsed.program.body)) add(one)
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([start, specifier]) => ({ specifier, line: text.slice(0, start).split('\n').length }))
}

/** The file of a specifier; undefined for libraries and for files without imports, such as styles. */
function resolve(from, specifier, files) {
  const own = /^@trunkline\/([\w-]+)(?:\/(.+))?$/.exec(specifier)
  if (own === null && !specifier.startsWith('.')) return undefined
  const path = own === null ? posix.join(posix.dirname(from), specifier) : exported(own[1], own[2], files)
  return ['', '.ts', '.tsx', '.mjs', '/index.ts'].map((end) => path + end).find((one) => files.has(one))
}

/** The file of a workspace's export; `exports` in package.json lists single files and `./*`. */
function exported(workspace, name, files) {
  const { exports = {} } = JSON.parse(files.get(`${workspace}/package.json`) ?? '{}')
  const target = exports[name === undefined ? '.' : `./${name}`] ?? exports['./*']?.replace('*', name) ?? ''
  return posix.join(workspace, target)
}

const isWithin = (path, part) => (part.endsWith('/') ? path.startsWith(part) : path === part)
const workspaceOf = (path) => path.slice(0, path.indexOf('/'))

/** The layers of a file's workspace, and its index in them: -1 if the table does not list it. */
function placeOf(path) {
  if (texts.test(path)) return undefined
  const top = Object.keys(layers).find((folder) => path.startsWith(folder))
  if (top === undefined) return undefined
  const of = layers[top]
  const within = path.slice(top.length)
  return { top, of, at: of.findIndex((parts) => parts.some((part) => isWithin(within, part))) }
}

const drawn = (of) => of.map((parts) => (parts.length > 1 ? `(${parts.join(', ')})` : parts[0])).join(' < ')

/** Whether a product file must not import another: `{ rule, reason }`, or undefined if it may. */
function error(from, { specifier }, to) {
  const workspace = workspaces[workspaceOf(from)]
  if (to === undefined) {
    if (workspace === undefined || specifier.startsWith('.')) return undefined
    const isRejected = workspace.libraries?.test(specifier) === false || workspace.no?.test(specifier) === true
    return isRejected ? { rule: 'libraries', reason: workspace.reason } : undefined
  }
  if (testCode.test(to)) return { rule: 'test code', reason: 'fixtures and tests are no part of the product' }
  const limit = restricted.find(
    ({ target, by }) => isWithin(to, target) && !isWithin(from, target) && !by.some((part) => isWithin(from, part)),
  )
  if (limit !== undefined) return { rule: `${limit.target} is restricted`, reason: limit.reason }
  const other = workspaceOf(to)
  if (workspace !== undefined && workspaceOf(from) !== other && !tooling.test(to) && !workspace.imports.includes(other))
    return { rule: 'workspaces', reason: workspace.reason }
  const here = placeOf(from)
  const there = placeOf(to)
  if (here === undefined || here.top !== there?.top || here.at === -1) return undefined
  if (there.at > here.at) return { rule: 'layers', reason: `imports point downwards only: ${drawn(here.of)}` }
  return undefined
}

/** Groups of files that import each other in cycles, each as the imports of one shortest cycle. */
function cyclesIn(graph) {
  const index = new Map()
  const low = new Map()
  const stack = []
  const groups = []
  const visit = (path) => {
    index.set(path, index.size)
    low.set(path, index.get(path))
    stack.push(path)
    for (const { to } of graph.get(path)) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(path, Math.min(low.get(path), low.get(to)))
    }
    if (low.get(path) !== index.get(path)) return
    const group = new Set(stack.splice(stack.indexOf(path)))
    if (group.size > 1 || graph.get(path).some(({ to }) => to === path)) groups.push(group)
  }
  for (const path of graph.keys()) if (!index.has(path)) visit(path)
  return groups.map((group) => circle(graph, group))
}

/** The shortest path from a file of the group back to it. */
function circle(graph, group) {
  const [start] = [...group].toSorted()
  const ways = [[{ path: start }]]
  const seen = new Set()
  for (const way of ways) {
    const last = way.at(-1)
    for (const { to, line } of graph.get(last.path)) {
      const next = [...way.slice(0, -1), { ...last, line }, { path: to }]
      if (to === start) return next.slice(0, -1)
      if (!group.has(to) || seen.has(to)) continue
      seen.add(to)
      ways.push(next)
    }
  }
  throw new Error(`${start} is not part of a cycle`)
}

/**
 * Checks the imports of a checkout.
 * @param files texts by path, relative to the root with slashes, including package.json of each workspace
 * @returns one line per problem: `path:line: rule: reason`
 */
export function checkImports(files) {
  const problems = []
  const graph = new Map()
  const importers = new Map()
  for (const [path, text] of files) {
    if (!isCode.test(path)) continue
    const imports = importsOf(path, text).map((one) => ({ ...one, to: resolve(path, one.specifier, files) }))
    graph.set(
      path,
      imports.filter(({ to }) => to !== undefined && isCode.test(to)),
    )
    for (const { to } of graph.get(path)) importers.set(to, [...(importers.get(to) ?? []), path])
    if (testCode.test(path) || tooling.test(path)) continue
    if (placeOf(path)?.at === -1)
      problems.push(`${path}:1: no layer: add the file or its folder to a layer of scripts/import-rules.mjs`)
    for (const one of imports) {
      const found = error(path, one, one.to)
      if (found !== undefined)
        problems.push(`${path}:${one.line}: ${found.rule}: ${one.to ?? one.specifier} is imported; ${found.reason}`)
    }
  }
  for (const [path, by] of importers)
    if (![testCode, tooling, ...entries].some((one) => one.test(path)) && by.every((one) => testCode.test(one)))
      problems.push(`${path}:1: only tests import this: move it to a folder testing/, or delete it`)
  for (const way of cyclesIn(graph)) {
    const [first] = way
    const steps = way.map(({ path, line }) => `${path}:${line}`).join(' > ')
    problems.push(`${first.path}:${first.line}: cycle: ${steps} > ${first.path}; move what both need to the lower file`)
  }
  return problems
}

/** The files of this checkout that git tracks, or would add. */
export function checkoutFiles(root) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const paths = list.split('\0').filter((path) => isCode.test(path) || /^[\w-]+\/package\.json$/.test(path))
  const there = paths.filter((path) => existsSync(join(root, path)))
  return new Map(there.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

const script = fileURLToPath(import.meta.url)
if (process.argv[1] === script) {
  const files = checkoutFiles(dirname(dirname(script)))
  const problems = checkImports(files)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`imports of ${files.size} files follow scripts/import-rules.mjs`)
}

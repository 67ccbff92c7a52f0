// Follows docs/adding-a-resource.md in a scratch copy of the checkout: writes a resource with new-resource.mjs, and runs what
// a change must pass, limited to the resource where a check can be. Fails if any of it fails.
//
//   node scripts/try-recipe.mjs [--keep] [arguments of new-resource.mjs]
//
// --keep leaves the copy for a look at it. A copy takes a few megabytes: the libraries are links to the installed ones.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bin, root, run } from './checkout.mjs'
import { placeholdersOf } from './new-resource.mjs'

const golden = 'server/src/testing/matrix/golden.txt'

/** Copies what git has or would add, with the libraries of the checkout. */
function copyCheckout(copy) {
  const git = (args, cwd) => execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
  const files = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], root)
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  const own = '@trunkline'
  const libraries = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules', own), { recursive: true })
  for (const name of readdirSync(libraries))
    // What starts with a dot are caches, but for the programs.
    if (name !== own && (!name.startsWith('.') || name === '.bin'))
      symlinkSync(join(libraries, name), join(copy, 'node_modules', name))
  // The workspaces are those of the copy.
  const { workspaces } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'))
  for (const workspace of workspaces) {
    const { name } = JSON.parse(readFileSync(join(copy, workspace, 'package.json'), 'utf8'))
    symlinkSync(join(copy, workspace), join(copy, 'node_modules', name))
  }
  // check-imports asks git for the files.
  git(['init', '--quiet'], copy)
}

const blocksOf = (text) =>
  new Map(
    text
      .split(/^(?=[A-Z]+ \/)/m)
      .slice(1)
      .map((block) => [block.split('\n', 1)[0], block]),
  )

/**
 * What is wrong with the matrix after the resource was added: the calls that were there answer as before, the new ones are
 * those of the resource, and none of them shows a row of another part of the tree.
 */
export function goldenErrors(before, after, base) {
  const [old, now] = [blocksOf(before), blocksOf(after)]
  const expected = ['GET show', 'PUT update', 'DELETE destroy', 'PUT recover'].map((call) => {
    const [method, action] = call.split(' ')
    return `${method} ${base}/{id}/${action}`
  })
  const added = [...now.keys()].filter((call) => !old.has(call))
  return [
    ...[...old].filter(([call, block]) => now.get(call) !== block).map(([call]) => `${call} has changed`),
    ...expected.filter((call) => !added.includes(call)).map((call) => `${call} is missing`),
    ...added.filter((call) => !expected.includes(call)).map((call) => `${call} is no call of the resource`),
    ...added.flatMap((call) =>
      [
        [/^ {2}own.*: done: /m, 'nobody may do it'],
        [/^ {2}any: 403: .*client\/\*/m, 'clients may do it', !call.startsWith('GET')],
        [/^ {2}sibling, ancestor, sibling-descendant: 404: all/m, 'it shows rows of other companies'],
      ]
        .filter(([pattern, , applies = true]) => applies && !pattern.test(now.get(call)))
        .map(([, error]) => `${call}: ${error}`),
    ),
  ]
}

/** A program with its arguments, and what is added to its environment. */
const step = (name, command, env = {}) => ({ name, command, env })

/** The tests of a workspace in files that one of the names is part of. */
const vitest = (project, ...names) => [bin('vitest'), 'run', '--project', project, ...names]

async function main() {
  const args = process.argv.slice(2).filter((argument) => argument !== '--keep')
  const keep = process.argv.includes('--keep')
  // Two words show where a name is used in the wrong form.
  const wanted =
    args.length > 0 ? args : ['cross-connect', '--german', 'Querverbindung', '--german-plural', 'Querverbindungen']
  const { kebab, kebabs } = placeholdersOf(wanted)

  const copy = mkdtempSync(join(tmpdir(), 'trunkline-recipe-'))
  const failed = []
  try {
    copyCheckout(copy)
    const before = readFileSync(join(copy, golden), 'utf8')
    const steps = [
      step('new-resource', [process.execPath, 'scripts/new-resource.mjs', ...wanted]),
      step('row types', [bin('tsx'), 'server/src/db/generate-rows.ts']),
      step('checksums', [bin('tsx'), 'server/src/db/checksums.ts']),
      step('types', [bin('tsc'), '-b']),
      step('lint', [bin('oxlint'), '--deny-warnings']),
      step('import rules', [process.execPath, 'scripts/check-imports.mjs']),
      step('unused code', [bin('knip'), '--treat-config-hints-as-errors']),
      step('format', [bin('oxfmt'), '--check']),
      step('tests of the contract', vitest('contract')),
      step(
        'tests of the server',
        vitest('server', `features/${kebabs}/`, 'db/catalogue', 'db/checksums', 'error-reasons'),
      ),
      step('tests of the screens', vitest('web', `screens/${kebabs}/`, 'src/pages', 'i18n/', 'record/', 'schema/')),
      step('isolation matrix', vitest('server', 'testing/matrix'), { MATRIX: kebab, UPDATE_GOLDEN: '1' }),
      step('requests at random', vitest('server', 'http/fuzz'), { FUZZ_ONLY: kebab, FUZZ_REQUESTS: '1000' }),
    ]
    for (const { name, command, env } of steps) {
      console.log(`\n--- ${name}`)
      const began = Date.now()
      const code = await run(command[0], command.slice(1), { cwd: copy, env: { ...process.env, ...env } })
      console.log(
        `--- ${name}: ${code === 0 ? 'passed' : `FAILED with ${code}`}, ${Math.round((Date.now() - began) / 1000)} s`,
      )
      if (code === 0) continue
      failed.push(name)
      // Without its files nothing below says anything.
      if (name === 'new-resource') break
    }
    const errors = failed.includes('new-resource')
      ? []
      : goldenErrors(before, readFileSync(join(copy, golden), 'utf8'), `/${kebab}`)
    for (const error of errors) console.error(`${golden}: ${error}`)
    if (errors.length > 0) failed.push('rights of the new calls')
  } finally {
    if (keep) console.log(`\nThe copy is ${copy}.`)
    else rmSync(copy, { recursive: true, force: true })
  }
  if (failed.length > 0) {
    console.error(`\nThe recipe fails: ${failed.join(', ')}`)
    process.exitCode = 1
  }
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) await main()

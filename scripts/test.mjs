// npm test: runs all tests: unit and integration tests, and end-to-end tests with a browser. `npm test -- name`
// runs only the former, in files whose name contains the word. Missing Debian packages are listed, and
// installed in CI or with `npm test -- --install`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, checkNode, endWithNpm, install, isBuilt, parts, root, run } from './checkout.mjs'
import { aptInstall, maskServices } from './packages.mjs'
import {
  browserPackages,
  decideTestPackages,
  findBrowser,
  listOf,
  missingTestPackages,
  services,
} from './test-programs.mjs'

const inCi = process.env.CI === 'true'
const consents = process.argv.includes('--install')
const wanted = process.argv.slice(2).filter((argument) => argument !== '--install')
const sum = { passed: 0, failed: 0, skipped: 0 }
/** Failures for the end of the output: thousands of lines separate the first failure from the summary. */
const failures = []

/** Installs or lists missing programs. Tests that need them are skipped, or fail in CI. */
async function programs() {
  const missing = missingTestPackages()
  // Either of them will do.
  const browsers = wanted.length === 0 && findBrowser() === undefined ? browserPackages : []
  const decision = decideTestPackages({ missing: [...missing, ...browsers.slice(0, 1)], inCi, consents })
  if (decision === 'list') console.warn(listOf([...missing, ...browsers.slice(0, 1)]))
  if (decision !== 'install') return
  // Browsers separately: a package that this Debian version lacks must not prevent the installation of the others.
  if (missing.length > 0) await installPackages(missing)
  for (const browser of browsers) if (findBrowser() === undefined) await installPackages([browser])
}

async function installPackages(names) {
  if (!(await aptInstall(names, [maskServices(...services)]))) console.error(`Could not install ${names.join(' ')}.`)
}

/** The failures of one file, with the first lines of their messages. `file` is a test result of vitest's JSON. */
function failuresOf(file) {
  const name = relative(root, file.name)
  const tests = file.assertionResults.filter((test) => test.status === 'failed')
  // A file that cannot be loaded has a message and no test.
  if (tests.length === 0) return file.status === 'failed' ? [`${name}\n${opening(file.message)}`] : []
  return tests.map((test) => `${name} > ${test.fullName}\n${opening(test.failureMessages.join('\n'))}`)
}

/** The first lines of a message, indented. */
function opening(message) {
  return stripVTControlCharacters(message ?? '')
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')
}

/** Runs vitest and adds its counts. */
async function vitest(name, args, env) {
  const report = join(root, '.cache', `tests-${name}.json`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const code = await run(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    { env: { ...process.env, ...env } },
  )
  let failed = 0
  if (existsSync(report)) {
    const counted = JSON.parse(readFileSync(report, 'utf8'))
    sum.passed += counted.numPassedTests
    sum.skipped += counted.numPendingTests + counted.numTodoTests
    failed = counted.numFailedTests
    failures.push(...counted.testResults.flatMap(failuresOf))
  }
  // A file that cannot be loaded, or an error outside a test, fails the run without a failed test.
  if (code !== 0 && failed === 0) failed = 1
  sum.failed += failed
}

checkNode()
endWithNpm()
await install()
await programs()
await vitest('unit', wanted)
if (wanted.length === 0) {
  const chromium = findBrowser()
  if (chromium !== undefined) {
    for (const part of parts) if (!isBuilt(part)) await build(part)
    await vitest('e2e', ['--config', join(root, 'e2e', 'vitest.config.ts')], {
      CHROMIUM_PATH: chromium,
    })
  } else if (inCi) {
    console.error('\nNo Chromium, and none could be installed: the browser tests cannot run.')
    sum.failed += 1
  } else {
    console.warn(
      '\n*** SKIPPED: all browser tests. Install chromium (npm test -- --install), or set CHROMIUM_PATH. ***',
    )
  }
}
for (const failure of failures) console.log(`\nFAILED ${failure}`)
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
process.exitCode = sum.failed > 0 ? 1 : 0

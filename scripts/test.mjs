// npm test: what is missing is installed, then all tests run: those beside the code, and those that
// drive a browser over the real stack. `npm test -- name` runs only tests beside the code whose file
// name holds the word.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, checkNode, endWithNpm, install, isBuilt, parts, root, run } from './checkout.mjs'
import { aptInstall, findProgram, maskServices, missingPackages, radiusPackages } from './packages.mjs'

const inCi = process.env.CI === 'true'
const wanted = process.argv.slice(2)
const sum = { passed: 0, failed: 0, skipped: 0 }
/** What failed, for the end: between the first failure and the sum lie thousands of lines. */
const failures = []

const findBrowser = () =>
  process.env.CHROMIUM_PATH ?? findProgram(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])

/** The browser's path; installs Debian's where that is possible. */
async function browser() {
  const found = findBrowser()
  if (found !== undefined) return found
  await aptInstall(['chromium'])
  return findBrowser()
}

/** Programs that tests of RADIUS and of routers start, and Debian's packages of them. */
const radiusNeeds = [
  ...radiusPackages,
  ['/usr/bin/radclient', ['freeradius-utils']],
  ['/usr/bin/eapol_test', ['eapoltest']],
  // A pooler in front of the database.
  ['/usr/sbin/pgbouncer', ['pgbouncer']],
  // A VPN that dials in.
  ['/usr/lib/ipsec/charon', ['strongswan-charon', 'libcharon-extra-plugins', 'libcharon-extauth-plugins']],
  ['/usr/sbin/charon-cmd', ['charon-cmd', 'libstrongswan-standard-plugins', 'libstrongswan-extra-plugins']],
  ['/usr/sbin/swanctl', ['strongswan-swanctl']],
  ['/usr/sbin/ip', ['iproute2']],
  // Clients of others, that must not tell a simulated router from a real one.
  ['/usr/lib/python3/dist-packages/librouteros/__init__.py', ['python3-librouteros']],
  ['/usr/bin/ansible-playbook', ['ansible']],
]

/** Programs that load the examples in deploy/. */
const deployNeeds = [
  ['/usr/sbin/nginx', ['nginx']],
  ['/usr/bin/caddy', ['caddy']],
]

/** Programs that tests start. Without them their tests are skipped, or fail in CI: they say so themselves. */
async function programs() {
  const packages = missingPackages([...radiusNeeds, ...deployNeeds])
  if (packages.length === 0) return
  // The packaged services would take the ports; ours are started by the panel and the tests.
  await aptInstall(packages, [
    maskServices('freeradius', 'strongswan', 'strongswan-starter', 'nginx', 'caddy', 'pgbouncer'),
  ])
}

/** The failures of one file, with the beginnings of their messages. `file` is a test result of vitest's JSON. */
function failuresOf(file) {
  const name = relative(root, file.name)
  const tests = file.assertionResults.filter((test) => test.status === 'failed')
  // A file that can't be loaded has a message and no test.
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

/** Runs vitest and adds up what it counted. */
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
  // A file that can't be loaded, or an error outside of any test, fails the run without a test.
  if (code !== 0 && failed === 0) failed = 1
  sum.failed += failed
}

checkNode()
endWithNpm()
await install()
await programs()
await vitest('unit', wanted)
if (wanted.length === 0) {
  const chromium = await browser()
  if (chromium !== undefined) {
    for (const part of parts) if (!isBuilt(part)) await build(part)
    await vitest('e2e', ['--config', join(root, 'e2e', 'vitest.config.ts')], {
      CHROMIUM_PATH: chromium,
    })
  } else if (inCi) {
    console.error('\nNo Chromium, and none could be installed: the browser tests can not run.')
    sum.failed += 1
  } else {
    console.warn('\n*** SKIPPED: all browser tests. Install chromium, or set CHROMIUM_PATH. ***')
  }
}
for (const failure of failures) console.log(`\nFAILED ${failure}`)
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
process.exitCode = sum.failed > 0 ? 1 : 0

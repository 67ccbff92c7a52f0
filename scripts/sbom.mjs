// The software bill of materials of a build: what `npm ci --omit=dev` installs for the workspaces in production, as
// CycloneDX JSON.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './checkout.mjs'

const runFile = promisify(execFile)

/** Next to the server that it describes. */
export const sbomPath = join(root, 'server', 'dist', 'sbom.cdx.json')

/** Workspaces that run in production; e2e and bench do not. */
const shipped = ['contract', 'demo', 'radius', 'routeros', 'server', 'simulator', 'web']

/** npm by the path with which it started this process, else by name. */
const npmCommand = () =>
  process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']

/**
 * npm's bill of materials for the lock file. The same lock file yields the same bytes: no time, no random number, no
 * folder name.
 * @returns the text of the file
 * @throws Error if npm is older than 10, or the bill of materials must not be published
 */
export async function makeSbom() {
  const [command, ...first] = npmCommand()
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const { stdout } = await runFile(command, [...first, ...args], { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const bom = selectShipped(JSON.parse(stdout))
  const { version, name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // npm uses the name of the folder.
  Object.assign(bom.metadata.component, { type: 'application', name, version })
  delete bom.metadata.timestamp
  delete bom.serialNumber
  const hash = createHash('sha256').update(JSON.stringify(bom)).digest('hex')
  // A UUID of version 8 (RFC 9562, 5.8) derived from the content.
  const variant = '89ab'[parseInt(hash[16], 16) % 4]
  bom.serialNumber = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  const errors = sbomErrors(bom)
  if (errors.length > 0) throw new Error(`The bill of materials is invalid:\n${errors.join('\n')}`)
  return `${JSON.stringify(bom, null, 2)}\n`
}

/**
 * Removes development dependencies. `npm sbom --omit=dev` removes too much: also packages that a production workspace
 * needs and another workspace uses for development.
 */
function selectShipped(bom) {
  const dependsOn = new Map(bom.dependencies.map((one) => [one.ref, one.dependsOn ?? []]))
  const own = new Map(
    shipped.map((folder) => {
      const { name, version, ...of } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      const names = { ...of.dependencies, ...of.optionalDependencies, ...of.peerDependencies }
      const ref = `${name}@${version}`
      const nameOf = (other) => other.slice(0, other.lastIndexOf('@'))
      return [ref, (dependsOn.get(ref) ?? []).filter((other) => Object.hasOwn(names, nameOf(other)))]
    }),
  )
  // An optional peer dependency that only development installs.
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const installed = new Set(
    Object.entries(packages).flatMap(([path, { name, version, dev }]) =>
      dev ? [] : [`${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`],
    ),
  )
  const start = bom.metadata.component['bom-ref']
  const edges = (ref) =>
    (ref === start ? [...own.keys()] : (own.get(ref) ?? dependsOn.get(ref) ?? [])).filter((other) =>
      installed.has(other),
    )
  const stored = new Set([start])
  for (const ref of stored) for (const other of edges(ref)) stored.add(other)
  return {
    ...bom,
    components: bom.components.filter((one) => stored.has(one['bom-ref'])),
    dependencies: [...stored].toSorted().map((ref) => ({ ref, dependsOn: edges(ref).toSorted() })),
  }
}

/** Why a bill of materials must not be published: missing parts of CycloneDX 1.5, and traces of this machine. */
export function sbomErrors(bom) {
  const errors = []
  if (bom.bomFormat !== 'CycloneDX' || !/^1\.[5-9]$/.test(bom.specVersion)) errors.push('It is not CycloneDX 1.5.')
  if (!/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(bom.serialNumber ?? ''))
    errors.push('Its serial number is no UUID.')
  const refs = new Set([bom.metadata?.component, ...(bom.components ?? [])].map((one) => one?.['bom-ref']))
  if (refs.size !== (bom.components?.length ?? 0) + 1) errors.push('Two components have one bom-ref.')
  for (const one of bom.components ?? []) {
    if (!one.name || !one.version || !/^pkg:npm\/.+@.+/.test(one.purl ?? ''))
      errors.push(`${one['bom-ref']} has no name, version or purl.`)
    const own = one.purl?.startsWith('pkg:npm/%40trunkline/')
    if (!own && !one.hashes?.some(({ alg }) => alg === 'SHA-512')) errors.push(`${one['bom-ref']} has no SHA-512.`)
  }
  for (const { ref, dependsOn = [] } of bom.dependencies ?? [])
    for (const name of [ref, ...dependsOn]) if (!refs.has(name)) errors.push(`${name} is no component.`)
  const walk = (value, at) => {
    if (typeof value === 'string') {
      if (value.includes(root) || /^(file:|[A-Za-z]:\\|\/(home|root|tmp|work|app|Users)\/)/.test(value))
        errors.push(`${at} holds a path of this machine.`)
      if (/^https?:\/\/[^/]*(registry|localhost|127\.|\d+\.\d+\.\d+\.\d+|artifactory|nexus|verdaccio)/i.test(value))
        errors.push(`${at} holds the address of a package registry.`)
    } else if (typeof value === 'object' && value !== null)
      for (const [key, held] of Object.entries(value)) walk(held, `${at}/${key}`)
  }
  walk(bom, '')
  return errors
}

/** Writes the bill of materials of this checkout next to the built server. */
export async function writeSbom() {
  writeFileSync(sbomPath, await makeSbom())
}

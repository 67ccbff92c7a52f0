import type { RouterState } from './router-state.ts'
import { compareVersions } from './version.ts'

/** What a package file says about itself. */
export interface PackageOfFile {
  name: string
  version: string
  architecture: string
}

/*
 * Parts of a package: https://github.com/rsa9000/npk-tools/blob/master/npk.h. The main package is `system` in its header.
 */
const magic = 0xbad0f11e
const stages = new Map([
  ['', 102],
  ['alpha', 97],
  ['beta', 98],
  ['rc', 99],
])

function part(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt16LE(type, 0)
  head.writeUInt32LE(data.length, 2)
  return Buffer.concat([head, data])
}

/** A package as MikroTik builds it, with bytes in place of its content. */
export function packageFile({ name, version, architecture }: PackageOfFile, contentBytes = 2000): Buffer {
  const [, major, minor, revision, stage = '', build] =
    /^(\d+)\.(\d+)(?:\.(\d+))?(?:(alpha|beta|rc)(\d+))?$/.exec(version) ?? []
  const info = Buffer.alloc(32)
  info.write(name === 'routeros' ? (major === '6' ? `routeros-${architecture}` : 'system') : name, 0, 16, 'latin1')
  info[16] = Number(revision ?? build ?? 0)
  info[17] = stages.get(stage) ?? 0
  info[18] = Number(minor)
  info[19] = Number(major)
  info.writeUInt32LE(1_741_944_131, 20)
  const parts = Buffer.concat([
    part(0x01, info),
    part(0x02, Buffer.from(`${name} package`)),
    part(0x10, Buffer.from(architecture === 'mipsbe' ? 'mips' : architecture)),
    part(0x15, Buffer.alloc(contentBytes, 0x55)),
  ])
  const head = Buffer.alloc(8)
  head.writeUInt32LE(magic, 0)
  head.writeUInt32LE(parts.length, 4)
  return Buffer.concat([head, parts])
}

/** @returns undefined for any other file, and for one that is not complete */
export function readPackageFile(bytes: Buffer): PackageOfFile | undefined {
  if (bytes.length < 8 || bytes.readUInt32LE(0) !== magic || bytes.readUInt32LE(4) + 8 !== bytes.length)
    return undefined
  let info: Buffer | undefined
  let architecture = ''
  for (let at = 8; at + 6 <= bytes.length;) {
    const data = bytes.subarray(at + 6, at + 6 + bytes.readUInt32LE(at + 2))
    if (bytes.readUInt16LE(at) === 0x01) info = data
    if (bytes.readUInt16LE(at) === 0x10) architecture = data.toString('latin1')
    at += 6 + data.length
  }
  if (info === undefined) return undefined
  const name = info.toString('latin1', 0, 16).replace(/\0+$/, '')
  const stage = [...stages].find(([, code]) => code === info[17])?.[0] ?? ''
  const number = stage === '' ? (info[16] === 0 ? '' : `.${info[16]}`) : `${stage}${info[16]}`
  return {
    name: name === 'system' || name.startsWith('routeros-') ? 'routeros' : name,
    version: `${info[19]}.${info[18]}${number}`,
    architecture: architecture === 'mips' ? 'mipsbe' : architecture,
  }
}

/**
 * Installs the packages that lie in the root of the flash, as a router does when it starts: all installed packages get
 * the same version, or none does. Installed files are removed; the texts of the log are not confirmed by a real router.
 * @returns the version that runs now; undefined if nothing was installed
 */
export function installFiles(router: RouterState): string | undefined {
  const files = router.files.list().flatMap((file) => {
    const found = file.name.includes('/') ? undefined : readPackageFile(file.bytes)
    return found === undefined ? [] : [{ file: file.name, ...found }]
  })
  if (files.length === 0) return undefined
  if (!router.packages.installs) {
    for (const { file } of files) router.files.remove(file)
    return undefined
  }
  const fits = files.filter(({ file, architecture }) => {
    const own = router.hardware.architecture
    const isRight = architecture === own || (architecture === 'x86' && own === 'x86_64')
    if (!isRight) router.log('system,error', `can not install ${file}: wrong architecture ${architecture}`)
    return isRight
  })
  const main = fits.find(({ name }) => name === 'routeros')
  const table = router.table('/system/package')
  const target = main?.version ?? router.version.text
  const having = new Set(fits.filter(({ version }) => version === target).map(({ name }) => name))
  const lacking = table.rows.flatMap((row) => {
    const name = row['name'] ?? ''
    // Those of version 6 are parts of the main package.
    return having.has(name) || router.version.major < 7 ? [] : [name]
  })
  const isUpgrade = main !== undefined && compareVersions(target, router.version.text) !== 0
  if (isUpgrade && lacking.length > 0) {
    router.log('system,error', `can not install routeros-${target}: ${lacking[0]}-${target} is required`)
    return undefined
  }
  if (isUpgrade && compareVersions(target, router.version.text) < 0) {
    router.log('system,error', `can not install routeros-${target}: it is older than the installed version`)
    return undefined
  }
  for (const { name } of fits.filter((one) => having.has(one.name)))
    if (name !== 'routeros' && !table.rows.some((row) => row['name'] === name))
      table.insert({ name, version: target, scheduled: '', size: '3170304', disabled: 'false' })
  for (const { file } of fits) router.files.remove(file)
  return isUpgrade ? target : undefined
}

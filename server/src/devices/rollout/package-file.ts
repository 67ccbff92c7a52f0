import { open, type FileHandle } from 'node:fs/promises'
import { message } from '@trunkline/contract/errors'
import { architectures, type Architecture } from '@trunkline/contract/resources/routeros-package'
import { invalid } from '../../errors.ts'

/** What a RouterOS package is. */
export interface PackageFacts {
  package: string
  /** `7.20.4` */
  routeros_version: string
  architecture: Architecture
  built_at: Date | null
  verified_by: 'header' | 'file_name'
}

/*
 * The format is not documented by MikroTik. Magic number, length and parts: https://github.com/rsa9000/npk-tools/blob/master/npk.h;
 * the stages of a version: https://gitlab.com/gavz/mikrotik-npk. All numbers are little endian.
 */
const magic = '1ef1d0ba'
const headBytes = 8
const partHeadBytes = 6
const parts = { info: 0x01, architecture: 0x10, mainInfo: 0x12 } as const
/** Name of 16 bytes, version of four, and seconds since 1970. */
const infoBytes = 24
/** More parts than any package has. */
const maxParts = 1000

const stages: Readonly<Record<number, string>> = { 97: 'alpha', 98: 'beta', 99: 'rc', 102: '' }

/** Names of architectures in headers, file names and readings, besides those of RouterOS. */
const aliases: Readonly<Record<string, Architecture>> = {
  mips: 'mipsbe',
  ppc: 'powerpc',
  i386: 'x86',
  x86_64: 'x86',
}

/** The architecture by any of its names; undefined for an unknown one. */
export const architectureOf = (name: string): Architecture | undefined =>
  (architectures as readonly string[]).includes(name) ? (name as Architecture) : aliases[name]

/**
 * The package by its name in a header or a reading: the main package is `routeros` in file names, `system` or
 * `routeros-arm` in headers. Version 6 also has a package `system`.
 */
export function packageNameOf(name: string, version: string): string {
  if (name === 'system' && !version.startsWith('6.')) return 'routeros'
  const architecture = /^routeros-(.+)$/.exec(name)?.[1]
  return architecture !== undefined && architectureOf(architecture) !== undefined ? 'routeros' : name
}

/** The name of the file on devices: as MikroTik names it, but always with the architecture. */
export const packageFileName = (of: Pick<PackageFacts, 'package' | 'routeros_version' | 'architecture'>): string =>
  `${of.package}-${of.routeros_version}-${of.architecture}.npk`

interface Header {
  package?: string
  routeros_version?: string
  built_at?: Date
  architecture?: Architecture
}

/** Name, version and build time of an information part; undefined if it has another layout. */
function infoOf(data: Buffer): Header | undefined {
  if (data.length < infoBytes) return undefined
  const name = data.toString('latin1', 0, 16).replace(/\0+$/, '')
  const [revision, stage, minor, major] = data.subarray(16, 20) as unknown as [number, number, number, number]
  const text = stages[stage]
  // Test builds set the highest bit.
  if (!/^[a-z][a-z0-9-]*$/.test(name) || text === undefined || revision > 0x7f || major < 2 || major > 20)
    return undefined
  const number = text === '' ? (revision === 0 ? '' : `.${revision}`) : `${text}${revision}`
  const routeros_version = `${major}.${minor}${number}`
  const seconds = data.readUInt32LE(20)
  return {
    package: packageNameOf(name, routeros_version),
    routeros_version,
    ...(seconds > 0 && { built_at: new Date(seconds * 1000) }),
  }
}

const damaged = () => invalid({ file: message('npk.damaged') })

async function readBytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/**
 * Reads what the header says, and checks that the parts fill the file exactly.
 * @throws AppError validation_failed at `file`
 */
async function readHeader(file: FileHandle, size: number): Promise<Header> {
  const head = await readBytes(file, 0, headBytes)
  if (head.length < headBytes || head.toString('hex', 0, 4) !== magic) throw invalid({ file: message('npk.format') })
  if (head.readUInt32LE(4) + headBytes !== size) throw damaged()
  let info: Header | undefined
  let mainInfo: Header | undefined
  let architecture: Architecture | undefined
  let at = headBytes
  for (let count = 0; at < size; count++) {
    const partHead = await readBytes(file, at, partHeadBytes)
    if (partHead.length < partHeadBytes || count === maxParts) throw damaged()
    const type = partHead.readUInt16LE(0)
    const length = partHead.readUInt32LE(2)
    at += partHeadBytes
    if (at + length > size) throw damaged()
    if (type === parts.info) info ??= infoOf(await readBytes(file, at, Math.min(length, 64)))
    if (type === parts.mainInfo) mainInfo ??= infoOf(await readBytes(file, at, Math.min(length, 64)))
    if (type === parts.architecture)
      architecture ??= architectureOf(
        (await readBytes(file, at, Math.min(length, 64))).toString('latin1').replace(/\0+$/, ''),
      )
    at += length
  }
  return { ...(mainInfo ?? info), ...(architecture !== undefined && { architecture }) }
}

const versionText = String.raw`\d+\.\d+(?:\.\d+)?(?:(?:alpha|beta|rc)\d+)?`
/** `routeros-7.20.4-arm.npk`, `wireless-7.20.4-arm.npk`, `ntp-6.49.10-mipsbe.npk`; x86 has no suffix. */
const nameLast = new RegExp(String.raw`^([a-z0-9][a-z0-9-]*?)-(${versionText})(?:-([a-z0-9_]+))?\.npk$`)
/** `routeros-mipsbe-6.49.10.npk` */
const architectureFirst = new RegExp(String.raw`^(routeros)-([a-z0-9_]+)-(${versionText})\.npk$`)

/** What the name that MikroTik gives to the file says; undefined for any other name. */
function factsOfName(given: string): Required<Omit<Header, 'built_at'>> | undefined {
  // Browsers number repeated downloads.
  const name = given.toLowerCase().replace(/ ?\(\d+\)(?=\.npk$)/, '')
  const first = architectureFirst.exec(name)
  const [, base, version, suffix = 'x86'] =
    first === null ? (nameLast.exec(name) ?? []) : [null, first[1], first[3], first[2]]
  const architecture = architectureOf(suffix)
  if (base == null || version == null || architecture === undefined) return undefined
  return { package: packageNameOf(base, version), routeros_version: version, architecture }
}

/**
 * Reads name, version and architecture of an uploaded package from its header. What the header lacks is taken from the
 * file name; where both say something, they must agree. The signature is checked by the device that installs it.
 * @throws AppError validation_failed at `file`
 */
export async function readPackage(upload: { path: string; name: string; size: number }): Promise<PackageFacts> {
  const file = await open(upload.path)
  let header: Header
  try {
    header = await readHeader(file, upload.size)
  } finally {
    await file.close()
  }
  const named = factsOfName(upload.name)
  // Some builds of version 6 name the whole after its first part.
  if (header.package === 'system' && named?.package === 'routeros') header.package = 'routeros'
  const found = { ...named, ...header }
  const { package: name, routeros_version, architecture } = found
  if (name === undefined || routeros_version === undefined || architecture === undefined)
    throw invalid({ file: message('npk.unknown') })
  const facts = { package: name, routeros_version, architecture }
  if (named !== undefined && packageFileName(named as PackageFacts) !== packageFileName(facts))
    throw invalid({ file: message('npk.name_differs', { found: `${name} ${routeros_version} ${architecture}` }) })
  const isComplete =
    header.package !== undefined && header.routeros_version !== undefined && header.architecture !== undefined
  return { ...facts, built_at: header.built_at ?? null, verified_by: isComplete ? 'header' : 'file_name' }
}

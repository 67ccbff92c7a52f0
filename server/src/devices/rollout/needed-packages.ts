import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { architectureOf } from './package-file.ts'
import { compareVersions } from './version.ts'

/** What a device has, as far as its packages depend on it. */
export interface InstalledPackages {
  routeros_version: string
  /** Names, disabled ones included: RouterOS installs packages of one version only. */
  packages: readonly string[]
  /** `architecture-name` of RouterOS. */
  architecture: string
  /** Whether it has radios of the legacy driver, or is a CAPsMAN of such. */
  usesWireless: boolean
}

/** Why the packages cannot be determined. */
export type PackagesProblem = { problem: 'step'; step: string } | { problem: 'wifi' } | { problem: 'architecture' }

/** The last version that RouterOS 6 is upgraded to (MikroTik manual, Upgrading to v7). */
const lastStep = '7.12.1'
/** From this version on, the drivers of Wi-Fi are packages of their own (MikroTik manual, Packages). */
const wirelessSplit = '7.13'
/** Packages of RouterOS 6 that still exist in version 7; all others are part of the main package, or were dropped. */
const optionalInBoth = new Set(['calea', 'dude', 'gps', 'iot', 'lora', 'tr069-client', 'ups', 'user-manager'])
/** Packages of RouterOS 6 that are parts of its main package. */
const partsOf6 = new Set([
  'advanced-tools',
  'dhcp',
  'hotspot',
  'ipv6',
  'mpls',
  'ppp',
  'routing',
  'security',
  'system',
  'wireless',
])

/**
 * The packages that a device needs for a version: all of one version, and since 7.13 the driver of its radios.
 * @returns names in alphabetical order after `routeros`
 */
export function neededPackages(device: InstalledPackages, target: string): string[] | PackagesProblem {
  if (architectureOf(device.architecture) === undefined) return { problem: 'architecture' }
  const isOld = device.routeros_version.startsWith('6.')
  const toSeven = !target.startsWith('6.')
  if (isOld && toSeven && compareVersions(target, lastStep) > 0) return { problem: 'step', step: lastStep }
  const has = device.packages.map((name) => (name.startsWith('routeros-') ? 'routeros' : name))
  const extra = new Set(
    isOld
      ? has.filter((name) => (toSeven ? optionalInBoth.has(name) : !partsOf6.has(name)))
      : has.filter((name) => name !== 'system'),
  )
  extra.delete('routeros')
  const splits =
    !isOld && compareVersions(device.routeros_version, wirelessSplit) < 0 && compareVersions(target, wirelessSplit) >= 0
  if (splits && extra.delete('wifiwave2')) {
    // On arm it became wifi-qcom or wifi-qcom-ac, by the chip of the radio.
    if (device.architecture !== 'arm64') return { problem: 'wifi' }
    extra.add('wifi-qcom')
  } else if (splits && device.usesWireless) extra.add('wireless')
  return ['routeros', ...[...extra].toSorted()]
}

/** An uploaded package. */
export interface StoredPackage {
  id: number
  name: string
  package: string
  architecture: string
  size_bytes: number
}

/** The uploaded packages of a version that a company may use: its own, and those of the companies above it. */
export async function availablePackages(tx: Tx, company_id: number, version: string): Promise<StoredPackage[]> {
  const { rows } = await sql<StoredPackage>`
    select distinct on (p.package, p.architecture) p.id, p.name, p.package, p.architecture, p.size_bytes
    from routeros_package p join company c on c.id = ${company_id}
    where p.routeros_version = ${version} and p.company_id = any (c.ancestor_ids)
    order by p.package, p.architecture, cardinality(p.ancestor_ids) desc`.execute(tx)
  return rows.map((row) => ({ ...row, size_bytes: Number(row.size_bytes) }))
}

/** The files of the packages for an architecture, and the names of those that are missing. */
export function filesFor(
  names: readonly string[],
  architecture: string,
  available: readonly StoredPackage[],
): { files: StoredPackage[]; missing: string[] } {
  const of = (name: string) =>
    available.find((one) => one.package === name && one.architecture === architectureOf(architecture))
  return {
    files: names.flatMap((name) => of(name) ?? []),
    missing: names.filter((name) => of(name) === undefined),
  }
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** An attribute that can be sent in a RADIUS packet, as a row of the table `radius_attribute`. */
export interface DictionaryAttribute {
  name: string
  /** The dictionary's vendor name; null: an attribute of the RFCs. */
  vendor: string | null
  /** First level of `path`. */
  number: number
  /** Numbers from the outermost level inwards: `25`, `241.5.1`. */
  path: string
  /** Data type in FreeRADIUS's spelling: `string`, `integer`, `ipv6prefix`, … */
  type: string
  /** Octets of a value of type octets with a fixed length (`octets[2]`). */
  length: number | null
  /** Octets of the headers before the value: 2 for an attribute of the RFCs, 8 for most vendors (RFC 2865, 5.26). */
  overhead: number
  values: Record<string, number>
  /** A tag of RFC 2868 may precede the value. */
  has_tag: boolean
  /** Option encrypt=: 1 User-Password, 2 Tunnel-Password, 3 Ascend-Send-Secret. */
  encrypted: number | null
  /** The file that defines it, without its folder. */
  source: string
}

interface Vendor {
  name: string
  /** Octets of its type and length fields, and of the continuation field of WiMAX. */
  header: number
}

/** Containers of other attributes, and types whose encoding cannot be given as a value. */
const structural = new Set(['tlv', 'vsa', 'extended', 'long-extended', 'evs', 'struct'])

/** Spellings of later versions. */
const typeNames: Record<string, string> = {
  uint8: 'byte',
  uint16: 'short',
  uint32: 'integer',
  uint64: 'integer64',
  int32: 'signed',
  text: 'string',
}

/** FreeRADIUS's own limit is 8 on most systems; limits a file that includes itself. */
const maxDepth = 10

/** Extended attributes (RFC 6929, 2.1 and 2.2), and within them those of vendors (2.4). */
const extendedHeader = (first: number) => (first >= 245 ? 4 : 3)
const extendedVendorHeader = 5

/** Decimal, or hexadecimal after 0x. */
const numberOf = (text: string): number => (/^(\d+|0x[0-9a-f]+)$/i.test(text) ? Number(text) : Number.NaN)

/**
 * Parses a FreeRADIUS 3 dictionary with its includes: ATTRIBUTE, VALUE, VENDOR, BEGIN-VENDOR, END-VENDOR, BEGIN-TLV,
 * END-TLV and $INCLUDE (dictionary(5)). Of several definitions of a name the last one applies, as in FreeRADIUS.
 * Server attributes, which are never sent (numbers above 255 without a vendor), are skipped, and so are unknown
 * lines: FreeRADIUS itself does not start with a faulty dictionary.
 * @param path the main file
 * @param read returns the text of a file, or undefined if it does not exist
 * @returns attributes by name
 * @throws Error if the main file or a required include does not exist
 */
export function parseDictionary(
  path: string,
  read: (path: string) => string | undefined = readText,
): DictionaryAttribute[] {
  const vendors = new Map<string, Vendor>()
  /** All attributes by name in lower case, including skipped ones, which VALUE and BEGIN-TLV may reference. */
  const attributes = new Map<string, DictionaryAttribute>()
  const sendable = new Set<string>()
  const named: { attribute: string; name: string; number: number }[] = []

  const readFile = (file: string, depth: number): void => {
    const text = read(file)
    if (text === undefined) throw new Error(`The dictionary ${file} does not exist.`)
    let vendor: (Vendor & { extended: boolean }) | undefined
    const parents: string[] = []
    for (const line of text.split('\n')) {
      const words = line.replace(/#.*/, '').trim().split(/\s+/)
      const [keyword = '', first = '', second = '', third = '', fourth = ''] = words
      switch (keyword.toUpperCase()) {
        case '$INCLUDE':
        case '$INCLUDE-': {
          const included = first.startsWith('/') ? first : join(dirname(file), first)
          if (keyword.endsWith('-') && read(included) === undefined) break
          if (depth < maxDepth) readFile(included, depth + 1)
          break
        }
        case 'VENDOR':
          vendors.set(first.toLowerCase(), { name: first, header: vendorHeader(third) })
          break
        case 'BEGIN-VENDOR': {
          const known = vendors.get(first.toLowerCase())
          if (known !== undefined) vendor = { ...known, extended: /^(format|parent)=/i.test(second) }
          if (vendor !== undefined && vendor.extended) parents.push(evsPath(second, attributes))
          break
        }
        case 'END-VENDOR':
          vendor = undefined
          parents.length = 0
          break
        case 'BEGIN-TLV':
          parents.push(attributes.get(first.toLowerCase())?.path ?? '')
          break
        case 'END-TLV':
          parents.pop()
          break
        case 'VALUE':
          if (!Number.isNaN(numberOf(third)))
            named.push({ attribute: first.toLowerCase(), name: second, number: numberOf(third) })
          break
        case 'ATTRIBUTE': {
          const own = second.split('.').map(numberOf)
          const parent = parents.at(-1)
          const path = [...(parent === undefined || parent === '' ? [] : [parent]), ...own].join('.')
          const [, typeText = '', length] = /^([\w-]+)(?:\[(\d+)\])?$/.exec(third.toLowerCase()) ?? []
          const type = typeNames[typeText] ?? typeText
          const options = fourth.toLowerCase().split(',')
          if (own.some(Number.isNaN) || type === '' || !/^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(first)) break
          const number = Number(path.split('.')[0])
          const encrypt = options.find((option) => option.startsWith('encrypt='))
          const sent =
            !structural.has(type) &&
            !options.includes('virtual') &&
            (vendor !== undefined || (number >= 1 && number <= 255))
          if (sent) sendable.add(first.toLowerCase())
          else sendable.delete(first.toLowerCase())
          attributes.set(first.toLowerCase(), {
            name: first,
            vendor: vendor?.name ?? null,
            number,
            path,
            type,
            length: length === undefined ? null : Number(length),
            overhead: overheadOf(path, vendor),
            values: {},
            has_tag: options.includes('has_tag'),
            encrypted: encrypt === undefined ? null : Number(encrypt.slice('encrypt='.length)),
            source: basename(file),
          })
        }
      }
    }
  }
  readFile(path, 0)
  for (const { attribute, name, number } of named) {
    const of = attributes.get(attribute)
    if (of !== undefined) of.values[name] = number
  }
  return [...attributes]
    .filter(([key]) => sendable.has(key))
    .map(([, attribute]) => attribute)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** `format=2,1`: octets of type and length; a third part `c`: one more for continuation. */
function vendorHeader(format: string): number {
  const [, type = '1', length = '1', continued] = /^format=(\d),(\d)(,c)?$/.exec(format) ?? []
  return Number(type) + Number(length) + (continued === undefined ? 0 : 1)
}

/** The attribute of RFC 6929 that holds the vendor's: `241.26` of `format=Extended-Vendor-Specific-1`. */
const evsPath = (option: string, attributes: ReadonlyMap<string, { path: string }>): string =>
  attributes.get(option.slice(option.indexOf('=') + 1).toLowerCase())?.path ?? ''

function overheadOf(path: string, vendor: (Vendor & { extended: boolean }) | undefined): number {
  const levels = path.split('.')
  const first = Number(levels[0])
  if (vendor?.extended) return extendedHeader(first) + extendedVendorHeader + 2 * Math.max(0, levels.length - 3)
  if (vendor !== undefined) return 6 + vendor.header + 2 * (levels.length - 1)
  if (first >= 241 && first <= 246) return extendedHeader(first) + 2 * Math.max(0, levels.length - 2)
  return 2 + 2 * (levels.length - 1)
}

const readText = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** The main dictionary of the installed FreeRADIUS; undefined if there is none. */
export const findDictionary = (): string | undefined =>
  ['/usr/share/freeradius', '/usr/local/share/freeradius', '/opt/homebrew/share/freeradius']
    .map((folder) => join(folder, 'dictionary'))
    .find((path) => existsSync(path))

/** SHA-256 of the parsed content in hexadecimal: the same for the same attributes, regardless of comments. */
export const dictionaryHash = (attributes: readonly DictionaryAttribute[]): string =>
  createHash('sha256').update(JSON.stringify(attributes)).digest('hex')

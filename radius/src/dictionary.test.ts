import { describe, expect, test } from 'vitest'
import { dictionaryHash, findDictionary, parseDictionary } from './dictionary.ts'

/** Parses files written in the test; the first is the main one. */
const parse = (files: Record<string, string>) =>
  parseDictionary(`/d/${Object.keys(files)[0]}`, (path) => files[path.replace('/d/', '')])
const one = (text: string, name: string) => parse({ dictionary: text }).find((attribute) => attribute.name === name)

describe('the dictionary of FreeRADIUS', () => {
  test('an attribute of the RFCs has its number, type, named values and the header of two octets', () => {
    const text = `# comment
ATTRIBUTE\tService-Type\t6\tinteger   # what the user gets
VALUE Service-Type Framed-User 2
VALUE\tservice-type\tCall-Check\t0x0A
`
    expect(one(text, 'Service-Type')).toEqual({
      name: 'Service-Type',
      vendor: null,
      number: 6,
      path: '6',
      type: 'integer',
      length: null,
      overhead: 2,
      values: { 'Framed-User': 2, 'Call-Check': 10 },
      has_tag: false,
      encrypted: null,
      source: 'dictionary',
    })
  })

  test('named values may precede their attribute, and be in another file', () => {
    const found = parse({
      dictionary: '$INCLUDE values\n$INCLUDE numbers\n',
      values: 'VALUE Service-Type Framed-User 2\n',
      numbers: 'ATTRIBUTE Service-Type 6 integer\n',
    })
    expect(found).toMatchObject([{ name: 'Service-Type', values: { 'Framed-User': 2 }, source: 'numbers' }])
  })

  test('attributes of a vendor have its name and its header, also with another format', () => {
    const text = `VENDOR Acme 99999
VENDOR Wide 99998 format=2,1
VENDOR Split 99997 format=1,1,c
VENDOR Bare 99996 format=4,0
BEGIN-VENDOR Acme
ATTRIBUTE Acme-Rate 300 string
END-VENDOR Acme
BEGIN-VENDOR Wide
ATTRIBUTE Wide-Rate 0x0101 integer
END-VENDOR Wide
BEGIN-VENDOR Split
ATTRIBUTE Split-Rate 1 integer
END-VENDOR Split
BEGIN-VENDOR Bare
ATTRIBUTE Bare-Rate 1 integer
END-VENDOR Bare
ATTRIBUTE Plain 1 string`
    expect(
      parse({ dictionary: text }).map(({ name, vendor, number, overhead }) => [name, vendor, number, overhead]),
    ).toEqual([
      ['Acme-Rate', 'Acme', 300, 8],
      ['Bare-Rate', 'Bare', 1, 10],
      ['Plain', null, 1, 2],
      ['Split-Rate', 'Split', 1, 9],
      ['Wide-Rate', 'Wide', 257, 9],
    ])
  })

  test('parts of a structure have a header for each level, by number and between BEGIN-TLV and END-TLV', () => {
    const text = `VENDOR Acme 99999
BEGIN-VENDOR Acme
ATTRIBUTE Acme-Outer 7 tlv
ATTRIBUTE Acme-Inner 7.2 integer
BEGIN-TLV Acme-Outer
ATTRIBUTE Acme-Other 3 string
END-TLV Acme-Outer
ATTRIBUTE Acme-Last 8 string
END-VENDOR Acme`
    expect(parse({ dictionary: text }).map(({ name, path, overhead }) => [name, path, overhead])).toEqual([
      ['Acme-Inner', '7.2', 10],
      ['Acme-Last', '8', 8],
      ['Acme-Other', '7.3', 10],
    ])
  })

  test('extended attributes of RFC 6929 have longer headers', () => {
    const text = `ATTRIBUTE Extended-Attribute-1 241 extended
ATTRIBUTE Extended-Attribute-5 245 long-extended
ATTRIBUTE Extended-Vendor-Specific-5 245.26 evs
ATTRIBUTE IP-Port-Range 241.6 tlv
ATTRIBUTE Short 241.1 integer
ATTRIBUTE Port-Start 241.6.9 integer
ATTRIBUTE Long 245.1 integer
VENDOR Acme 99999
BEGIN-VENDOR Acme format=Extended-Vendor-Specific-5
ATTRIBUTE Acme-Long 4 string
END-VENDOR Acme`
    expect(parse({ dictionary: text }).map(({ name, path, overhead }) => [name, path, overhead])).toEqual([
      ['Acme-Long', '245.26.4', 9],
      ['Long', '245.1', 4],
      ['Port-Start', '241.6.9', 5],
      ['Short', '241.1', 3],
    ])
  })

  test('options define tags and the encryption of a value; a length in the type is stored', () => {
    const text = `ATTRIBUTE Tunnel-Password 69 string has_tag,encrypt=2
ATTRIBUTE Line 94 octets[2]
ATTRIBUTE Old 95 uint32`
    expect(parse({ dictionary: text })).toMatchObject([
      { name: 'Line', type: 'octets', length: 2, has_tag: false, encrypted: null },
      { name: 'Old', type: 'integer' },
      { name: 'Tunnel-Password', has_tag: true, encrypted: 2 },
    ])
  })

  test('attributes that cannot be sent are skipped: server attributes, virtual ones and containers', () => {
    const text = `ATTRIBUTE Auth-Type 1000 integer
ATTRIBUTE Zero 0 string
ATTRIBUTE Response-Packet-Type 200 integer virtual
ATTRIBUTE Vendor-Specific 26 vsa
ATTRIBUTE Kept 27 integer`
    expect(parse({ dictionary: text }).map(({ name }) => name)).toEqual(['Kept'])
  })

  test('of two definitions of a name the last one applies, regardless of case', () => {
    expect(parse({ dictionary: 'ATTRIBUTE Client-Id 4 ipaddr\nATTRIBUTE CLIENT-ID 31 string\n' })).toMatchObject([
      { name: 'CLIENT-ID', number: 31 },
    ])
  })

  test('unknown lines are skipped', () => {
    expect(
      parse({
        dictionary: 'FLAGS internal\nATTRIBUTE\nATTRIBUTE X y string\nVALUE X z q\nATTRIBUTE Bad"name 3 string\n',
      }),
    ).toEqual([])
  })

  test('a missing file is an error, an optional one is not, and a file that includes itself terminates', () => {
    expect(() => parse({ dictionary: '$INCLUDE gone\n' })).toThrow('The dictionary /d/gone does not exist.')
    expect(parse({ dictionary: '$INCLUDE- gone\nATTRIBUTE A 1 string\n' })).toHaveLength(1)
    expect(parse({ dictionary: '$INCLUDE dictionary\nATTRIBUTE A 1 string\n' })).toHaveLength(1)
  })

  test('the hash depends on the content, not on comments', () => {
    const hash = (text: string) => dictionaryHash(parse({ dictionary: text }))
    expect(hash('ATTRIBUTE A 1 string')).toBe(hash('# again\nATTRIBUTE  A  1  string # x\n'))
    expect(hash('ATTRIBUTE A 1 string')).not.toBe(hash('ATTRIBUTE A 1 octets'))
  })
})

const installed = findDictionary()
describe.skipIf(installed === undefined)('the installed dictionary', () => {
  const attributes = installed === undefined ? [] : parseDictionary(installed)
  const find = (name: string) => attributes.find((attribute) => attribute.name === name)

  test('has the attributes of the RFCs and of the vendors that the panel supports', () => {
    expect(attributes.length).toBeGreaterThan(5_000)
    expect(find('Framed-IP-Address')).toMatchObject({ number: 8, vendor: null, type: 'ipaddr' })
    expect(find('Mikrotik-Rate-Limit')).toMatchObject({ number: 8, vendor: 'Mikrotik', overhead: 8 })
    expect(find('Cisco-AVPair')).toMatchObject({ number: 1, vendor: 'Cisco' })
    expect(find('Huawei-Qos-Profile-Name')).toMatchObject({ number: 31, vendor: 'Huawei' })
    expect(find('Tunnel-Password')).toMatchObject({ has_tag: true, encrypted: 2 })
    expect(find('Service-Type')?.values).toMatchObject({ 'Framed-User': 2, 'Administrative-User': 6 })
    expect(find('IP-Port-Range-Range-Start')).toMatchObject({ path: '241.6.9', overhead: 5 })
  })

  test('has no internal attributes, and every header leaves room for a value', () => {
    for (const name of ['Auth-Type', 'Cleartext-Password', 'Fall-Through', 'Exec-Program', 'Vendor-Specific'])
      expect(find(name), name).toBeUndefined()
    expect(attributes.filter(({ vendor, number }) => vendor === null && (number < 1 || number > 255))).toEqual([])
    expect(attributes.filter(({ overhead }) => !(overhead >= 2 && overhead <= 20))).toEqual([])
    expect(new Set(attributes.map(({ name }) => name.toLowerCase())).size).toBe(attributes.length)
  })
})

import { describe, expect, it } from 'vitest'
import {
  decodeFile,
  guessColumns,
  importTemplate,
  readRecords,
  reportOf,
  separatorOf,
  toImportCsv,
} from './import-file.ts'

const bytes = (...list: number[]) => new Uint8Array(list)

describe('a file that is to be imported', () => {
  it('is read in the encoding that it was written in', () => {
    expect(decodeFile(new TextEncoder().encode('Nörd'))).toEqual({ text: 'Nörd', encoding: 'UTF-8' })
    expect(decodeFile(bytes(0x4e, 0xf6, 0x72, 0x64))).toEqual({ text: 'Nörd', encoding: 'Windows-1252' })
    expect(decodeFile(bytes(0xff, 0xfe, 0x4e, 0, 0xf6, 0))).toMatchObject({ encoding: 'UTF-16', text: 'Nö' })
  })

  it('tells its separator by its first line, quotes aside', () => {
    expect(separatorOf('net;name;"a,b,c,d"\n1,2,3')).toBe(';')
    expect(separatorOf('net\tname\n')).toBe('\t')
    expect(separatorOf('net')).toBe(',')
  })

  it('is read with quotes, line breaks in cells, and blank lines left out', () => {
    expect(readRecords('\uFEFFa;b\r\n"x;""y""";"1\n2"\r\n\r\n;\nlast', ';')).toEqual([
      ['a', 'b'],
      ['x;"y"', '1\n2'],
      ['', ''],
      ['last'],
    ])
  })

  it('finds our columns under the names of other tools, each once', () => {
    expect(guessColumns(['Prefix', 'VLAN ID', 'subnet', 'Tenant', 'Site', 'Description'])).toEqual([
      'net',
      'vlan',
      null,
      'company_name',
      null,
      'description',
    ])
  })

  it('is sent with the chosen columns alone, under our names', () => {
    expect(
      toImportCsv([['10.0.0.0/8', 'x', "'=1+1"], ['10.0.0.0/9']], ['net', null, 'name']).replace('\uFEFF', ''),
    ).toBe("net,name\r\n10.0.0.0/8,'=1+1\r\n10.0.0.0/9,\r\n")
  })

  it('begins from a template whose columns are all known', () => {
    const [header = []] = readRecords(importTemplate(), ',')
    expect(guessColumns(header)).toEqual(header)
  })
})

describe('the report of an import', () => {
  const words = {
    header: ['row', 'net', 'outcome', 'column', 'reason'],
    created: 'created',
    refused: 'refused',
    untouched: 'left',
  }
  const records = [['10.0.0.0/8'], ['10.0.0.1/8']]
  const fault = { row: 3, column: 'net', message: 'No.' }
  const lines = (result: Parameters<typeof reportOf>[2]) =>
    readRecords(reportOf(records, ['net'], result, words), ',').slice(1)

  it('says of each row what became of it, by its number in the file', () => {
    expect(lines({ errors: [fault], errors_total: 1, applied: true })).toEqual([
      ['2', '10.0.0.0/8', 'created', '', ''],
      ['3', '10.0.0.1/8', 'refused', 'net', 'No.'],
    ])
    expect(lines({ errors: [fault], errors_total: 1, applied: false })[0]?.[2]).toBe('left')
  })

  it('claims nothing of rows where not every fault was named', () => {
    expect(lines({ errors: [fault], errors_total: 900, applied: true })[0]?.[2]).toBe('')
  })
})

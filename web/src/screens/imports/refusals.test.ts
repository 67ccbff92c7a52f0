import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { said } from '../../ui/said.ts'
import './refusals.ts'
import de from './texts.de.ts'

beforeAll(() => i18next.init({ lng: 'de', resources: { de: { imports: de } }, interpolation: { escapeValue: false } }))

const german = (message: string) => said(message, i18next.getFixedT('de'))

it('what the server says of a file and its rows is German too', () => {
  for (const message of [
    'The file has no rows.',
    'The file has more than 100,000 rows. Split it.',
    'This is a packed file (gzip). Save it as CSV or XLSX and upload that.',
    'Several columns are called "Name".',
    'No column of the file is matched to: Name, Model.',
    'There is no such model.',
    '2 are called so. Give its id, or the path of companies above it, like Master / Reseller / Client.',
    '2 are called so. Name the manufacturer as well, or give the id.',
    'Row 2 has this serial number.',
    'A device of this manufacturer has this serial number already.',
    'Write the day like 2027-03-31.',
    'Write a whole number from 1 to 65535.',
    'Allowed: api, rest.',
    '#REF! is an error of the spreadsheet and no value.',
    'This cell has bytes that are not of the encoding of the file.',
    'Header of column 2: #N/A is an error of the spreadsheet and no value.',
    'Header of column 2: This cell has bytes that are not of the encoding of the file.',
    'Header of column 2: Control characters are not allowed.',
    'Header of column 2: Characters that change the direction of text are not allowed.',
    '5 rows have faults. Nothing was taken over.',
    'Your import of "stock.csv" is running. Wait until it has finished, or stop it.',
  ])
    expect(german(message), message).not.toBe(message)
  expect(german('Row 2 has this serial number.')).toBe('Zeile 2 hat diese Seriennummer.')
  expect(german('5 rows have faults. Nothing was taken over.')).toContain('5 Zeilen')
})

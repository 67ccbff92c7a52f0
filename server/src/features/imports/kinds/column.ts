import type { KindColumn } from '../kind.ts'

/** A column: field, English and German label, example, and further properties. */
export const column = (
  name: string,
  en: string,
  de: string,
  example: string,
  {
    hint = ['', ''],
    ...of
  }: Partial<Pick<KindColumn, 'required' | 'secret' | 'aliases'>> & { hint?: readonly [en: string, de: string] } = {},
): KindColumn => ({ name, label: { en, de }, hint: { en: hint[0], de: hint[1] }, example, ...of })

/** The column of the company that owns a record. */
export const companyColumn = (
  hint: readonly [en: string, de: string] = [
    'Name, path or ID; leave blank for the selected company',
    'Name, Pfad oder ID; leer lassen für die ausgewählte Firma',
  ],
  of: Pick<KindColumn, 'required'> = {},
): KindColumn =>
  column('company', 'Company', 'Firma', '', { hint, aliases: ['company_id', 'company_name', 'owner'], ...of })

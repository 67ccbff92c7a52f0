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

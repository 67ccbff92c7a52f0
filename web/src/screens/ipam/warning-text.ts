import type { TFunction } from 'i18next'
import { saidKey } from '../../ui/said.ts'

/** A warning of the server, which is English, in the reader's language; one that the texts do not know stays as it is. */
export function warningText(warning: string, t: TFunction): string {
  const [a = '', b = '', c = ''] = warning.match(/\d+(?:[.,]\d+)*(?: \d+)*/g) ?? []
  return t(`ipam:warning.${saidKey(warning)}`, { a, b, c, defaultValue: warning })
}

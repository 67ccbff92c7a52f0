import type { TFunction } from '../i18n/translations.ts'

/**
 * The texts of a record by prefix: `tariffs`, or a part of a feature's texts as namespace, colon and key. A missing text
 * is taken from `common:record`, so that a feature only has its own.
 */
export const recordText =
  (t: TFunction, texts: string) =>
  (key: string, values: Record<string, unknown> = {}): string =>
    t([`${texts}${texts.includes(':') ? '.' : ':'}${key}`, `common:record.${key}`], values)

import type { TFunction } from '../i18n/translations.ts'

/**
 * The texts of a record, by one prefix: `tariffs`, or inside the texts of a feature its name, a colon and the part. A text that a
 * feature does not have is the one of `common:record`, so that a feature has only those that say something of its own.
 */
export const recordText =
  (t: TFunction, texts: string) =>
  (key: string, values: Record<string, unknown> = {}): string =>
    t([`${texts}${texts.includes(':') ? '.' : ':'}${key}`, `common:record.${key}`], values)

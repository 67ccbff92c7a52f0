import type { TFunction } from '../../i18n/translations.ts'

/** The name of an audit entry's subject, as search and menu call it. */
export const subjectLabel = (t: TFunction, subject: string): string =>
  t(`panel:kind.${subject}`, { defaultValue: subject })

import type { TFunction } from '../../i18n/translations.ts'

/** The name of a subject in the singular. */
export const subjectLabel = (t: TFunction, subject: string): string =>
  t([`audit:value.subject.${subject}`, `panel:kind.${subject}`], { defaultValue: subject })

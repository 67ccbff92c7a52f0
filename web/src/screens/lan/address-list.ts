/** Addresses as people type them into one line: between commas, semicolons or spaces. */
export const readList = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[\s,;]+/).filter((part) => part !== '')

export const writeList = (items: readonly string[]): string => items.join(', ')

/** The entries of a list in one line, separated by commas, semicolons or spaces. */
export const parseList = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[\s,;]+/).filter((part) => part !== '')

export const formatList = (items: readonly (string | number)[]): string => items.join(', ')

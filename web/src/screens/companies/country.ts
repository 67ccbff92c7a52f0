/** The name of a country (ISO 3166-1 alpha-2) in a language; the code where it has none. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** The kind of browser and system that a `User-Agent` header claims, roughly: enough to recognise the own laptop. */
export function deviceOf(userAgent: string | null): { browser: string; system: string } | undefined {
  if (!userAgent) return undefined
  const find = (kinds: readonly (readonly [RegExp, string])[]) =>
    kinds.find(([pattern]) => pattern.test(userAgent))?.[1]
  // The order matters: each browser also claims to be those it wants to be taken for.
  const browser = find([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrome\/|Chromium\//, 'Chrome'],
    [/Safari\//, 'Safari'],
    [/curl\//, 'curl'],
  ])
  const system = find([
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux'],
  ])
  return browser && system ? { browser, system } : undefined
}

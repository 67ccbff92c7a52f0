const browsers: readonly [name: string, test: RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
]

const systems: readonly [name: string, test: RegExp][] = [
  ['iPadOS', /iPad/],
  ['iOS', /iPhone|iPod/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
]

const first = (list: readonly [string, RegExp][], text: string) => list.find(([, test]) => test.test(text))?.[0]

/** Browser and system of a User-Agent header; other programs by their own name (`curl`). */
export function readUserAgent(text: string | null): { browser?: string; system?: string } {
  if (!text) return {}
  const browser = first(browsers, text) ?? /^([\w.-]{2,40})\//.exec(text)?.[1]
  const system = first(systems, text)
  return { ...(browser && browser !== 'Mozilla' && { browser }), ...(system && { system }) }
}

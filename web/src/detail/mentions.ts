/** The word with `@` that ends at the caret, without the sign; undefined if there is none. */
export function mentionAt(text: string, caret: number): { from: number; query: string } | undefined {
  const before = text.slice(0, caret)
  const from = before.lastIndexOf('@')
  if (from < 0 || (from > 0 && !/\s|[([]/.test(before[from - 1] as string))) return undefined
  const query = before.slice(from + 1)
  // A first and a last name, so that a sentence behind a sign is no query.
  return query.length > 40 || /\n/.test(query) || query.split(' ').length > 2 ? undefined : { from, query }
}

export interface Mentioned {
  id: number
  name: string
}

/** The text with a name in place of the word, and the caret behind it. */
export function insertMention(text: string, { from, caret, name }: { from: number; caret: number; name: string }) {
  const inserted = `@${name} `
  return { text: text.slice(0, from) + inserted + text.slice(caret).trimStart(), caret: from + inserted.length }
}

/** The chosen users whose names are still in the text. */
export const mentionedIn = (text: string, chosen: readonly Mentioned[]): number[] => [
  ...new Set(chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
]

/** The text in parts: names of mentioned users, and what is between them. */
export function mentionParts(text: string, users: readonly Mentioned[]): { text: string; mentioned: boolean }[] {
  const names = users.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length)
  const parts: { text: string; mentioned: boolean }[] = []
  let plain = ''
  for (let at = 0; at < text.length;) {
    const name = text[at] === '@' ? names.find((one) => text.startsWith(one, at)) : undefined
    if (name === undefined) {
      plain += text[at++] as string
      continue
    }
    if (plain) parts.push({ text: plain, mentioned: false })
    parts.push({ text: name, mentioned: true })
    plain = ''
    at += name.length
  }
  if (plain) parts.push({ text: plain, mentioned: false })
  return parts
}

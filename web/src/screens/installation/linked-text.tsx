import { Anchor } from '@mantine/core'

export type TextPart = { text: string } | { href: string }

/** Splits a plain text at its web addresses. Punctuation at the end is not part of an address. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const href = match[0].replace(/[.,;:!?)\]]+$/, '')
    if (match.index > at) parts.push({ text: text.slice(at, match.index) })
    parts.push({ href })
    at = match.index + href.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** A plain text with links, in a new tab: the link of an e-mail often signs its reader in. */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map((part, index) =>
    'href' in part ? (
      <Anchor key={index} href={part.href} target="_blank" rel="noopener noreferrer" inherit underline="always">
        {part.href}
      </Anchor>
    ) : (
      <span key={index}>{part.text}</span>
    ),
  )
}

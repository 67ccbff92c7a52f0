import { Anchor } from '@mantine/core'

export type Part = { text: string } | { href: string }

/** Parts a plain text at its web addresses. Signs that end a sentence do not belong to an address. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = []
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

/** A plain text whose addresses can be followed, in a new tab: a mail's link often signs its reader in. */
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

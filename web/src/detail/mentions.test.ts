import { expect, it } from 'vitest'
import { insertMention, mentionAt, mentionedIn, mentionParts } from './mentions.ts'

it('finds the word with a sign at the caret', () => {
  expect(mentionAt('Ask @ad', 7)).toEqual({ from: 4, query: 'ad' })
  expect(mentionAt('@Ada Lov', 8)).toEqual({ from: 0, query: 'Ada Lov' })
  // An e-mail address, a finished name, and a sign in the line above are no query.
  for (const text of ['ada@example', '@Ada Lovelace please', '@Ada\nthen'])
    expect(mentionAt(text, text.length)).toBeUndefined()
})

it('puts the name in place of the word', () => {
  expect(insertMention('Ask @ad now', { from: 4, caret: 7, name: 'Ada Lovelace' })).toEqual({
    text: 'Ask @Ada Lovelace now',
    caret: 18,
  })
})

it('keeps chosen users whose names are still in the text', () => {
  const users = [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Bo' },
  ]
  expect(mentionedIn('@Ada and @Ada', users)).toEqual([1])
  expect(mentionParts('Hi @Ada, call @Eve', users)).toEqual([
    { text: 'Hi ', mentioned: false },
    { text: '@Ada', mentioned: true },
    { text: ', call @Eve', mentioned: false },
  ])
})

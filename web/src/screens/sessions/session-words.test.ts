import {
  closings,
  coaConclusions,
  coaKinds,
  coaReasons,
  coaStates,
  loginReasons,
} from '@trunkline/contract/resources/radius-words'
import i18next, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerText, askerText, hasEnded, isFinal, outcomeText } from './coa-words.ts'
import { loginText } from './login-words.ts'
import { causeText } from './session-columns.tsx'
import de from './texts.de.ts'
import en from './texts.en.ts'

let t: Record<'en' | 'de', TFunction>
beforeAll(async () => {
  const texts = i18next.createInstance()
  await texts.init({ lng: 'en', fallbackLng: false, resources: { en: { sessions: en }, de: { sessions: de } } })
  t = { en: texts.getFixedT('en'), de: texts.getFixedT('de') }
})

describe('the words of the contract', () => {
  it('all have texts: every reason with what to do, every state with what it means, who closed a session', () => {
    for (const texts of [en, de]) {
      for (const part of [texts.reason, texts.why, texts.advice]) expect(Object.keys(part)).toEqual([...loginReasons])
      expect(Object.keys(texts.coa.kind)).toEqual([...coaKinds])
      for (const part of [texts.coa.state, texts.coa.stateText]) expect(Object.keys(part)).toEqual([...coaStates])
      expect(Object.keys(texts.coa.conclusion)).toEqual([...coaConclusions])
      for (const part of [texts.coa.why, texts.coa.whyText]) expect(Object.keys(part)).toEqual([...coaReasons])
      for (const part of [texts.closedBy, texts.closedByText]) expect(Object.keys(part)).toEqual([...closings])
    }
  })
})

describe('a request to a NAS', () => {
  it('has come to its end when the NAS has answered or nothing more is tried, and not when it was sent', () => {
    expect(coaStates.filter((state) => !isFinal(state))).toEqual(['queued', 'sent'])
  })

  it('says the Error-Cause of RFC 5176 in words with its number, and one that nobody knows as the server says it', () => {
    expect(answerText({ error_cause: 503, detail: 'Session context not found' }, t.en)).toBe(
      'The NAS has no such session (503)',
    )
    expect(answerText({ error_cause: 599, detail: 'Error-Cause 599' }, t.en)).toBe('Error-Cause 599')
    expect(answerText({ error_cause: null, detail: '' }, t.en)).toBe('')
  })

  it("says the server's sentences in German, with the address and port in them", () => {
    const silence = 'No answer from 192.0.2.7 port 3799 to 3 tries: unreachable, not listening, or another secret.'
    expect(answerText({ error_cause: null, detail: silence }, t.de)).toBe(
      'Von 192.0.2.7, Port 3799, kam auf 3 Versuche keine Antwort: Der NAS ist nicht erreichbar, hört nicht zu oder hat ein anderes Secret.',
    )
    for (const sentence of [
      'The NAS answers with another secret.',
      'The session had ended before.',
      'The NAS answered with code 2.',
    ])
      expect(answerText({ error_cause: null, detail: sentence }, t.de)).not.toBe(sentence)
  })

  it('says what follows from the answer, and else what the state means', () => {
    const row = { state: 'nak', conclusion: null, attempt: 1 } as const
    expect(outcomeText(row, t.en)).toBe('The session goes on as it was.')
    expect(outcomeText({ ...row, conclusion: 'closed' }, t.en)).toBe(
      'The session was closed, because the NAS does not have it.',
    )
    expect(outcomeText({ ...row, state: 'queued' }, t.en)).toBe('It will be sent in a moment.')
    expect(outcomeText({ ...row, state: 'queued', attempt: 2 }, t.en)).toMatch(/sent again after a delay/)
  })

  it('has ended its session with an ACK, when it had ended before, or when the NAS does not have it', () => {
    expect(coaStates.filter((state) => hasEnded({ state, conclusion: null }))).toEqual(['ack', 'gone'])
    expect(coaConclusions.filter((conclusion) => hasEnded({ state: 'nak', conclusion }))).toEqual(['closed'])
  })

  it('was asked for by somebody, or by the panel itself', () => {
    expect(askerText('system', t.en)).toBe('The panel itself')
    expect(askerText('Ada', t.en)).toBe('Ada')
  })
})

it('a login was let in, or refused with its reason; a reason that is new is shown as it came', () => {
  expect(loginText({ accepted: true, reason: '' }, t.en)).toBe('Let in')
  expect(loginText({ accepted: false, reason: 'pool-full' }, t.en)).toBe('No free address')
  expect(loginText({ accepted: false, reason: 'of-tomorrow' }, t.en)).toBe('of-tomorrow')
  expect(loginText({ accepted: false, reason: '' }, t.en)).toBe('Refused')
})

it('a cause is said in words, one of a maker as it came, and a missing one as missing', () => {
  expect(causeText('User-Request', t.de)).toBe('Der Benutzer hat aufgelegt')
  expect(causeText('Vendor-Reset-9', t.en)).toBe('Vendor-Reset-9')
  expect(causeText('', t.en)).toBe('The NAS gave no cause')
})

import {
  closings,
  coaConclusions,
  coaKinds,
  coaReasons,
  coaStates,
  loginReasons,
} from '@trunkline/contract/resources/radius-enums'
import { type TFunction, Translations } from '../../i18n/translations.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { replied } from '../../testing/messages.ts'
import { answerText, askerText, hasEnded, isFinal, outcomeText } from './coa-words.ts'
import { loginText } from './login-words.ts'
import { causeText } from './session-columns.tsx'
import de from './texts.de.ts'
import en from './texts.en.ts'

let t: Record<'en' | 'de', TFunction>
beforeAll(async () => {
  const texts = new Translations('en', { en: { sessions: en }, de: { sessions: de } })
  t = { en: texts.getFixedT('en'), de: texts.getFixedT('de') }
})

describe('the words of the contract', () => {
  it('all have texts: every reason with what to do, every state with what it means, who closed a session', () => {
    for (const texts of [en, de]) {
      for (const part of [texts.reason.login, texts.advice.login])
        expect(Object.keys(part).map((key) => `login.${key}`)).toEqual([...loginReasons])
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

  it('shows what the NAS answered, and nothing where there is no more than the state', () => {
    expect(answerText({ detail: replied('coa.error_cause', { cause: 503 }) })).toBe('The NAS has no such session (503)')
    expect(answerText({ detail: replied('coa.unknown_cause', { cause: 599 }) })).toBe('Error-Cause 599')
    expect(answerText({ detail: null })).toBe('')
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

it('a login was let in, or refused with its reason; a reason without a short text is shown as the whole message', () => {
  const rejected = { accepted: false, reason: 'login.pool_full', params: {} } as const
  expect(loginText({ accepted: true, reason: null, params: {} }, t.en)).toBe('Let in')
  expect(loginText(rejected, t.en)).toBe('No free address')
  const later = { ...rejected, reason: 'login.of_tomorrow' as never, message: 'Come again tomorrow.' }
  expect(loginText(later, t.en)).toBe('Come again tomorrow.')
  expect(loginText({ ...rejected, reason: null }, t.en)).toBe('Refused')
})

it('a cause is said in words, one of a maker as it came, and a missing one as missing', () => {
  expect(causeText('User-Request', t.de)).toBe('Der Benutzer hat aufgelegt')
  expect(causeText('Vendor-Reset-9', t.en)).toBe('Vendor-Reset-9')
  expect(causeText('', t.en)).toBe('The NAS gave no cause')
})

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
import { answerText, hasEnded, isFinal, outcomeText, requesterText } from './coa-status.ts'
import { loginText } from './login-words.ts'
import { causeText } from './cells.tsx'
import de from './texts.de.ts'
import en from './texts.en.ts'

let t: Record<'en' | 'de', TFunction>
beforeAll(async () => {
  const texts = new Translations('en', { en: { sessions: en }, de: { sessions: de } })
  t = { en: texts.getFixedT('en'), de: texts.getFixedT('de') }
})

describe('the values of the contract', () => {
  it('all have texts: every reason with advice, every state with its meaning, and what closed a session', () => {
    for (const texts of [en, de]) {
      const { kind, state, conclusion, closed_by } = texts.value
      const { login, ...reason } = texts.value.reason
      for (const part of [login, texts.advice.login])
        expect(Object.keys(part).map((key) => `login.${key}`)).toEqual([...loginReasons])
      expect(Object.keys(kind)).toEqual([...coaKinds])
      for (const part of [state, texts.coa.stateText]) expect(Object.keys(part)).toEqual([...coaStates])
      expect(Object.keys(conclusion)).toEqual([...coaConclusions])
      for (const part of [reason, texts.coa.reasonText]) expect(Object.keys(part)).toEqual([...coaReasons])
      for (const part of [closed_by, texts.closedByText]) expect(Object.keys(part)).toEqual([...closings])
    }
  })
})

describe('a request to a NAS', () => {
  it('is final when the NAS has replied or no attempt is left, not when it was sent', () => {
    expect(coaStates.filter((state) => !isFinal(state))).toEqual(['queued', 'sent'])
  })

  it('shows the reply of the NAS, and nothing where the state is all that is known', () => {
    expect(answerText({ detail: replied('coa.error_cause', { cause: 503 }) })).toBe('The NAS has no such session (503)')
    expect(answerText({ detail: replied('coa.unknown_cause', { cause: 599 }) })).toBe('Error-Cause 599')
    expect(answerText({ detail: null })).toBe('')
  })

  it('shows what follows from the reply, or else what the state means', () => {
    const row = { state: 'nak', conclusion: null, attempt: 1 } as const
    expect(outcomeText(row, t.en)).toBe('The session continues unchanged.')
    expect(outcomeText({ ...row, conclusion: 'closed' }, t.en)).toBe(
      'The session was closed, because the NAS does not have it.',
    )
    expect(outcomeText({ ...row, state: 'queued' }, t.en)).toBe('The request will be sent shortly.')
    expect(outcomeText({ ...row, state: 'queued', attempt: 2 }, t.en)).toMatch(/sent again after a delay/)
  })

  it('has ended its session with an ACK, when the session had ended before, or when the NAS does not have it', () => {
    expect(coaStates.filter((state) => hasEnded({ state, conclusion: null }))).toEqual(['ack', 'gone'])
    expect(coaConclusions.filter((conclusion) => hasEnded({ state: 'nak', conclusion }))).toEqual(['closed'])
  })

  it('names a user or the panel as its requester', () => {
    expect(requesterText('system', t.en)).toBe('Panel')
    expect(requesterText('Ada', t.en)).toBe('Ada')
  })
})

it('a login is accepted, or rejected with its reason; a reason without a short text is shown as its message', () => {
  const rejected = { accepted: false, reason: 'login.pool_full', params: {} } as const
  expect(loginText({ accepted: true, reason: null, params: {} }, t.en)).toBe('Accepted')
  expect(loginText(rejected, t.en)).toBe('No free address')
  const later = { ...rejected, reason: 'login.of_tomorrow' as never, message: 'Come again tomorrow.' }
  expect(loginText(later, t.en)).toBe('Come again tomorrow.')
  expect(loginText({ ...rejected, reason: null }, t.en)).toBe('Rejected')
})

it('a cause has a text, one of a vendor is shown as it is, and a missing one as missing', () => {
  expect(causeText('User-Request', t.de)).toBe('Vom Benutzer getrennt')
  expect(causeText('Vendor-Reset-9', t.en)).toBe('Vendor-Reset-9')
  expect(causeText('', t.en)).toBe('No cause reported')
})

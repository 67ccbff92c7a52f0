import { checkExtraAttributes } from '@trunkline/contract/extra-attributes'
import { nas } from '@trunkline/contract/resources/nas'
import type { ExtraAttribute, RadiusAttribute } from '@trunkline/contract/resources/radius-attribute'
import { tariffs } from '@trunkline/contract/resources/tariff'
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { said } from '../../ui/said.ts'
import formTexts from '../../form/texts.de.ts'
import english from './refusals.en.ts'
import './refusals.ts'
import texts from './texts.de.ts'

beforeAll(() =>
  i18next.init({
    lng: 'de',
    resources: { de: { 'extra-attributes': texts, form: formTexts } },
    interpolation: { escapeValue: false },
  }),
)
const german = (message: string) => said(message, i18next.getFixedT('de'))

const attribute = (type: string, more: Partial<RadiusAttribute> = {}): RadiusAttribute => ({
  name: 'X',
  vendor: null,
  path: '200',
  type,
  length: null,
  overhead: 2,
  values: [],
  has_tag: false,
  is_secret: false,
  ...more,
})
const faultsOf = (of: RadiusAttribute | undefined, line: Partial<ExtraAttribute>, restricted = true) =>
  Object.values(
    checkExtraAttributes([{ attribute: 'X', op: ':=', value: '?', vendor: null, ...line }], () => of, { restricted })
      .faults,
  )

it('what is wrong with a value is said in German, for every type', () => {
  const messages = [
    ...[
      'byte',
      'short',
      'integer',
      'integer64',
      'signed',
      'date',
      'ipaddr',
      'ipv6addr',
      'combo-ip',
      'ipv4prefix',
      'ipv6prefix',
      'ifid',
      'ether',
      'octets',
    ].flatMap((type) => faultsOf(attribute(type), {})),
    ...faultsOf(attribute('integer', { values: [{ name: 'One', number: 1 }] }), {}),
    ...faultsOf(attribute('octets', { length: 2 }), { value: '0x01' }),
    ...faultsOf(attribute('string'), { value: 'x'.repeat(254) }),
    ...['%{User-Name}', 'a\\b', '"x"'].flatMap((value) => faultsOf(attribute('string'), { value })),
  ]
  expect(messages).toHaveLength(20)
  for (const message of messages) expect(german(message), message).not.toBe(message)
  expect(german('A whole number from 0 to 65,535.')).toBe('Eine ganze Zahl von 0 bis 65,535.')
})

it('so is what is wrong with an attribute, its operator and the whole list', () => {
  const pair = attribute('string', { vendor: 'Cisco', path: '1' })
  const long = Array.from(
    { length: 9 },
    () => ({ attribute: 'X', op: '+=', value: 'x'.repeat(250), vendor: null }) as const,
  )
  const twice = [1, 2].map(() => ({ attribute: 'X', op: ':=', value: 'x', vendor: null }) as const)
  const messages = [
    ...faultsOf(undefined, {}),
    ...faultsOf(attribute('octets', { path: '24' }), {}),
    ...faultsOf(attribute('integer', { path: '27' }), {}),
    ...faultsOf(attribute('ipaddr', { path: '8' }), {}),
    ...faultsOf(attribute('string', { is_secret: true }), {}),
    ...faultsOf(attribute('string'), { attribute: 'X:1' }),
    ...faultsOf(attribute('string', { has_tag: true }), { attribute: 'X:0' }),
    ...faultsOf(pair, {}),
    ...faultsOf(pair, { op: '+=', value: 'ip:sub-qos-policy-out=X' }),
    ...faultsOf(pair, { op: '+=', value: 'shell:priv-lvl=15' }),
    ...Object.values(checkExtraAttributes(twice, () => attribute('string'), { restricted: true }).faults),
    ...Object.values(checkExtraAttributes(long, () => attribute('string'), { restricted: true }).faults),
    'The attribute dictionary is not loaded yet: start FreeRADIUS once.',
  ]
  expect(messages).toHaveLength(13)
  for (const message of messages) expect(german(message), message).not.toBe(message)
})

it('so is what the contract asks for', () => {
  const lines = Array.from({ length: 33 }, () => ({ attribute: 'X', op: '+=', value: 'x' }))
  const bad = { attribute: 'a b', op: '==', value: '', vendor: 'acme' }
  const errors = [
    schemaErrors(tariffs.store.body, { name: 'x', extra_attributes: lines }),
    schemaErrors(tariffs.store.body, { name: 'x', extra_attributes: [bad], cisco_policy_in: 'a b' }),
    schemaErrors(nas.store.body, { name: 'x', address: '192.0.2.1', extra_attributes: [bad] }),
  ]
  expect(errors.map((each) => Object.keys(each).length)).toEqual([1, 5, 4])
  for (const message of errors.flatMap((each) => Object.values(each)))
    expect(german(message), message).not.toBe(message)
})

it('every sentence is one of the contract or the server', () => {
  for (const sentence of Object.values(english)) expect(german(sentence), sentence).not.toBe(sentence)
})

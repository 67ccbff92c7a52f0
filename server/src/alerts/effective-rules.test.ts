import { expect, test } from 'vitest'
import { effectiveRule, verdictOf, type RuleOverride } from './effective-rules.ts'

const none = {
  site_id: null,
  hardware_id: null,
  enabled: null,
  severity: null,
  threshold: null,
  clear_threshold: null,
  fire_seconds: null,
  clear_seconds: null,
  locked: [],
}
const override = (of: Partial<RuleOverride>): RuleOverride => ({ company_id: 1, rule: 'cpu', ...none, ...of })
const router = { ancestor_ids: [1, 2, 3], site_id: 10, hardware_id: 20 }
const threshold = (overrides: RuleOverride[]) => effectiveRule('cpu', router, overrides).values.threshold

test('the nearest value applies, each field by itself', () => {
  expect(threshold([])).toBe(90)
  const provider = override({ threshold: 80, severity: 'critical' })
  const reseller = override({ company_id: 2, threshold: 70 })
  const client = override({ company_id: 3, enabled: false })
  const site = override({ company_id: 3, site_id: 10, threshold: 60 })
  const device = override({ company_id: 3, hardware_id: 20, threshold: 50 })
  expect(threshold([provider])).toBe(80)
  expect(threshold([reseller, provider])).toBe(70)
  expect(threshold([client, reseller, provider])).toBe(70)
  expect(threshold([site, client, reseller])).toBe(60)
  expect(threshold([device, site, reseller])).toBe(50)
  const { values, sources } = effectiveRule('cpu', router, [device, site, client, reseller, provider])
  expect(values).toMatchObject({ threshold: 50, severity: 'critical', enabled: false, fire_seconds: 600 })
  expect(sources.threshold).toMatchObject({ company_id: 3, hardware_id: 20 })
  expect(sources.severity).toMatchObject({ company_id: 1 })
  expect(sources.fire_seconds).toMatchObject({ company_id: null })
})

test('values of other rules, companies, sites and devices do not apply', () => {
  for (const other of [
    override({ rule: 'memory', threshold: 1 }),
    override({ company_id: 4, threshold: 1 }),
    override({ company_id: 3, site_id: 11, threshold: 1 }),
    override({ company_id: 3, hardware_id: 21, threshold: 1 }),
  ])
    expect(threshold([other])).toBe(90)
})

test('a locked field cannot be changed below, with a value or with the inherited one', () => {
  const below = override({ company_id: 3, threshold: 50, severity: 'info' })
  expect(threshold([below, override({ threshold: 80, locked: ['threshold'] })])).toBe(80)
  expect(threshold([below, override({ company_id: 2, locked: ['threshold'] })])).toBe(90)
  const { values, sources } = effectiveRule('cpu', router, [below, override({ threshold: 80, locked: ['threshold'] })])
  expect(values.severity).toBe('info')
  expect(sources.threshold).toMatchObject({ company_id: 1, locked: true })
})

test('a value fires beyond the threshold and clears beyond the other one, in both directions', () => {
  const cpu = effectiveRule('cpu', router, []).values
  expect([91, 90, 81, 80].map((value) => verdictOf('cpu', cpu, value))).toEqual(['bad', 'hold', 'hold', 'good'])
  const signal = effectiveRule('lte-signal', router, []).values
  expect([-111, -110, -106, -105].map((value) => verdictOf('lte-signal', signal, value))).toEqual([
    'bad',
    'hold',
    'hold',
    'good',
  ])
})

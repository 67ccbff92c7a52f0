import {
  alertRuleFields,
  alertRules,
  type AlertRule,
  type AlertRuleField,
  type AlertRuleKey,
  type AlertRuleValues,
} from '@trunkline/contract/resources/alert-rules'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { Timing } from './model.ts'

/** A stored override; null fields are inherited. */
export interface RuleOverride extends Record<AlertRuleField, boolean | number | string | null> {
  company_id: number
  rule: string
  site_id: number | null
  hardware_id: number | null
  locked: string[]
}

/** Where a value comes from. `company_id` null: built in. */
export interface RuleSource {
  company_id: number | null
  site_id: number | null
  hardware_id: number | null
  locked: boolean
}

/** What a rule applies to. */
export interface RuleTarget {
  /** Companies from the root to the owner. */
  ancestor_ids: readonly number[]
  site_id?: number | null
  hardware_id?: number | null
}

/**
 * The values of a rule for a target: built-in ones, replaced field by field from the root company down to the device, up
 * to the first that locks the field.
 */
export function effectiveRule(
  key: AlertRuleKey,
  { ancestor_ids, site_id = null, hardware_id = null }: RuleTarget,
  overrides: readonly RuleOverride[],
): { values: AlertRuleValues; sources: Record<AlertRuleField, RuleSource> } {
  const rule: AlertRule = alertRules[key]
  const depthOf = (one: RuleOverride) =>
    ancestor_ids.indexOf(one.company_id) + (one.hardware_id !== null ? 2000 : one.site_id !== null ? 1000 : 0)
  const applying = overrides
    .filter(
      (one) =>
        one.rule === key &&
        ancestor_ids.includes(one.company_id) &&
        (one.site_id === null || one.site_id === site_id) &&
        (one.hardware_id === null || one.hardware_id === hardware_id),
    )
    .sort((a, b) => depthOf(a) - depthOf(b))
  const values: Record<string, unknown> = {}
  const sources = {} as Record<AlertRuleField, RuleSource>
  for (const field of alertRuleFields) {
    values[field] = rule[field]
    sources[field] = { company_id: null, site_id: null, hardware_id: null, locked: false }
    for (const one of applying) {
      if (sources[field].locked) break
      const locked = one.locked.includes(field)
      if (one[field] !== null) {
        values[field] = one[field]
        sources[field] = { company_id: one.company_id, site_id: one.site_id, hardware_id: one.hardware_id, locked }
      } else if (locked) sources[field] = { ...sources[field], locked: true }
    }
  }
  return { values: values as unknown as AlertRuleValues, sources }
}

/** All overrides of these companies, with those of their sites and devices. */
export async function readOverrides(tx: Tx, companies: readonly number[]): Promise<RuleOverride[]> {
  const { rows } = await sql<RuleOverride>`
    select company_id, rule, site_id, hardware_id, enabled, severity, threshold::float8 as threshold, clear_threshold::float8 as clear_threshold,
      fire_seconds, clear_seconds, locked
    from alert_rule where company_id = any (${[...companies]}::bigint[])`.execute(tx)
  return rows
}

/** @param interval usual milliseconds between two observations */
export const timingOf = (key: AlertRuleKey, values: AlertRuleValues, interval: number): Timing => {
  const { expire_seconds } = alertRules[key]
  return {
    fireAfter: values.fire_seconds * 1000,
    clearAfter: values.clear_seconds * 1000,
    // Half an interval more: the times of polls vary.
    maxGap: 3.5 * interval,
    expireAfter: expire_seconds === null ? null : expire_seconds * 1000,
  }
}

/** Judges a value by the thresholds of a rule. */
export function verdictOf(key: AlertRuleKey, values: AlertRuleValues, value: number): 'bad' | 'hold' | 'good' {
  const sign = alertRules[key].direction === 'below' ? -1 : 1
  const { threshold, clear_threshold } = values
  if (threshold !== null && sign * value > sign * threshold) return 'bad'
  return clear_threshold !== null && sign * value > sign * clear_threshold ? 'hold' : 'good'
}

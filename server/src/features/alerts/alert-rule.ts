import { message, type FieldErrors } from '@trunkline/contract/errors'
import { alertRuleCalls, type EffectiveAlertRule } from '@trunkline/contract/resources/alert'
import {
  alertRuleFields,
  alertRuleKeys,
  alertRules,
  type AlertRuleField,
  type AlertRuleKey,
} from '@trunkline/contract/resources/alert-rules'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { effectiveRule, readOverrides, type RuleOverride, type RuleTarget } from '../../alerts/effective-rules.ts'
import type { Tx } from '../../db/pool.ts'
import { invalid, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { assertMayOwn } from '../../http/standard-handlers.ts'

interface Scope {
  company_id?: number | undefined
  site_id?: number | undefined
  hardware_id?: number | undefined
}

interface Target extends RuleTarget {
  company_id: number
  site_id: number | null
  hardware_id: number | null
  /** What the caller asked for; a device also lies at a site. */
  own: { site_id: number | null; hardware_id: number | null }
}

/** The company, site or device that a call is about; the caller's own company by default. */
async function targetOf(tx: Tx, actor: Actor, { company_id, site_id, hardware_id }: Scope): Promise<Target> {
  const { rows } = await (
    hardware_id !== undefined
      ? sql<
          Omit<Target, 'own'>
        >`select company_id, ancestor_ids, site_id, id as hardware_id from hardware where id = ${hardware_id}`
      : site_id !== undefined
        ? sql<
            Omit<Target, 'own'>
          >`select company_id, ancestor_ids, id as site_id, null::bigint as hardware_id from site where id = ${site_id}`
        : sql<
            Omit<Target, 'own'>
          >`select id as company_id, ancestor_ids, null::bigint as site_id, null::bigint as hardware_id from company
          where id = ${company_id ?? actor.company_id}`
  ).execute(tx)
  const [found] = rows
  if (found === undefined) throw notFound()
  return {
    ...found,
    own: { hardware_id: hardware_id ?? null, site_id: hardware_id === undefined ? (site_id ?? null) : null },
  }
}

const isOwn = (target: Target) => (one: RuleOverride) =>
  one.company_id === target.company_id &&
  one.site_id === target.own.site_id &&
  one.hardware_id === target.own.hardware_id

async function describe(
  tx: Tx,
  target: Target,
  keys: readonly AlertRuleKey[],
  overrides: readonly RuleOverride[],
): Promise<EffectiveAlertRule[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from company where id = any (${[...target.ancestor_ids]}::bigint[])`.execute(tx)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return keys.map((rule) => {
    const { values, sources } = effectiveRule(rule, target, overrides)
    const own = overrides.find((one) => one.rule === rule && isOwn(target)(one))
    const others = overrides.filter((one) => one !== own)
    const above = effectiveRule(rule, target, others).sources
    return {
      rule,
      fields: alertRuleFields.map((field) => {
        const source = sources[field]
        const isHere =
          source.company_id === target.company_id &&
          source.site_id === target.own.site_id &&
          source.hardware_id === target.own.hardware_id
        return {
          field,
          value: values[field],
          from:
            source.company_id === null
              ? ('built-in' as const)
              : isHere
                ? ('own' as const)
                : source.site_id !== null
                  ? ('site' as const)
                  : ('company' as const),
          from_name: source.company_id === null ? null : (names.get(source.company_id) ?? null),
          locked_above: above[field].locked,
          locked: own?.locked.includes(field) ?? false,
          own: own?.[field] ?? null,
        }
      }),
    }
  })
}

const readFor = async (tx: Tx, target: Target) => readOverrides(tx, target.ancestor_ids)

type Body = Parameters<Handlers<typeof alertRuleCalls>['update']>[0]['body']

/** Rejects values that have no effect, and those that would never clear. */
function validate(body: Body, target: Target, overrides: readonly RuleOverride[], names: Map<number, string>): void {
  const { rule } = body
  const definition = alertRules[rule]
  if ((target.own.site_id !== null || target.own.hardware_id !== null) && !definition.per_device)
    throw invalid({ rule: message('alert.not_for_devices') })
  const others = overrides.filter((one) => !(one.rule === rule && isOwn(target)(one)))
  const inherited = effectiveRule(rule, target, others)
  const errors: FieldErrors = {}
  for (const field of alertRuleFields) {
    const changes = body[field] !== null || body.locked.includes(field)
    const source = inherited.sources[field]
    if (changes && source.locked)
      errors[field] = message('alert.locked', { company: names.get(source.company_id ?? 0) ?? '' })
  }
  for (const field of ['threshold', 'clear_threshold'] as const) {
    const value = body[field]
    if (value === null) continue
    if (definition.direction === null) errors[field] = message('alert.no_threshold')
    else if (value < definition.min) errors[field] = message('field.min', { min: definition.min })
    else if (value > definition.max) errors[field] = message('field.max', { max: definition.max })
  }
  const threshold = body.threshold ?? inherited.values.threshold
  const clear = body.clear_threshold ?? inherited.values.clear_threshold
  if (
    threshold !== null &&
    clear !== null &&
    errors['threshold'] === undefined &&
    errors['clear_threshold'] === undefined
  ) {
    const wrong = definition.direction === 'above' ? clear > threshold : clear < threshold
    if (wrong)
      errors[body.clear_threshold === null ? 'threshold' : 'clear_threshold'] = message('alert.clear_threshold', {
        threshold: body.clear_threshold === null ? clear : threshold,
      })
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Replaces the override; one without values is deleted, so that everything is inherited again. */
async function store(tx: Tx, body: Body, target: Target): Promise<void> {
  const { company_id, own } = target
  const values = Object.fromEntries(alertRuleFields.map((field) => [field, body[field]])) as Record<
    AlertRuleField,
    unknown
  >
  const where = sql`company_id = ${company_id} and rule = ${body.rule} and site_id is not distinct from ${own.site_id}
    and hardware_id is not distinct from ${own.hardware_id}`
  if (body.locked.length === 0 && Object.values(values).every((value) => value === null)) {
    await sql`delete from alert_rule where ${where}`.execute(tx)
    return
  }
  await sql`
    insert into alert_rule (company_id, rule, site_id, hardware_id, enabled, severity, threshold, clear_threshold, fire_seconds, clear_seconds, locked)
    values (${company_id}, ${body.rule}, ${own.site_id}, ${own.hardware_id}, ${body.enabled}, ${body.severity}, ${body.threshold},
      ${body.clear_threshold}, ${body.fire_seconds}, ${body.clear_seconds}, ${body.locked}::text[])
    on conflict (company_id, rule, coalesce(site_id, 0), coalesce(hardware_id, 0)) do update set enabled = excluded.enabled,
      severity = excluded.severity, threshold = excluded.threshold, clear_threshold = excluded.clear_threshold,
      fire_seconds = excluded.fire_seconds, clear_seconds = excluded.clear_seconds, locked = excluded.locked`.execute(
    tx,
  )
}

export const alertRuleHandlers = (): Handlers<typeof alertRuleCalls> => ({
  list: ({ actor, query, db }) =>
    db(async (tx) => {
      const target = await targetOf(tx, actor as Actor, query)
      const own = target.own.site_id !== null || target.own.hardware_id !== null
      const keys = alertRuleKeys.filter((key) => !own || alertRules[key].per_device)
      return { data: await describe(tx, target, keys, await readFor(tx, target)) }
    }),

  update: ({ actor, body, db }) =>
    db(async (tx) => {
      const target = await targetOf(tx, actor as Actor, body)
      assertMayOwn(actor, alertRuleCalls.update.access, target.company_id)
      const overrides = await readFor(tx, target)
      const { rows } = await sql<{ id: number; name: string }>`
        select id, name from company where id = any (${[...target.ancestor_ids]}::bigint[])`.execute(tx)
      validate(body, target, overrides, new Map(rows.map(({ id, name }) => [id, name])))
      await store(tx, body, target)
      const [data] = await describe(tx, target, [body.rule], await readFor(tx, target))
      return { data: data! }
    }),
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import english from '@trunkline/contract/messages/en'
import { expect, test } from 'vitest'
import { databaseFolder, readFunctions } from './migrate.ts'

/** Positions of the reason and its parameters among the arguments of a function. */
const calls: Record<string, { reason: number; params: number }> = {
  reject: { reason: 2, params: 3 },
  ip_conflict: { reason: 0, params: 1 },
  ip_change: { reason: 3, params: 4 },
}
/** Functions that forward a reason from another function. */
const passesOn = new Set(['ip_reject_conflicts'])

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** The text between matching brackets, split at its commas; quoted text is skipped. */
function argumentsAt(sql: string, open: number): string[] {
  const expected: string[] = []
  const found: string[] = []
  let from = open + 1
  for (let at = open; at < sql.length; at++) {
    const char = sql[at] as string
    if (char === "'") {
      at = sql.indexOf("'", at + 1)
      if (at < 0) break
    } else if (closing[char] !== undefined) expected.push(closing[char])
    else if (char === expected.at(-1)) expected.pop()
    if (expected.length === 0 || (expected.length === 1 && char === ',')) {
      found.push(sql.slice(from, at).trim())
      from = at + 1
    }
    if (expected.length === 0) return found.filter((one) => one !== '')
  }
  throw new Error(`A bracket is not closed: ${sql.slice(open, open + 60)}`)
}

/** The parameters of each reason, parsed from the contract's source: types do not exist at run time. */
function readReasons(): Map<string, readonly string[]> {
  const folder = join(databaseFolder(), '../contract/src/reasons')
  const reasons = new Map<string, readonly string[]>()
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    for (const [, quoted, plain, params] of text.matchAll(/(?:'([\w.]+)'|\b(\w+)): \{([^{}]*)\}/g))
      reasons.set(
        (quoted ?? plain) as string,
        [...(params as string).matchAll(/(\w+)\??:/g)].map(([, name]) => name as string),
      )
  }
  return reasons
}
const reasons = readReasons()

const literal = (text: string | undefined): string | undefined => /^'([^']*)'$/.exec(text ?? '')?.[1]

/** The keys of `jsonb_build_object(…)`; undefined if they cannot be parsed. */
function keysOf(params: string | undefined): string[] | undefined {
  if (params === undefined || params === "'{}'") return []
  if (!/^jsonb_build_object\(.*\)$/s.test(params)) return undefined
  const keys = argumentsAt(params, params.indexOf('(')).filter((_, at) => at % 2 === 0)
  const names = keys.map(literal)
  return names.includes(undefined) ? undefined : (names as string[])
}

/** The errors in the reasons that a database function raises, one per line. */
function errorsOf(name: string, text: string): string[] {
  const sql = text.replaceAll(/--.*/g, '')
  return [...sql.matchAll(/(?<!function )\b(reject|ip_conflict|ip_change)\(/g)].flatMap(
    ({ 0: start, 1: called, index }) => {
      const at = calls[called as string]!
      const given = argumentsAt(sql, index + start.length - 1)
      const reason = literal(given[at.reason])
      if (reason === undefined) return passesOn.has(name) ? [] : [`${name}: no literal reason: ${given.join(', ')}`]
      const params = reasons.get(reason)
      if (params === undefined || !(reason in english.texts)) return [`${name}: unknown reason ${reason}`]
      const keys = keysOf(given[at.params])
      if (keys === undefined) return [`${name}: ${reason} has unreadable parameters ${given[at.params]}`]
      return [
        ...params.filter((param) => !keys.includes(param)).map((param) => `${name}: ${reason} lacks ${param}`),
        ...keys.filter((key) => !params.includes(key)).map((key) => `${name}: ${reason} has no parameter ${key}`),
        ...(called === 'reject' && !/^(403|404|409|422)$/.test(given[0] ?? '') ? [`${name}: status ${given[0]}`] : []),
      ]
    },
  )
}

test('functions of the database give reasons of the contract, with all of their parameters', () => {
  const functions = [...readFunctions()].filter(([name]) => calls[name] === undefined)
  expect(functions.flatMap(([name, { sql }]) => errorsOf(name, sql))).toEqual([])
  const count = functions.reduce((sum, [, { sql }]) => sum + (sql.match(/perform reject\(/g)?.length ?? 0), 0)
  expect(count).toBeGreaterThan(80)
})

test('functions raise errors for a caller only through reject', () => {
  const raising = [...readFunctions()].filter(([name, { sql }]) => name !== 'reject' && /errcode = 'TL\d/.test(sql))
  expect(raising.map(([name]) => name)).toEqual([])
})

test('the parameters of reasons are read from the contract', () => {
  expect(reasons.get('ip.taken')).toEqual(['net'])
  expect(reasons.get('request.busy')).toEqual([])
  expect([...reasons.keys()].sort()).toEqual(Object.keys(english.texts).sort())
  for (const [reason, text] of Object.entries(english.texts))
    for (const form of typeof text === 'string' ? [text] : [text.one, text.other])
      for (const [, param] of form.matchAll(/\{(\w+)(?::\w+)?\}/g)) expect(reasons.get(reason), reason).toContain(param)
})

test.each([
  ["perform reject(409, 'net', 'ip.gone');", 'f: unknown reason ip.gone'],
  ["perform reject(409, 'net', 'ip.taken');", 'f: ip.taken lacks net'],
  ["perform reject(409, 'net', 'ip.taken', '{}', '{\"stale\": true}');", 'f: ip.taken lacks net'],
  [
    "perform reject(409, null, 'ip.taken', jsonb_build_object('net', host(ip), 'by', f(a, 'x, (y')));",
    'f: ip.taken has no parameter by',
  ],
  ['perform reject(409, null, reason);', 'f: no literal reason: 409, null, reason'],
  ["perform reject(409, null, 'ip.taken', named);", 'f: ip.taken has unreadable parameters named'],
  ["perform reject(500, null, 'request.busy');", 'f: status 500'],
  ["select ip_conflict('ip.taken', '{}', n.net::text);", 'f: ip.taken lacks net'],
  ["select ip_change(1, a, b, 'change.moved', jsonb_build_object('net', n.net));", 'f: change.moved lacks parent'],
])('%s is an error', (sql, error) => {
  expect(errorsOf('f', sql)[0]).toBe(error)
})

test.each([
  "perform reject(409, 'net', 'request.busy');",
  "perform reject(422, case when a then 'x' else 'y' end, 'ip.outside', jsonb_build_object('net', array[1, 2][1], 'parent', p.net), way);",
  "-- perform reject(409, 'net', 'ip.gone');",
])('%s is none', (sql) => {
  expect(errorsOf('f', sql)).toEqual([])
})

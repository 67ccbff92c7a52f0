import type { Caller } from './caller.ts'
import { checkSize, jobRemoved } from './jobs.ts'
import type { Rule } from './rule.ts'
import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'
import { parseDate, replan } from './schedule.ts'
import { noPermission, Trap } from './trap.ts'
import { formatDate, formatTime, parseDuration } from './values.ts'

/** Milliseconds. */
const day = 86_400_000

/** Policies of RouterOS; `rest-api` exists since version 7. */
export const allPolicies = [
  'local',
  'telnet',
  'ssh',
  'ftp',
  'reboot',
  'read',
  'write',
  'policy',
  'test',
  'winbox',
  'password',
  'web',
  'sniff',
  'sensitive',
  'api',
  'romon',
  'rest-api',
] as const

/** Policies granted by a group's `policy`: `read,write,!ftp`. */
export function policiesOf(router: RouterState, group: string | undefined): Set<string> {
  const row = router.table('/user/group').rows.find((one) => one['name'] === group)
  return new Set((row?.['policy'] ?? '').split(',').filter((name) => name !== '' && !name.startsWith('!')))
}

/** The policy of a script or scheduler: the user's by default, and never more. */
function checkPolicy(row: Row, caller: Caller, given: boolean): void {
  const known = new Set<string>(allPolicies)
  if (row['policy'] === undefined) {
    row['policy'] = [...caller.policies].filter((name) => known.has(name)).join(',')
    return
  }
  for (const name of row['policy'].split(',')) {
    if (name !== '' && !known.has(name.replace(/^!/, ''))) throw new Trap('input does not match any value of policy', 1)
    if (given && name !== '' && !name.startsWith('!') && !caller.policies.has(name)) throw noPermission()
  }
}

function completePolicy(router: RouterState, row: Row): void {
  const requested = new Set((row['policy'] ?? '').split(',').filter(Boolean))
  const known = allPolicies.filter((name) => router.version.major >= 7 || name !== 'rest-api')
  for (const name of requested) {
    if (!known.some((one) => one === name.replace(/^!/, ''))) {
      throw new Trap('input does not match any value of policy', 1)
    }
  }
  row['policy'] = [
    ...known.filter((name) => requested.has(name)),
    ...known.filter((name) => !requested.has(name)).map((name) => `!${name}`),
  ].join(',')
}

function checkScheduler(
  router: RouterState,
  row: Row,
  { before, given, caller }: Parameters<NonNullable<Rule['check']>>[2],
): void {
  const startTime = row['start-time'] ?? ''
  if (row['name'] === undefined) {
    const names = new Set(router.table('/system/scheduler').rows.map((one) => one['name']))
    let number = 1
    while (names.has(`schedule${number}`)) number += 1
    row['name'] = `schedule${number}`
  }
  if (startTime !== 'startup' && startTime !== '' && parseDuration(startTime) === undefined) {
    throw new Trap('invalid value for argument start-time', 1)
  }
  if (before === undefined) {
    row['owner'] = caller.user
    if (startTime !== 'startup') {
      row['start-date'] ??= formatDate(router.version, router.now())
      if (startTime === '') row['start-time'] = formatTime(router.now())
    }
  }
  checkSize(row['on-event'] ?? '')
  checkPolicy(row, caller, given.has('policy'))
}

/** @throws Trap if the date or time to set is invalid */
function checkClock(row: Row): void {
  if (row['date'] !== undefined && parseDate(row['date']) === undefined) {
    throw new Trap('invalid value for argument date', 1)
  }
  if (row['time'] !== undefined && !((parseDuration(row['time']) ?? day) < day)) {
    throw new Trap('invalid value for argument time', 1)
  }
}

/** Sets the clock. Its date and time are not stored: they go on. */
function setClock(router: RouterState, row: Row | undefined): void {
  const { date, time } = row ?? {}
  if (row === undefined || (date === undefined && time === undefined)) return
  const now = router.now()
  delete row['date']
  delete row['time']
  const midnight = (date === undefined ? undefined : parseDate(date)) ?? Math.floor(now / day) * day
  router.clock.set(midnight + ((time === undefined ? undefined : parseDuration(time)) ?? now % day))
}

/** Most bytes of `contents` (measured with 7.23.1; about 4 kB before 7 is a claim). */
const maxContents = { 6: 4_096, 7: 61_440 }

/** @throws Trap if a file is written with more than the router accepts; the text is ours */
function checkContents(router: RouterState, row: Row, given: ReadonlySet<string>): void {
  const limit = maxContents[router.version.major < 7 ? 6 : 7]
  if (given.has('contents') && Buffer.byteLength(row['contents'] ?? '', 'utf8') > limit)
    throw new Trap('failure: contents are too long')
}

/** Files can also be created, written, renamed and removed through their menu. */
function storeFile(router: RouterState, row: Row | undefined, before: Row | undefined): void {
  const known = before?.['name'] === undefined ? undefined : router.files.get(before['name'])
  if (before?.['name'] !== undefined && before['name'] !== row?.['name']) router.files.remove(before['name'])
  if (!row) return
  const { contents } = row
  const bytes = contents === undefined ? (known?.bytes ?? Buffer.alloc(0)) : Buffer.from(contents, 'utf8')
  router.files.write(row['name'] ?? '', bytes, router.now(), undefined, row['.id'])
}

/** Users, groups, services, schedulers, scripts and singletons. */
export const systemRules: Readonly<Record<string, Rule>> = {
  '/file': {
    required: ['name'],
    unique: [{ fields: ['name'], message: 'failure: file already exists' }],
    check: (router, row, { given }) => checkContents(router, row, given),
    changed: storeFile,
  },
  '/system/identity': { defaults: { name: 'MikroTik' } },
  '/system/clock': {
    check: (_router, row) => checkClock(row),
    changed: setClock,
    defaults: {
      'time-zone-autodetect': 'true',
      'time-zone-name': 'UTC',
      'gmt-offset': '+00:00',
      'dst-active': 'false',
    },
  },
  '/user': {
    defaults: { address: '', 'last-logged-in': '', expired: 'false', disabled: 'false' },
    references: { group: { menu: '/user/group' } },
    unseen: ['password'],
    unique: [{ fields: ['name'], message: 'failure: user with the same name already exists' }],
  },
  '/user/group': {
    defaults: { policy: '', skin: 'default' },
    required: ['name'],
    unique: [{ fields: ['name'], message: 'failure: group with the same name already exists' }],
    check: (router, row) => completePolicy(router, row),
  },
  '/system/scheduler': {
    defaults: { interval: '0s', 'on-event': '', 'run-count': '0', disabled: 'false' },
    unique: [{ fields: ['name'], message: 'failure: already have such name' }],
    check: checkScheduler,
    changed: replan,
  },
  '/system/script': {
    defaults: { 'dont-require-permissions': 'false', 'run-count': '0', invalid: 'false', source: '' },
    required: ['name'],
    check: (_router, row, { before, given, caller }) => {
      if (before === undefined) row['owner'] = caller.user
      checkSize(row['source'] ?? '')
      checkPolicy(row, caller, given.has('policy'))
    },
  },
  '/system/script/job': {
    changed: (router, row, before) => {
      if (row === undefined) jobRemoved(router, before?.['.id'] ?? '')
    },
  },
  '/system/script/environment': {
    changed: (router, row, before) => {
      const name = before?.['name'] ?? ''
      if (row === undefined) router.globals.delete(name)
      else router.globals.set(name, { owner: row['user'] ?? '', value: row['value'] ?? '' })
    },
  },
  '/system/logging': {
    defaults: { prefix: '', disabled: 'false', invalid: 'false', default: 'false' },
    references: { action: { menu: '/system/logging/action' } },
  },
  '/system/package/update': { defaults: { channel: 'stable' } },
  '/ip/service': { defaults: { disabled: 'false', invalid: 'false' } },
  '/ppp/secret': {
    defaults: { service: 'any', profile: 'default', disabled: 'false' },
    required: ['name'],
    references: { profile: { menu: '/ppp/profile' } },
    unique: [{ fields: ['name', 'service'], message: 'failure: secret with the same name already exists' }],
  },
  '/snmp/community': { secrets: ['authentication-password', 'encryption-password'] },
}

import pg from 'pg'
import type { Endpoint } from '../../contract/src/endpoint.ts'
import { levels } from './seed-hierarchy.ts'

export interface Session {
  type: string
  company: number
  bearer: string
}

/** A query with requests that differ: each for another company, or with other parameters. */
export interface Question {
  name: string
  /** Maximum time of a reply in milliseconds. */
  target: number
  requests(): Promise<{ bearer: string; path: string }[]>
}

/** Number of calling companies per level. */
const callersPerLevel = 8
const pageTarget = 50
const searchTarget = 80

/** Sessions of the primary admins of several companies of each type, created without sign-in. */
export async function openManySessions(ownerUrl: string, hash: (token: string) => Buffer): Promise<Session[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const sessions: Session[] = []
    for (const { type } of levels) {
      const { rows } = await client.query<{ id: string; company_id: string }>(
        `select u.id, u.company_id from app_user u join company c on c.id = u.company_id
          where c.type = $1 and u.role = 'primary-admin' and u.is_active order by c.id limit $2`,
        [type, callersPerLevel],
      )
      for (const user of rows) {
        const bearer = `tla_bench-${type}-${user.company_id}`.padEnd(47, 'x')
        await client.query('delete from access_token where hash = $1', [hash(bearer)])
        await client.query(
          `with s as (insert into session (user_id, company_id, expires_at) values ($1, $2, now() + interval '1 day') returning id)
           insert into access_token (hash, session_id, expires_at) select $3, id, now() + interval '1 day' from s`,
          [user.id, user.company_id, hash(bearer)],
        )
        sessions.push({ type, company: Number(user.company_id), bearer })
      }
    }
    return sessions
  } finally {
    await client.end()
  }
}

const words: Record<string, string[]> = {
  '/company/index': ['north', 'berlin', '00777', 'silver', 'client 0', 'lyon', 'ghent', 'reseller'],
  '/user/index': ['becker', 'anna', 'xenia 0', 'org', 'kowalski', 'felix.', 'zimmermann', 'noah'],
  '/network/service/index': ['user0012', 'office 4', 'farm 77', '100.64.12', 'home 9', 'user000042', 'shop 812', 'isp'],
  '/hardware/index': ['hxa1', '4c:5e:0c:00', 'hap ax', 'crs', '00012', 'hxeb', '000477', 'hx9'],
  '/site/index': ['tower', 'berlin', 'office 001', 'lyon', '00777', 'warehouse 1', 'shop', 'school 02'],
  '/network/session/history/index': [
    'user000042',
    '100.64.12.7',
    'aa12',
    'user0999',
    'user01',
    'isp',
    'user000777',
    '100.64.1.1',
  ],
  '/audit-log/index': ['row 77', 'user 1234', 'row 499999', 'row 12', 'user 9', 'row', 'system', 'row 4242'],
}
const commonWords = ['a', 'user', '00', 'north', '1', 'example', 'x', 'core']

/** A value of a field that a filter may name. */
function valueOf(type: unknown, field: string, i: number): string {
  if (Array.isArray(type)) return String(type[i % type.length])
  if (type === 'boolean') return String(i % 2)
  if (type === 'id' || type === 'number') return String(i * 37 + 1)
  if (type === 'time' || type === 'day') return `2026-0${1 + (i % 9)}-01`
  return field.includes('mac') ? '4c:5e' : (commonWords[i % commonWords.length] as string)
}

type RunQuery = (bearer: string, path: string) => Promise<unknown>
interface PagedReply {
  data?: { id: number }[]
  meta?: { pagination: { last_page: number; total: number } }
}

/** All queries of the contract that the callers may send; `runQuery` finds the ends of lists and the existing rows. */
export async function questionsOf(
  contract: Record<string, unknown>,
  callers: readonly Session[],
  runQuery: RunQuery,
): Promise<Question[]> {
  const questions: Question[] = []
  const each = (name: string, path: (caller: Session, i: number) => string | Promise<string>, target = pageTarget) => {
    const requests = async () => {
      const list: { bearer: string; path: string }[] = []
      // The only company of its level sends as many different parameters.
      for (let i = 0; i < callersPerLevel; i++) {
        const { bearer } = callers[i % callers.length] as Session
        const request = { bearer, path: `/api${await path(callers[i % callers.length] as Session, i)}` }
        if (!list.some((other) => other.path === request.path && other.bearer === bearer)) list.push(request)
      }
      return list
    }
    questions.push({ name, target, requests })
  }
  each('dashboard', () => '/dashboard/summary')
  const belowOf = async ({ bearer }: Session) =>
    ((await runQuery(bearer, '/api/company/index?perPage=200')) as PagedReply).data ?? []
  if ((await belowOf(callers[0] as Session)).length > 1)
    each('dashboard of a company', async (caller, i) => {
      const below = await belowOf(caller)
      return `/dashboard/summary/${below[i % below.length]?.id}`
    })
  const found = ['north', 'user0004', 'tower', 'hxa1', 'becker', 'berlin', '100.64.1', 'core']
  each('global search', (_, i) => `/search/index?query=${found[i]}`, searchTarget)
  const box = (i: number) => `west=${-9 + i}&east=${24 + i}&south=${36 + i}&north=${60 - i}&cell=2`
  each('map: everything', (_, i) => `/site/map?${box(i)}`, searchTarget)
  each(
    'map: a town',
    (_, i) => `/site/map?west=${5 + i}&east=${5.5 + i}&south=${45 + i}&north=${45.4 + i}&cell=0.02`,
    searchTarget,
  )
  for (const path of [
    '/company/list',
    '/user/list',
    '/hardware/list',
    '/site/list',
    '/network/service/list',
    '/network/tariff/list',
  ])
    each(`lookup ${path}`, (_, i) => `${path}?query=${commonWords[i]}`, searchTarget)

  for (const endpoint of endpointsIn(contract)) {
    if (endpoint.list === undefined || endpoint.path.includes('{')) continue
    const { path, list } = endpoint
    const reply = (await runQuery((callers[0] as Session).bearer, `/api${path}`)) as PagedReply
    if (reply.meta === undefined) continue
    each(`${path} first`, (_, i) => `${path}?perPage=${[25, 50, 100][i % 3]}`)
    const lastPage = async (caller: Session, query: string) =>
      ((await runQuery(caller.bearer, `/api${path}?${query}`)) as PagedReply).meta?.pagination.last_page ?? 1
    const far = async (caller: Session, i: number, query: string) => {
      const last = Math.min(await lastPage(caller, query), Math.floor(250_000 / 25))
      return `${path}?${query}&page=${Math.max(1, last - i * 3)}`
    }
    each(`${path} far end`, (caller, i) => far(caller, i, ''))
    each(
      `${path} middle`,
      async (caller, i) => `${path}?page=${Math.max(1, Math.floor((await lastPage(caller, '')) / 2) - i)}`,
    )
    for (const field of list.sort)
      for (const direction of ['asc', 'desc']) {
        const order = `orderBy=${field}&sortedBy=${direction}`
        each(`${path} by ${field} ${direction}`, (_, i) => `${path}?${order}&page=${1 + i}`)
        each(`${path} by ${field} ${direction} far end`, (caller, i) => far(caller, i, order))
      }
    for (const [field, type] of Object.entries(list.fields))
      each(`${path} filter ${field}`, (_, i) => {
        const operator = type === 'time' || type === 'day' ? `&searchFields=${field}:>=` : ''
        return `${path}?search=${encodeURIComponent(`${field}:${valueOf(type, field, i)}`)}${operator}`
      })
    if (list.free.length > 0)
      each(
        `${path} search`,
        (_, i) => `${path}?search=${encodeURIComponent((words[path] ?? commonWords)[i] as string)}`,
      )
  }
  return questions
}

function* endpointsIn(tree: Record<string, unknown>): Generator<Endpoint> {
  for (const value of Object.values(tree))
    if (typeof value === 'object' && value !== null)
      if ('method' in value && 'path' in value) yield value as Endpoint
      else yield* endpointsIn(value as Record<string, unknown>)
}

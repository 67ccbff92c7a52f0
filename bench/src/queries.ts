/** The measured requests, and the bare SQL for the same rows: no row security, no session, the company as a parameter. */
export interface Operation {
  name: string
  /** Query of `/api/user/index`, or another path. `i` counts the requests. */
  path(i: number, of: { company: number; total: number; ids: number[] }): string
  /** Page and count for the same rows. */
  sql: { page: string; count?: string }
  values(i: number, of: { company: number; total: number; ids: number[] }): { page: unknown[]; count: unknown[] }
}

const columns = `u.id, u.first_name, u.last_name, u.name, u.email, u.telephone, u.role, u.company_id, c.name as company_name, c.type as company_type,
  u.is_active, u.two_factor, u.last_seen_at, u.created_at, u.updated_at, u.deleted_at`
const from = `from app_user u join company c on c.id = u.company_id where u.deleted_at is null and u.company_id in (select descendant_id from company_tree where ancestor_id = $1)`
const order = 'order by u.name, u.id limit 25 offset'

/** Rare and common terms: surnames, first names, parts of addresses, telephone numbers. */
const words = [
  'becker',
  'moretti',
  'anna.fischer12',
  'zimmermann',
  'okafor 01',
  'greta',
  'lindqvist',
  '+4930000',
  'clara xu',
  'hugo.novak77',
]
const deepPage = (total: number, i: number) => Math.max(1, Math.floor(Math.ceil(total / 25) * (0.5 + 0.05 * (i % 9))))

export const operations: Operation[] = [
  {
    name: 'list',
    path: () => '/api/user/index',
    sql: { page: `select ${columns} ${from} ${order} 0`, count: `select count(*) ${from}` },
    values: (_i, { company }) => ({ page: [company], count: [company] }),
  },
  {
    name: 'search',
    path: (i) => `/api/user/index?search=${encodeURIComponent(words[i % words.length] as string)}`,
    sql: {
      page: `select ${columns} ${from} and u.search_text like $2 ${order} 0`,
      count: `select count(*) ${from} and u.search_text like $2`,
    },
    values: (i, { company }) => {
      const values = [company, `%${words[i % words.length]}%`]
      return { page: values, count: values }
    },
  },
  {
    name: 'filtered',
    path: (i) =>
      `/api/user/index?search=${encodeURIComponent(`role:editor;is_active:${i % 2}`)}&orderBy=created_at&sortedBy=desc`,
    sql: {
      page: `select ${columns} ${from} and u.role = 'editor' and u.is_active = $2 order by u.created_at desc, u.id desc limit 25`,
      count: `select count(*) ${from} and u.role = 'editor' and u.is_active = $2`,
    },
    values: (i, { company }) => ({ page: [company, i % 2 === 1], count: [company, i % 2 === 1] }),
  },
  {
    name: 'deep page',
    path: (i, { total }) => `/api/user/index?page=${deepPage(total, i)}`,
    sql: { page: `select ${columns} ${from} ${order} $2`, count: `select count(*) ${from}` },
    values: (i, { company, total }) => ({ page: [company, (deepPage(total, i) - 1) * 25], count: [company] }),
  },
  {
    name: 'show',
    path: (i, { ids }) => `/api/user/${ids[i % ids.length]}/show`,
    sql: { page: `select ${columns}, u.locale, u.time_zone, u.version ${from} and u.id = $2` },
    values: (i, { company, ids }) => ({ page: [company, ids[i % ids.length]], count: [] }),
  },
]

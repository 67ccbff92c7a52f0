import type { Company, CompanyCounts } from '@trunkline/contract/resources/company'
import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyType } from '@trunkline/contract/abilities'
import { reply } from '../../testing/api-server.ts'
import { press, shows, text, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import CompanySummary from './CompanySummary.tsx'

const at = '2026-01-01T00:00:00.000Z'
const company: Company = {
  id: 50,
  name: 'Harbour Hotel',
  type: 'client',
  parent_id: 40,
  parent_name: 'North Reseller',
  email: null,
  telephone: null,
  city: 'Leeds',
  countyIsoCode: 'GB',
  billing_term: 'net-30',
  is_active: true,
  users_count: 2,
  children_count: 0,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  legal_name: null,
  registration_number: null,
  vat_number: null,
  phone_country_code: null,
  phone_number: null,
  address_line_1: null,
  address_line_2: null,
  region: null,
  postcode: null,
  currency: 'GBP',
  locale: 'en',
  time_zone: 'Europe/London',
  notes: null,
  logo: null,
  version: 1,
  path: [
    { id: 40, name: 'North Reseller', type: 'reseller' },
    { id: 50, name: 'Harbour Hotel', type: 'client' },
  ],
}
const card = (key: string, subject: DashboardCard['subject'], figures: [string, number, string][]): DashboardCard => ({
  key,
  subject,
  total: 5,
  figures: figures.map(([name, value, search]) => ({ key: name, value, search, tone: 'neutral' })),
})
const cards = [
  card('services', 'services', [
    ['online', 3, 'online:1'],
    ['offline', 2, 'status:active;online:0'],
    ['suspended', 0, 'status:suspended'],
  ]),
  card('sites', 'sites', [
    ['online', 1, 'status:online'],
    ['offline', 0, 'status:offline'],
  ]),
  card('hardware', 'hardware', [
    ['online', 4, 'online_status:online'],
    ['offline', 1, 'online_status:offline'],
  ]),
]
const counts: CompanyCounts = {
  companies: 0,
  users: 2,
  invitations: 1,
  sites: 1,
  hardware: 5,
  services: 5,
  vpn_dialups: 0,
  sessions: 3,
  ipv4_subnets: 1,
  ipv6_subnets: 1,
  addresses: 4,
  licences: 0,
}
const rejection = {
  id: 1,
  at,
  username: 'ann@hotel',
  service_id: 9,
  service_kind: 'service',
  company_id: 50,
  company_name: 'Harbour Hotel',
  nas_id: 3,
  nas_name: 'Tower',
  reason: 'login.bad_credentials',
  params: {},
  message: 'Wrong password.',
}
const statistics = {
  companies: [],
  users: { total: 2, active: 2, inactive: 0, two_factor: 0 },
  invitations: { pending: 1, expired: 0 },
  growth: [],
}
const pageOf = (data: unknown[]) => ({
  data,
  meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: data.length } },
})

const { api, visit } = screenTests(['panel', 'companies', 'dashboard', 'sessions'])
let summary: Record<string, unknown>
beforeEach(() => {
  summary = { company, statistics, cards, counts, last_rejection: rejection }
  api.on('GET /api/company/50/summary', () => ({ data: summary }))
  api.on('GET /api/company/50/show', () => ({ data: company }))
  api.on('GET /api/network/service/index', () => pageOf([]))
  api.on('GET /api/site/index', () => pageOf([]))
  api.on('GET /api/user/index', () => pageOf([]))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
  api.on('GET /api/saved-view/preferences', () => ({ data: {} }))
})

const Form = () => <p>form</p>
const open = (search = '', type: CompanyType = 'simrush') =>
  visit(
    { '/company-management/summary/$id': CompanySummary, '/services/create': Form },
    `/company-management/summary/50${search}`,
    { type, role: 'admin' },
  )
const linkOf = (name: RegExp) =>
  [...document.querySelectorAll('a')].find((one) => name.test(one.textContent ?? ''))?.getAttribute('href')
const tabs = () => [...document.querySelectorAll('[role="tab"]')].map((one) => one.textContent)

describe('the page of a company', () => {
  it('has the state at its top, and numbers that open the rows that they count', async () => {
    await open()
    await shows('Harbour Hotel')
    for (const words of ['3 up', '2 down', '1 online', '4 online', '1 offline', 'Wrong password', 'ann@hotel', 'Tower'])
      expect(text()).toContain(words)
    // A number of 0 is left out.
    expect(text()).not.toContain('0 suspended')
    const down = new URLSearchParams(linkOf(/^2 down$/)?.split('?')[1])
    expect([...down]).toEqual([
      ['tab', 'services'],
      ['search', 'status:active;online:0'],
    ])
    expect(linkOf(/^ann@hotel$/)).toBe('/services/details/9')
  })

  it('has a tab with its count for each kind of record, without companies below a client', async () => {
    await open()
    await shows('Harbour Hotel')
    expect(tabs()).toEqual([
      'Overview',
      'Services5',
      'Sites1',
      'Devices5',
      'Addresses6',
      'Licences0',
      'Users2',
      'Invitations1',
      'Graphs',
      'Activity',
      'Notes and files',
    ])
  })

  it('leaves out what the reader may not list', async () => {
    summary = {
      ...summary,
      cards: cards.slice(1),
      counts: {
        ...counts,
        services: null,
        vpn_dialups: null,
        sessions: null,
        ipv4_subnets: null,
        ipv6_subnets: null,
        addresses: null,
      },
      last_rejection: null,
    }
    await open('', 'client')
    await shows('Harbour Hotel')
    expect(tabs()).not.toContain('Services5')
    expect(tabs().some((name) => name?.startsWith('Addresses'))).toBe(false)
    expect(text()).not.toContain('Last rejected login')
  })

  it('lists the rows of the company alone, and adds one that returns to the tab', async () => {
    await open('?tab=services')
    await shows('Add service')
    await until(() => api.of('/api/network/service/index').length > 0, 'the query of the list')
    const [listed] = api.of('/api/network/service/index')
    expect(new URLSearchParams(listed?.path.split('?')[1]).get('company')).toBe('50')
    const add = new URL(linkOf(/^Add service$/) ?? '', 'http://panel')
    expect(add.pathname).toBe('/services/create')
    expect(add.searchParams.get('into')).toBe('50')
    expect(add.searchParams.get('back')).toBe('/company-management/summary/50?tab=services')
  })

  it('keeps the tab in the URL while its list changes, and drops the list with the tab', async () => {
    const router = await open('?tab=services&search=status:active')
    await shows('No matches')
    await press('Clear filters')
    await until(() => router.state.location.search['search'] === undefined, 'the cleared search')
    expect(router.state.location.search).toEqual({ tab: 'services' })
    const logins = await open('?tab=services&search=status:active&part=logins')
    await shows('Overview')
    const users = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) =>
      one.textContent?.startsWith('Users'),
    )
    users?.click()
    await until(() => logins.state.location.search['tab'] === 'users', 'the tab of users')
    expect(logins.state.location.search).toEqual({ tab: 'users' })
  })
})

describe('a company that moves', () => {
  const moving = (children_count: number): Company => ({
    ...company,
    type: 'master-distributor',
    parent_id: 41,
    children_count,
  })
  const move = async (of: Company) => {
    summary = { ...summary, company: of }
    api.on('GET /api/company/50/show', () => ({ data: of }))
    await open()
    await shows('Harbour Hotel')
    await press('More')
    await press('Change parent company')
    await press('Move company')
  }

  it('does so within the request if no company is below it', async () => {
    api.on('PUT /api/company/50/move', () => ({ data: { ...company, parent_id: 1, parent_name: null } }))
    await move(moving(0))
    await until(() => api.of('/api/company/50/move').length === 1, 'the call')
  })

  it('with companies below it is a job, which the progress panel shows', async () => {
    api.on('POST /api/company/bulk/move', () => reply(202, { data: { id: 7 } }))
    await move(moving(3))
    await until(() => api.of('/api/company/bulk/move').length === 1, 'the call')
    expect(api.of('/api/company/bulk/move')[0]?.body).toMatchObject({ ids: [50] })
    expect(api.of('/api/company/50/move')).toEqual([])
  })
})

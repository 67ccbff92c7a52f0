import { companyTypes, userRoles } from '@trunkline/contract/abilities'
import { describe, expect, it } from 'vitest'
import { can } from '../../access/can.ts'
import { storeSession, storedSession, type SignedIn } from '../../access/session.ts'
import { panelPages } from '../../routes.ts'
import { sessionFor } from '../../testing/sessions.ts'
import { isHere, menuFor } from './menu.ts'

function menuOf(type: (typeof companyTypes)[number], role: (typeof userRoles)[number]) {
  storeSession(sessionFor({ type, role }))
  const session = storedSession() as SignedIn
  return menuFor(session.role, (ability) => can(session, ability))
}

const tabsOf = (entries: ReturnType<typeof menuFor>, title: string) =>
  entries.find((entry) => entry.title === title)?.tabs.map(({ to }) => to)

describe('the menu', () => {
  it('has 15 entries for the provider, with their pages as tabs', () => {
    const entries = menuOf('simrush', 'primary-admin')
    expect(entries.map(({ title }) => title)).toEqual([
      'dashboard',
      'companies',
      'users',
      'licences',
      'sites',
      'hardware',
      'alerts',
      'addresses',
      'accessControl',
      'servicesMenu',
      'sessions',
      'nas',
      'tariffs',
      'audit',
      'settings',
    ])
    expect(tabsOf(entries, 'hardware')).toEqual([
      '/hardware/list',
      '/hardware/commands',
      '/rollouts/list',
      '/rollouts/packages',
      '/device-setups/list',
      '/device-templates/list',
      '/device-templates/drift',
      '/hardware/models/list',
      '/hardware/manufacturers/list',
      '/hardware/types/list',
      '/hardware/dpk',
    ])
    expect(tabsOf(entries, 'sites')).toEqual(['/sites/list', '/topology'])
    expect(tabsOf(entries, 'addresses')).toEqual(['/ipam/list/ipv4', '/ipam/list/ipv6', '/ipam/categories'])
    expect(tabsOf(entries, 'settings')).toEqual([
      '/settings',
      '/settings/radius',
      '/settings/device-networks',
      '/outbox/list',
      '/company-profile',
      '/tags/list',
      '/custom-fields/list',
    ])
    expect(tabsOf(entries, 'sessions')).toEqual([
      '/sessions/list',
      '/sessions/history',
      '/sessions/logins',
      '/sessions/requests',
      '/sessions/dead-letters',
      '/address-history',
    ])
  })

  it('leads to the first page that the user may open, and hides entries without one', () => {
    const entries = menuOf('reseller', 'admin')
    const settings = entries.find(({ title }) => title === 'settings')
    expect(settings?.to).toBe('/company-profile')
    expect(settings?.tabs.map(({ to }) => to)).toEqual(['/company-profile', '/tags/list', '/custom-fields/list'])
    expect(tabsOf(entries, 'sessions')).not.toContain('/sessions/dead-letters')
  })

  it('contains only pages whose ability the user has, for every type and role', () => {
    for (const type of companyTypes)
      for (const role of userRoles)
        for (const { to, title, tabs } of menuOf(type, role)) {
          const session = storedSession() as SignedIn
          expect(tabs.length, title).toBeGreaterThan(0)
          expect(to).toBe(tabs[0]?.to)
          // With one page an entry has the name of that page.
          if (tabs.length === 1) expect(title).toBe(tabs[0]?.title)
          for (const tab of tabs) {
            const access = panelPages.find(({ path }) => path === tab.to)?.access
            expect(access === 'any' || (typeof access === 'object' && can(session, access)), tab.to).toBe(true)
          }
        }
  })

  it('marks one entry on every page that belongs to it', () => {
    const entries = menuOf('simrush', 'primary-admin')
    const here = (path: string) => entries.filter((entry) => isHere(entry, path)).map(({ title }) => title)
    expect(here('/')).toEqual(['dashboard'])
    expect(here('/hardware/models/update/4')).toEqual(['hardware'])
    expect(here('/site/4/hardware/index')).toEqual(['sites'])
    expect(here('/dialups/details/3')).toEqual(['servicesMenu'])
    expect(here('/outbox/3')).toEqual(['settings'])
    expect(here('/ipam/ipv6/12')).toEqual(['addresses'])
    expect(here('/address-history')).toEqual(['sessions'])
    expect(here('/bulk-jobs/2')).toEqual(['audit'])
    expect(here('/profile')).toEqual([])
  })
})

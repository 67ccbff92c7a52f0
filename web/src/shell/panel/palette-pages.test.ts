import { abilitiesOf, companyTypes, userRoles } from '@trunkline/contract/abilities'
import { searchKinds, searchStates, type SearchHit } from '@trunkline/contract/resources/search'
import { beforeAll, describe, expect, it } from 'vitest'
import { can as sessionCan } from '../../access/can.ts'
import { changeLanguage, loadTexts, startLanguage } from '../../i18n/language.ts'
import { i18n } from '../../i18n/translations.ts'
import { panelPages } from '../../routes.ts'
import { sessionFor } from '../../testing/sessions.ts'
import { storeSession, storedSession, type SignedIn } from '../../access/session.ts'
import { pageTitle, palettePages, recordPages, recordPageTitles, sitePageTitles } from './palette-pages.ts'
import { verbs } from './palette-records.ts'

beforeAll(async () => {
  await startLanguage('en')
  await loadTexts(['panel', 'search'])
})

const texts = () => ({ t: i18n.getFixedT(i18n.language, 'panel'), i18n })
function as(type: (typeof companyTypes)[number], role: (typeof userRoles)[number]): SignedIn {
  storeSession(sessionFor({ type, role }))
  return storedSession() as SignedIn
}
const canOf = (session: SignedIn) => (ability: Parameters<typeof sessionCan>[1]) => sessionCan(session, ability)

const hit = (of: Partial<SearchHit> & Pick<SearchHit, 'kind'>): SearchHit => ({
  id: 9,
  title: 'Quay',
  detail: '',
  path: '',
  state: null,
  company_id: 41,
  company_type: null,
  site_id: null,
  site_name: null,
  hardware_id: null,
  session_id: null,
  since: null,
  until: null,
  ...of,
})

/** A key instead of a text: `title.latest`, `search:verb.reboot`. */
const isKey = (text: string) => text === '' || /^[\w-]+[:.][\w.:-]+$/.test(text) || text.includes('{{')

describe('the pages of the palette', () => {
  it('are all pages without parameters that the user may open, for every type and role', () => {
    for (const type of companyTypes)
      for (const role of userRoles) {
        const session = as(type, role)
        const can = canOf(session)
        const paths = palettePages(texts(), session, can).map(({ path }) => path)
        const expected = panelPages
          .filter(
            ({ path, access }) =>
              !path.includes('$') && (access === 'any' || (typeof access === 'object' && can(access))),
          )
          .map(({ path }) => path)
        expect(paths).toEqual(expect.arrayContaining(expected))
        expect(paths.filter((path) => !expected.includes(path)).sort()).toEqual(['/latest', '/legal'])
      }
    // Whoever may not create companies is not offered the form.
    expect(abilitiesOf({ company_type: 'client', role: 'admin' })).not.toContainEqual({
      action: 'create',
      subject: 'companies',
    })
    const client = as('client', 'admin')
    expect(palettePages(texts(), client, canOf(client)).map(({ path }) => path)).not.toContain(
      '/company-management/create',
    )
  })

  it.each(['en', 'de'] as const)('have texts and no keys in %s, as verbs, kinds and states do', async (language) => {
    await changeLanguage(language)
    const { t } = texts()
    const session = as('simrush', 'primary-admin')
    const can = canOf(session)
    const pages = palettePages(texts(), session, can)
    const shown = [
      ...pages.flatMap(({ title, section }) => (section === undefined ? [title] : [title, section])),
      ...recordPageTitles(texts(), can),
      ...sitePageTitles(texts(), can).map(({ title }) => title),
      ...verbs.map((verb) => t(`search:verb.${verb}`, { name: 'Quay' })),
      ...searchStates.map((state) => t(`search:state.${state}`)),
      ...searchKinds.map((kind) => t([`search:kind.${kind}`, `panel:kind.${kind}`])),
      ...['commands', 'tabs', 'next'].map((group) => t(`search:group.${group}`)),
      ...['screens', 'actions', 'records'].map((group) => t(`palette.${group}`)),
    ]
    expect(shown.filter(isKey)).toEqual([])
    expect(pages.find(({ path }) => path === '/latest')?.title).toBe(language === 'en' ? 'What’s new' : 'Neuigkeiten')
    for (const page of panelPages) expect(isKey(pageTitle(texts(), page.title)), page.path).toBe(false)
  })

  it('of a device at a site are those of the router and of the record', () => {
    const session = as('reseller', 'admin')
    const found = recordPages(texts(), session, canOf(session), hit({ kind: 'hardware', site_id: 4, hardware_id: 9 }))
    expect(found.map(({ to }) => to)).toEqual(
      expect.arrayContaining(['/site/4/hardware/ports/9', '/site/4/hardware/firewall/9', '/hardware/update/9']),
    )
    expect(found.every(({ to }) => !to.includes('$') && !to.includes('null'))).toBe(true)
    const without = recordPages(texts(), session, canOf(session), hit({ kind: 'hardware' }))
    expect(without.some(({ to }) => to.startsWith('/site/'))).toBe(false)
  })

  it('of a record are limited to what the user may do with it', () => {
    const reader = as('reseller', 'read-only')
    expect(recordPages(texts(), reader, canOf(reader), hit({ kind: 'services' }))).toEqual([])
    const editor = as('reseller', 'admin')
    expect(recordPages(texts(), editor, canOf(editor), hit({ kind: 'services' })).map(({ to }) => to)).toEqual([
      '/services/update/9',
    ])
  })
})

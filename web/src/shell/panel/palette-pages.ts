import type { SearchHit } from '@trunkline/contract/resources/search'
import { mayOn, type GrantedAbility } from '@trunkline/contract/abilities'
import { IconFile, IconPlus, type Icon } from '@tabler/icons-react'
import type { SignedIn } from '../../access/session.ts'
import type { Translations, TFunction } from '../../i18n/translations.ts'
import { recordPath } from '../../paths.ts'
import type { RouteEntry } from '../../route-entry.ts'
import { panelPages } from '../../routes.ts'
import { fullPages } from '../../screens/access/routes.ts'
import { isHere, menuFor } from './menu.ts'

type Can = (ability: GrantedAbility) => boolean

/** The texts in which the palette names pages. */
export interface PageTexts {
  t: TFunction
  i18n: Translations
}

/** A page without parameters. */
export interface PalettePage {
  path: string
  title: string
  /** The menu entry that it belongs to, if that has another name. */
  section: string | undefined
  words: string
  icon: Icon
  isMenu: boolean
  /** A form for a new record. */
  isCreate: boolean
}

/** The title of a page: those before the sign-in have theirs elsewhere. */
export function pageTitle({ t, i18n }: PageTexts, title: string): string {
  const key = ['panel', 'access'].map((part) => `${part}:title.${title}`).find((found) => i18n.exists(found))
  return key === undefined ? '' : t(key)
}

const isAllowed = (can: Can, { access }: RouteEntry) =>
  access === 'any' || access === 'open' || (typeof access === 'object' && can(access))

/** A page that reports that there is none is not a destination. */
const destinations = [
  ...panelPages,
  ...fullPages.filter(({ title, access }) => access === 'open' && title !== 'notFound'),
]

/**
 * Every page without parameters that the user may open, generated from the routes. Those of the menu and their tabs come first,
 * in the order of the menu.
 */
export function palettePages(texts: PageTexts, session: SignedIn, can: Can): PalettePage[] {
  const entries = menuFor(session.role, can)
  const tabs = entries.flatMap((entry) => entry.tabs)
  const pages = destinations
    .filter((page) => !page.path.includes('$') && isAllowed(can, page))
    .map((page): PalettePage & { at: number } => {
      const at = tabs.findIndex((tab) => tab.to === page.path)
      const { title: key, tab } = tabs[at] ?? { title: page.title, tab: undefined }
      // "IPv4" is the first page of "IP addresses", and named as its tab.
      const title = pageTitle(texts, tab === page.title ? page.title : key)
      const parent = entries.find((entry) => entry.to !== '/' && isHere(entry, page.path))
      const section = parent && pageTitle(texts, parent.title)
      const isCreate = typeof page.access === 'object' && page.access.action === 'create'
      const also = `search:also.${page.title}`
      return {
        path: page.path,
        title,
        section: section === title ? undefined : section,
        // The address names the page too, in English.
        words: `${pageTitle(texts, page.title)} ${texts.i18n.exists(also) ? texts.t(also) : ''} ${page.path.replaceAll(/[/-]/g, ' ')}`,
        icon: tabs[at]?.icon ?? (isCreate ? IconPlus : (parent?.icon ?? IconFile)),
        isMenu: at >= 0,
        isCreate,
        at: at >= 0 ? at : tabs.length,
      }
    })
  return pages.sort((a, b) => a.at - b.at).map(({ at: _at, ...page }) => page)
}

/** Whether a page's ability includes records of that owner. */
function mayOpen(session: SignedIn, { access }: RouteEntry, company_id: number | null): boolean {
  if (typeof access !== 'object' || company_id === null) return true
  const { company, user_role } = session.user
  return mayOn(
    { company_type: company.type, role: user_role },
    access as Parameters<typeof mayOn>[1],
    company_id === company.id ? 'own' : 'below',
  )
}

const parametersOf = (path: string) => [...path.matchAll(/\$(\w+)/g)].map(([, name]) => name as string)

/** Pages of a record beside the one that shows it: of a site and of its devices all that stand below it. */
function patternsOf(hit: SearchHit): { pages: RouteEntry[]; values: Record<string, number> } {
  const { kind, id, site_id } = hit
  const below = (page: RouteEntry) => page.path.startsWith('/site/$id/')
  const has =
    (...names: string[]) =>
    (page: RouteEntry) =>
      parametersOf(page.path).join() === names.join()
  if (kind === 'sites') return { pages: panelPages.filter((page) => below(page) && has('id')(page)), values: { id } }
  const own = panelPages.filter(
    (page) => has('id')(page) && !below(page) && typeof page.access === 'object' && page.access.subject === kind,
  )
  if (kind === 'hardware')
    return {
      pages: site_id === null ? own : [...own, ...panelPages.filter((page) => has('id', 'hardwareId')(page))],
      values: { id, hardwareId: id },
    }
  // The addresses of subnets name the version.
  if (kind === 'subnets')
    return { pages: own.filter(({ path }) => path.includes('ipv6') === hit.title.includes(':')), values: { id } }
  return { pages: own, values: { id } }
}

/** Further pages of a record that the user may open, with their addresses. */
export function recordPages(
  texts: PageTexts,
  session: SignedIn,
  can: Can,
  hit: SearchHit,
): { title: string; to: string }[] {
  const { pages, values } = patternsOf(hit)
  const shown = hit.kind === 'sites' || hit.kind === 'hardware' ? undefined : recordPath(hit.kind as never, hit.id)
  return pages
    .filter((page) => isAllowed(can, page) && mayOpen(session, page, hit.company_id))
    .map((page) => ({
      title: pageTitle(texts, page.title),
      to: page.path.replaceAll(/\$(\w+)/g, (_, name: string) =>
        String(page.path.startsWith('/site/$id') && name === 'id' ? hit.site_id : values[name]),
      ),
    }))
    .filter(({ to, title }) => to !== shown && title !== '')
}

/** Pages of a site or of a device at a site, by title: they are opened with the name of one. */
export function sitePageTitles(
  texts: PageTexts,
  can: Can,
): { title: string; kind: 'sites' | 'hardware'; path: string }[] {
  const found = new Map<string, { title: string; kind: 'sites' | 'hardware'; path: string }>()
  for (const page of panelPages) {
    if (!page.path.startsWith('/site/$id/') || !isAllowed(can, page)) continue
    const parameters = parametersOf(page.path).join()
    const kind = parameters === 'id' ? 'sites' : parameters === 'id,hardwareId' ? 'hardware' : undefined
    const title = pageTitle(texts, page.title)
    if (kind !== undefined && !found.has(title)) found.set(title, { title, kind, path: page.path })
  }
  return [...found.values()]
}

/** Titles of all pages of records, by which a command is recognised. */
export const recordPageTitles = (texts: PageTexts, can: Can): string[] => [
  ...new Set(
    panelPages
      .filter((page) => page.path.includes('$id') && isAllowed(can, page))
      .map((page) => pageTitle(texts, page.title)),
  ),
]

import type { SearchHit } from '@trunkline/contract/resources/search'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBuildingCommunity,
  IconFile,
  IconFileText,
  IconKeyboard,
  IconLayoutNavbar,
  IconLogout,
  IconPlugConnectedX,
  IconPlus,
  IconPower,
  IconRefresh,
  IconTool,
  IconSunMoon,
  type Icon,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import type { CompanyContext } from '../../access/company-context.ts'
import { goTo } from '../../access/navigate.ts'
import { signOut, type SignedIn } from '../../access/session.ts'
import { menu } from '../../routes.ts'
import { formatTime } from '../../ui/time-format.ts'
import { regional, useZone } from '../../ui/zone.ts'
import { commandMatches, splitCommand, type PaletteEntry } from './palette-entries.ts'
import { palettePages, recordPages, recordPageTitles, sitePageTitles } from './palette-pages.ts'
import { hitPath, verbCalls, verbs, verbsOf, type PaletteAction, type Verb } from './palette-records.ts'
import { tabsOfPage } from './palette-tabs.ts'

export interface PaletteContext {
  session: SignedIn
  context: CompanyContext
  onSheet: () => void
  onAction: (action: PaletteAction) => void
}

/** Results whose actions are shown without a typed command. */
const leadingHits = 2

const verbIcons: Record<Verb, Icon> = {
  reboot: IconPower,
  reload: IconRefresh,
  backup: IconFileText,
  ping: IconTool,
  disconnect: IconPlugConnectedX,
  service: IconPlus,
  dialup: IconPlus,
  site: IconPlus,
  invite: IconPlus,
  context: IconBuildingCommunity,
}

/** Pages, tabs of the open page, and actions: everything but records. */
export function useFixedEntries({ session, context, onSheet }: PaletteContext): PaletteEntry[] {
  const { t, i18n } = useTranslation('panel')
  const can = useCan()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // The page behind an open palette does not change.
  const [tabs] = useState(tabsOfPage)
  return useMemo(() => {
    const texts = { t, i18n }
    const actions: (PaletteEntry | false)[] = [
      context.id !== undefined && {
        key: 'leave',
        group: 'actions',
        text: t('palette.leaveContext'),
        icon: IconArrowBackUp,
        run: () => context.set(undefined),
      },
      {
        key: 'skin',
        group: 'actions',
        text: t('palette.toggleSkin'),
        icon: IconSunMoon,
        run: () => setColorScheme(colorScheme === 'dark' ? 'light' : 'dark'),
      },
      { key: 'sheet', group: 'actions', text: t('palette.showShortcuts'), icon: IconKeyboard, run: onSheet },
      !session.user.impersonator && {
        key: 'sign-out',
        group: 'actions',
        text: t('palette.signOut'),
        icon: IconLogout,
        run: () => void signOut(),
      },
    ]
    return [
      ...tabs.map(({ label, open }, index): PaletteEntry => ({
        key: `tab/${index}`,
        group: 'tabs',
        text: label,
        icon: IconLayoutNavbar,
        run: open,
      })),
      ...palettePages(texts, session, can).map((page): PaletteEntry => ({
        key: page.path,
        group: page.isCreate ? 'actions' : 'screens',
        text: page.title,
        detail: page.section,
        words: page.words,
        hidden: !page.isMenu && !page.isCreate,
        icon: page.icon,
        run: () => goTo(page.path),
      })),
      ...sitePageTitles(texts, can).map(({ title, kind, path }): PaletteEntry => ({
        key: `of/${title}`,
        group: 'screens',
        text: `${title} …`,
        detail: t(`kind.${kind}`),
        words: path.replaceAll(/[/$-]/g, ' '),
        hidden: true,
        icon: IconFile,
        run: () => undefined,
        typed: `${title} `,
      })),
      ...verbs
        .filter((verb) => can(verbCalls[verb]))
        .map((verb): PaletteEntry => {
          const label = t(`search:verb.${verb}`, { name: '…' })
          return {
            key: `verb/${verb}`,
            group: 'actions',
            text: label,
            hidden: true,
            icon: verbIcons[verb],
            run: () => undefined,
            typed: `${label.replace('…', '').replace(/\s+/g, ' ').trim()} `,
          }
        }),
      ...actions.filter((action) => action !== false),
    ]
  }, [session, can, t, i18n, context, colorScheme, setColorScheme, onSheet, tabs])
}

/** The command within what was typed, and the text by which its record is searched. */
export function useCommand(typed: string): { head: string[]; rest: string } | undefined {
  const { t, i18n } = useTranslation('panel')
  const can = useCan()
  const labels = useMemo(
    () => [...verbs.map((verb) => t(`search:verb.${verb}`, { name: '' })), ...recordPageTitles({ t, i18n }, can)],
    [t, i18n, can],
  )
  return useMemo(() => splitCommand(typed, labels), [typed, labels])
}

/** The companies from the caller's own to the owner, and the site. */
const placeOf = ({ path, site_name }: SearchHit): string => [path, site_name].filter(Boolean).join(' / ')

/** The actions and further pages of a result, as entries. */
function useHitActions({ session, context, onAction }: PaletteContext) {
  const { t, i18n } = useTranslation('panel')
  const can = useCan()
  const run = (hit: SearchHit, group: PaletteEntry['group']): PaletteEntry[] =>
    verbsOf(session, hit).map(({ verb, to, action, context: id }) => ({
      key: `${verb}/${hit.kind}/${hit.id}/${hit.session_id ?? ''}`,
      group,
      text: t(`search:verb.${verb}`, { name: hit.title }),
      path: placeOf(hit),
      icon: verbIcons[verb],
      run: () => {
        if (to !== undefined) goTo(to)
        else if (action !== undefined) onAction(action)
        else context.set(id)
      },
    }))
  const pages = (hit: SearchHit): PaletteEntry[] =>
    recordPages({ t, i18n }, session, can, hit).map(({ title, to }) => ({
      key: to,
      group: 'commands',
      text: t('search:page', { page: title, name: hit.title }),
      words: title,
      path: placeOf(hit),
      icon: IconFile,
      run: () => goTo(to),
    }))
  return { run, pages }
}

/**
 * Entries of results: the records, and what can be done with them. A typed command shows its entries first, for all
 * results of its text.
 */
export function useHitEntries(
  of: PaletteContext,
  found: readonly SearchHit[],
  command: { head: string[]; found: readonly SearchHit[] } | undefined,
): PaletteEntry[] {
  const { t, i18n } = useTranslation('panel')
  const zone = useZone()
  const actions = useHitActions(of)
  const time = (value: string) => formatTime(value, regional(i18n.language), zone)
  const span = ({ since, until }: SearchHit) =>
    since === null
      ? ''
      : until === null
        ? t('search:since', { from: time(since) })
        : t('search:span', { from: time(since), until: time(until) })
  const kindOf = (kind: SearchHit['kind']) => t([`search:kind.${kind}`, `panel:kind.${kind}`])
  const subjectOf = (kind: SearchHit['kind']) =>
    kind === 'sessions' ? 'services' : kind === 'addresses' ? 'subnets' : kind
  const iconOf = (kind: SearchHit['kind']) => {
    const entries = menu.filter((entry) => entry.ability?.subject === subjectOf(kind))
    return (entries.find((entry) => entry.of === undefined) ?? entries[0])?.icon ?? IconFile
  }

  const keyOf = (hit: SearchHit) => `${hit.kind}/${hit.id}/${hit.session_id ?? hit.title}`
  const hits = new Map([...found, ...(command?.found ?? [])].map((hit) => [keyOf(hit), hit]))
  const records = [...hits].flatMap(([key, hit]): PaletteEntry[] => {
    const to = hitPath(hit)
    if (to === undefined) return []
    return [
      {
        key,
        group: 'records',
        text: hit.title,
        detail: [kindOf(hit.kind), hit.detail, span(hit)].filter(Boolean).join(' · '),
        path: placeOf(hit),
        state: hit.state,
        icon: iconOf(hit.kind),
        run: () => goTo(to),
      },
    ]
  })
  const commands = (command?.found ?? [])
    .flatMap((hit) => [...actions.run(hit, 'commands'), ...actions.pages(hit)])
    .filter(({ text, words }) => commandMatches(words ?? text, command?.head ?? []))
  const seen = new Set(commands.map(({ key }) => key))
  const next = found
    .slice(0, leadingHits)
    .flatMap((hit) => actions.run(hit, 'next'))
    .filter(({ key }) => !seen.has(key))
  return [...commands, ...records, ...next]
}

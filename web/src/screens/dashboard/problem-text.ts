import type { Problem, ProblemKind } from '@trunkline/contract/resources/dashboard'
import { textOf } from '../../i18n/messages.ts'
import type { TFunction } from '../../i18n/translations.ts'
import { paths } from '../../paths.ts'
import type { LinkTarget } from '../../ui/link.tsx'
import { commandTitle } from '../devices/command-words.ts'

/** The list of all problems of a kind. */
export const problemLists: Record<ProblemKind, string> = {
  'site-offline': paths.sites.list,
  'device-offline': paths.hardware.list,
  'nas-silent': paths.nas.list,
  'login-rejections': paths.sessions.logins,
  'command-failed': paths.hardware.commands,
  'subnet-full': paths.ipam.list('ipv4'),
  'licence-ending': paths.licences.list,
  'warranty-ending': paths.hardware.list,
  'mail-failed': paths.outbox.list,
}

const recordPages: Partial<Record<ProblemKind, (id: number) => string>> = {
  'site-offline': paths.sites.summary,
  'device-offline': paths.hardware.detail,
  'nas-silent': paths.nas.details,
  'command-failed': paths.hardware.command,
  'subnet-full': (id) => paths.ipam.detail('ipv4', id),
  'licence-ending': paths.licences.details,
  'warranty-ending': paths.hardware.detail,
}

/** Search parameters of the list that shows all problems of a kind. */
export const listSearch = ({ search, search_fields: fields }: { search: string; search_fields: string }) =>
  search === '' ? undefined : { search, ...(fields === '' ? {} : { searchFields: fields }) }

/** Where a problem is solved: its record, or the list of what it consists of. */
export function problemLink(
  kind: ProblemKind,
  { id }: Problem,
  all: { search: string; search_fields: string },
): LinkTarget {
  const page = recordPages[kind]
  return page && id !== null ? { to: page(id) } : { to: problemLists[kind], search: listSearch(all) }
}

const dayMs = 86_400_000

/** Days from the calendar day of `now` (in UTC) to the day. */
const daysUntil = (until: string, now: Date): number =>
  Math.round((Date.parse(until) - Date.parse(now.toISOString().slice(0, 10))) / dayMs)

/** What is wrong, in a few words. */
export function problemText(kind: ProblemKind, of: Problem, t: TFunction, language: string, now: Date): string {
  const count = of.count ?? 0
  if (of.command !== null) return `${commandTitle(of.command, t)} – ${t(`devices:state.${of.command.state}`)}`
  if (of.until !== null) return t(`dashboard:problem.${kind}`, { count: daysUntil(of.until, now) })
  // A router that cuts others off.
  if (kind === 'device-offline' && count > 0) return t('dashboard:problem.router-offline', { count })
  return t(`dashboard:problem.${kind}`, {
    count,
    usual: (of.usual ?? 0).toLocaleString(language),
    percent: of.used_percent ?? 0,
  })
}

/** Where the record is, and the cause if the panel knows it: `Harbour site · Acme · Connection refused`. */
export const problemPlace = ({ cause, site_name: site, company_name: company }: Problem): string =>
  [site, company, cause && textOf(cause)].filter((part) => part !== null && part !== '').join(' · ')

import { useMatches } from '@tanstack/react-router'
import type { Reply } from '@trunkline/contract/endpoint'
import { licences } from '@trunkline/contract/resources/licence'
import { partOfSubject, type LicencePart } from '@trunkline/contract/resources/licence-enums'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { loadTexts } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { panelPages } from '../../routes.ts'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { Bar } from '../bar.tsx'

/** Licences rarely change, and changes are announced. */
const fresh = 5 * 60_000

type Part = Reply<typeof licences.standing>['data']['parts'][number]

/** The licence part of a page, by the ability of its route. */
export function partOfPage(route: string | undefined): LicencePart | undefined {
  const access = panelPages.find(({ path }) => path === route)?.access
  return typeof access === 'object' ? partOfSubject[access.subject as keyof typeof partOfSubject] : undefined
}

/** The notice about a part; undefined where it is licensed or licences are not enforced. */
export function partInNeed(
  standing: { enforced: boolean; parts: readonly Part[] } | undefined,
  part: LicencePart | undefined,
): (Part & { state: 'grace' | 'closed' }) | undefined {
  if (!standing?.enforced) return undefined
  const found = standing.parts.find((one) => one.part === part)
  return found && found.state !== 'open' ? { ...found, state: found.state } : undefined
}

/** Warns on the pages of a part without a licence, where licences are enforced. */
export default function LicenceBar() {
  const { t } = useTranslation()
  const can = useCan()
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath as string | undefined })
  const part = partOfPage(route)
  const standing = useCall(
    licences.standing,
    {},
    { staleTime: fresh, subjects: ['licences'], enabled: part !== undefined },
  )
  const need = partInNeed(standing.data?.data, part)
  const [worded, setWorded] = useState(false)
  const needed = need !== undefined
  useEffect(() => {
    if (!needed) return
    let gone = false
    // Rarely shown, so the texts are loaded then.
    void loadTexts(['licences']).then(() => !gone && setWorded(true))
    return () => {
      gone = true
    }
  }, [needed])
  if (!need || !worded) return null
  const name = t(`licences:bar.part.${need.part}`)
  return (
    <Bar tone="warning" label={t('licences:bar.label')}>
      <span>
        {t(`licences:bar.${need.state}`, { part: name })}{' '}
        {need.until ? (
          <>
            {t(`licences:bar.${need.state}Until`)} <Time value={need.until} day />.{' '}
          </>
        ) : null}
        {t('licences:bar.todo')}
      </span>
      {can(licences.index) ? (
        <TextLink to={paths.licences.list} inherit underline="always" c="inherit">
          {t('licences:bar.own')}
        </TextLink>
      ) : null}
    </Bar>
  )
}

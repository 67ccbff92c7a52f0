import type { Site } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { sites } from '@trunkline/contract/resources/site'
import { useRowCan } from '../../access/can.ts'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/link.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import layout from '../../ui/layout.module.css'

const OnePosition = lazy(async () => ({ default: (await loadChunk(() => import('./one-place.tsx'))).OnePosition }))

/** Where the site is on the map, or how it comes to a place there. */
export function SitePlace({ site }: { site: Site }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const placed = site.latitude !== null && site.longitude !== null
  return (
    <Card title={t('sites:summary.place')}>
      {placed ? (
        <Suspense fallback={<DetailSkeleton facts={6} />}>
          <OnePosition
            site={{ ...site, latitude: site.latitude ?? 0, longitude: site.longitude ?? 0 }}
            key={`${site.latitude} ${site.longitude}`}
          />
        </Suspense>
      ) : (
        <p className={layout.note}>
          {t('sites:summary.noPlace')}{' '}
          {site.deleted_at === null && canOn(sites.update, site) ? (
            <TextLink to={paths.sites.update(site.id)} inherit>
              {t('sites:summary.setPlace')}
            </TextLink>
          ) : null}
        </p>
      )}
    </Card>
  )
}

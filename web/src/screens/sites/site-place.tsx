import { useTranslation } from '../../i18n/use-translation.ts'
import { sites, type Site } from '@trunkline/contract/resources/site'
import { useRowCan } from '../../access/can.ts'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/link.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import layout from '../../ui/layout.module.css'

const SingleSiteMap = lazy(async () => ({
  default: (await loadChunk(() => import('./single-site-map.tsx'))).SingleSiteMap,
}))

/** The map with the site; without a position, a link to set one. */
export function SiteMapCard({ site }: { site: Site }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const placed = site.latitude !== null && site.longitude !== null
  return (
    <Card title={t('sites:summary.map')}>
      {placed ? (
        <Suspense fallback={<DetailSkeleton facts={6} />}>
          <SingleSiteMap
            site={{ ...site, latitude: site.latitude ?? 0, longitude: site.longitude ?? 0 }}
            key={`${site.latitude} ${site.longitude}`}
          />
        </Suspense>
      ) : (
        <p className={layout.note}>
          {t('sites:summary.noPosition')}{' '}
          {site.deleted_at === null && canOn(sites.update, site) ? (
            <TextLink to={paths.sites.update(site.id)} inherit>
              {t('sites:summary.setPosition')}
            </TextLink>
          ) : null}
        </p>
      )}
    </Card>
  )
}

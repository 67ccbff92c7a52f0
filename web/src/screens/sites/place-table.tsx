import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { sexagesimal } from '../../map/coordinates.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import type { SiteMark } from './map-places.ts'
import { SiteBadge } from './site-status.tsx'
import classes from './sites.module.css'

/** More rows than this are drawn nowhere; whoever zooms in sees the others. */
const drawn = 200

/** What the map shows, in words: the sites with their pages, and what is too close together with a way closer. */
export function PlaceTable({
  marks,
  shares,
  none,
  onZoom,
}: {
  marks: readonly SiteMark[]
  shares: (mark: SiteMark) => string
  /** No site has a position at all. */
  none: boolean
  onZoom: (mark: SiteMark) => void
}) {
  const { t, i18n } = useTranslation()
  if (marks.length === 0) return <p className={layout.note}>{t(none ? 'sites:map.none' : 'sites:map.noneHere')}</p>
  const place = (mark: SiteMark) =>
    `${sexagesimal(mark.latitude, 'latitude')}, ${sexagesimal(mark.longitude, 'longitude')}`
  return (
    <div className={classes.places} role="region" aria-label={t('sites:map.table')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('sites:map.what')}</th>
            <th scope="col">{t('sites:field.status')}</th>
            <th scope="col" className={classes.wideOnly}>
              {t('sites:field.position')}
            </th>
          </tr>
        </thead>
        <tbody>
          {marks.slice(0, drawn).map((mark) => (
            <tr key={mark.key}>
              <th scope="row">
                {mark.site ? (
                  <TextLink to={paths.sites.summary(mark.site.id)} inherit>
                    {mark.site.name}
                  </TextLink>
                ) : (
                  <span className={classes.many}>
                    {t('sites:map.many', {
                      count: mark.count,
                      number: mark.count.toLocaleString(regional(i18n.language)),
                    })}
                    <Button
                      variant="default"
                      size="compact-xs"
                      aria-label={t('sites:map.closerAt', { place: place(mark) })}
                      onClick={() => onZoom(mark)}
                    >
                      {t('sites:map.closer')}
                    </Button>
                  </span>
                )}
              </th>
              <td>{mark.site ? <SiteBadge of={mark.site} /> : shares(mark)}</td>
              <td className={classes.wideOnly}>{place(mark)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

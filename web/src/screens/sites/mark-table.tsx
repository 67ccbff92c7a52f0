import { Button, Group } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { coordinatesText } from '../../map/coordinates.ts'
import { paths } from '../../paths.ts'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { useNumber } from '../../ui/use-number.ts'
import type { SiteMark } from './site-marks.ts'
import { SiteBadge } from './site-status.tsx'
import classes from './sites.module.css'

/** The table draws at most this many marks; the user zooms in for the others. */
const maxRows = 200

/** The marks of the map as a table: sites with their pages, and groups with a button to zoom in. */
export function MarkTable({
  marks,
  statusText,
  empty,
  onZoom,
}: {
  marks: readonly SiteMark[]
  /** The sites of a group by status. */
  statusText: (mark: SiteMark) => string
  /** No site has a position. */
  empty: boolean
  onZoom: (mark: SiteMark) => void
}) {
  const { t } = useTranslation()
  const number = useNumber()
  if (marks.length === 0) return <p className={layout.note}>{t(empty ? 'sites:map.none' : 'sites:map.noneHere')}</p>
  return (
    <SimpleTable
      label={t('sites:map.table')}
      className={classes.marks}
      tableClassName={classes.table}
      rows={marks.slice(0, maxRows)}
      rowKey={(mark) => mark.key}
      columns={[
        {
          key: 'site',
          header: t('sites:map.site'),
          cell: (mark) =>
            mark.site ? (
              <TextLink to={paths.sites.summary(mark.site.id)} inherit>
                {mark.site.name}
              </TextLink>
            ) : (
              <Group gap="xs">
                {t('sites:map.many', { count: mark.count, number: number(mark.count) })}
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={t('sites:map.closerAt', { place: coordinatesText(mark) })}
                  onClick={() => onZoom(mark)}
                >
                  {t('sites:map.closer')}
                </Button>
              </Group>
            ),
        },
        {
          key: 'status',
          header: t('sites:field.status'),
          cell: (mark) => (mark.site ? <SiteBadge of={mark.site} /> : statusText(mark)),
        },
        {
          key: 'position',
          header: <span className={classes.wideOnly}>{t('sites:field.position')}</span>,
          className: classes.wideOnly,
          cell: coordinatesText,
        },
      ]}
    />
  )
}

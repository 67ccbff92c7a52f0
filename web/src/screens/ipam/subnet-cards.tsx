import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './detail.module.css'
import { countText } from './utilisation.ts'

/** What is unusual about a subnet. */
export function Warnings({ of }: { of: Subnet }) {
  const { t } = useTranslation()
  useMessages()
  if (of.warnings.length === 0) return null
  return (
    <section className={classes.warnings} aria-label={t('ipam:detail.warnings')}>
      <IconAlertTriangle size={18} aria-hidden="true" />
      <ul>
        {of.warnings.map((warning) => (
          <li key={warning.reason}>{textOf(warning)}</li>
        ))}
      </ul>
    </section>
  )
}

/** How many blocks of each length are to be had, from the longest blocks down; each leads to the form that takes one. */
export function FreeUnits({ of, mayAdd }: { of: Subnet; mayAdd: boolean }) {
  const { t, i18n } = useTranslation()
  const lengths = Object.entries(of.free_units)
    .filter(([, count]) => count !== '0')
    .sort(([a], [b]) => Number(a) - Number(b))
  return (
    <Card title={t('ipam:detail.free')}>
      {lengths.length === 0 ? (
        <p className={classes.hint}>{t('ipam:detail.freeNone')}</p>
      ) : (
        <>
          <p className={classes.hint}>{t('ipam:detail.freeHint')}</p>
          <ul className={classes.units}>
            {lengths.map(([length, count]) => (
              <li key={length}>
                {mayAdd ? (
                  <TextLink
                    to={paths.ipam.create(of.ip_version)}
                    search={{ parent: String(of.id), prefix: length, from: 'detail' }}
                    className={classes.unitLink}
                  >
                    /{length}
                  </TextLink>
                ) : (
                  <span className={classes.unitLink}>/{length}</span>
                )}
                <span>{countText(count, regional(i18n.language))}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

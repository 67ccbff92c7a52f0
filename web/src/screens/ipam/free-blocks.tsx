import { Text } from '@mantine/core'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './detail.module.css'
import { countText } from './utilisation-format.ts'

/** The warnings of a subnet. */
export function Warnings({ of }: { of: Subnet }) {
  const { t } = useTranslation()
  useMessages()
  if (of.warnings.length === 0) return null
  return (
    <section className={classes.warnings} aria-label={t('ipam:detail.warnings')}>
      <IconAlertTriangle size={18} aria-hidden="true" />
      <ul className={layout.list}>
        {of.warnings.map((warning) => (
          <li key={warning.reason}>{textOf(warning)}</li>
        ))}
      </ul>
    </section>
  )
}

/** Free blocks by prefix length, largest blocks first; each links to the form that allocates one. */
export function FreeBlocks({ of, mayAdd }: { of: Subnet; mayAdd: boolean }) {
  const { t, i18n } = useTranslation()
  const lengths = Object.entries(of.free_units)
    .filter(([, count]) => count !== '0')
    .sort(([a], [b]) => Number(a) - Number(b))
  return (
    <Card title={t('ipam:detail.free')}>
      <Text fz={13} c="dimmed" mb={8}>
        {t(lengths.length === 0 ? 'ipam:detail.freeNone' : 'ipam:detail.freeHint')}
      </Text>
      {lengths.length > 0 ? (
        <ul className={classes.blocks}>
          {lengths.map(([length, count]) => (
            <li key={length}>
              {mayAdd ? (
                <TextLink
                  to={paths.ipam.create(of.ip_version)}
                  search={{ parent: String(of.id), prefix: length, from: 'detail' }}
                  className={classes.blockLink}
                >
                  /{length}
                </TextLink>
              ) : (
                <span className={classes.blockLink}>/{length}</span>
              )}
              <span>{countText(count, regional(i18n.language))}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

import { Button } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { FoundNetwork } from '@trunkline/contract/resources/wifi-shapes'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { followCommand } from '../devices/follow.ts'
import { foundBody } from './network-values.ts'
import type { SiteWifi } from './use-site-wifi.ts'
import { systemKey, wifiPaths } from './wifi-paths.ts'
import classes from './wifi.module.css'
import { bandsText, encryptionText } from './words.ts'

const keyOf = (of: FoundNetwork) => `${systemKey(of)}/${of.profile}`

/** Networks that devices send and the panel does not keep yet. */
export function FoundNetworks({ of, page }: { of: readonly FoundNetwork[]; page: SiteWifi }) {
  const { t } = useTranslation()
  const store = useCommand(wifi.store)
  const [taking, setTaking] = useState<string>()
  if (of.length === 0) return null
  const may = page.may(wifi.store)
  const take = async (one: FoundNetwork) => {
    setTaking(keyOf(one))
    const body = foundBody(one)
    if (!body) return
    await store.run({ params: { id: page.siteId }, body }).then(
      ({ data }) => {
        notify.success(t('wifi:found.taken', { name: one.ssid }))
        if (data.command) followCommand(data.command.id, one.hardware_id)
      },
      // It stands below the row.
      () => undefined,
    )
  }
  return (
    <Card title={t('wifi:found.title')}>
      <p className={classes.quiet}>{t('wifi:found.text')}</p>
      <ul className={classes.found}>
        {of.map((one) => (
          <li key={keyOf(one)}>
            <div className={classes.foundText}>
              <span className={classes.named}>
                <strong>{one.ssid}</strong>
                {one.is_enabled ? null : <StatusBadge>{t('wifi:isOff')}</StatusBadge>}
                {one.hidden ? <StatusBadge>{t('wifi:isHidden')}</StatusBadge> : null}
              </span>
              <span className={classes.quiet}>
                {one.hardware_name} · {t(`wifi:stack.${one.stack}`)} · {encryptionText(one.encryption, t)} ·{' '}
                {bandsText(one.bands, t)} · {t('wifi:found.points', { count: one.access_points })} ·{' '}
                {t('wifi:found.profile', { name: one.profile })}
              </span>
            </div>
            {!may ? null : foundBody(one) ? (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconPlus size={16} aria-hidden="true" />}
                aria-label={t('wifi:found.takeOf', { name: one.ssid, device: one.hardware_name })}
                loading={store.pending && taking === keyOf(one)}
                onClick={() => void take(one)}
              >
                {t('wifi:found.take')}
              </Button>
            ) : (
              <LinkButton
                variant="default"
                size="compact-md"
                to={wifiPaths.add(page.siteId)}
                search={{ system: systemKey(one), adopt: one.profile }}
                aria-label={t('wifi:found.reviewOf', { name: one.ssid, device: one.hardware_name })}
              >
                {t('wifi:found.review')}
              </LinkButton>
            )}
            {store.error && taking === keyOf(one) ? (
              <div className={classes.whole}>
                <ErrorNotice error={store.error} inline title={t('form:failed')} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

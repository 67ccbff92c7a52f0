import { Button } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { FoundNetwork } from '@trunkline/contract/resources/wifi-shapes'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { followCommand } from '../devices/follow.ts'
import { bandsText, encryptionText } from './network-text.ts'
import { foundBody } from './network-values.ts'
import type { SiteWifi } from './use-site-wifi.ts'
import { systemKey, wifiPaths } from './wifi-paths.ts'
import classes from './wifi.module.css'

/** Networks that devices broadcast and the panel does not manage yet. */
export function FoundNetworks({ of, page }: { of: readonly FoundNetwork[]; page: SiteWifi }) {
  const { t } = useTranslation()
  return of.length === 0 ? null : (
    <Card title={t('wifi:found.title')}>
      <p className={layout.smallNote}>{t('wifi:found.text')}</p>
      <ul className={layout.rows}>
        {of.map((one) => (
          <FoundRow key={`${systemKey(one)}/${one.profile}`} of={one} page={page} />
        ))}
      </ul>
    </Card>
  )
}

function FoundRow({ of, page }: { of: FoundNetwork; page: SiteWifi }) {
  const { t } = useTranslation()
  const store = useCommand(wifi.store)
  const body = foundBody(of)
  const names = { name: of.ssid, device: of.hardware_name }
  const facts = [
    of.hardware_name,
    t(`wifi:stack.${of.stack}`),
    encryptionText(of.encryption, t),
    bandsText(of.bands, t),
    t('wifi:found.points', { count: of.access_points }),
    t('wifi:found.profile', { name: of.profile }),
  ]
  const adopt = () =>
    body &&
    void store.run({ params: { id: page.siteId }, body }).then(
      ({ data }) => {
        notify.success(t('wifi:found.adopted', names))
        if (data.command) followCommand(data.command.id, of.hardware_id)
      },
      // The error is shown in the row.
      () => undefined,
    )
  return (
    <li>
      <div className={classes.grow}>
        <span className={classes.inline}>
          <strong>{of.ssid}</strong>
          {of.is_enabled ? null : <StatusBadge>{t('wifi:isOff')}</StatusBadge>}
          {of.hidden ? <StatusBadge>{t('wifi:field.hidden')}</StatusBadge> : null}
        </span>
        <p className={layout.smallNote}>{facts.join(' · ')}</p>
        {store.error ? <ErrorNotice error={store.error} inline title={t('form:failed')} /> : null}
      </div>
      {!page.may(wifi.store) ? null : body ? (
        <Button
          variant="default"
          size="compact-md"
          leftSection={actionIcon(IconPlus)}
          aria-label={t('wifi:found.adoptOf', names)}
          loading={store.pending}
          onClick={adopt}
        >
          {t('wifi:found.adopt')}
        </Button>
      ) : (
        <LinkButton
          variant="default"
          size="compact-md"
          to={wifiPaths.add(page.siteId)}
          search={{ system: systemKey(of), adopt: of.profile }}
          aria-label={t('wifi:found.reviewOf', names)}
        >
          {t('wifi:found.review')}
        </LinkButton>
      )}
    </li>
  )
}

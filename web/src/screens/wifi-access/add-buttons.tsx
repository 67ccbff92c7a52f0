import { Button, Modal, type MantineSize } from '@mantine/core'
import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { AccessAction } from '@trunkline/contract/resources/wifi-enums'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { accessPaths } from './access-paths.ts'
import { SiteSelect, type SiteRef } from './site-select.tsx'
import classes from './wifi-access.module.css'

/** Up to this number of sites, each has a button of its own. */
const maxSiteButtons = 8

/** "Block device" and "Allow device" at a site, or at one that is asked for. */
export function AddButtons({
  site,
  sites = [],
  loading = false,
  size = 'sm',
}: {
  site: { id: number } | undefined
  /** The sites to select from, if it is not known which one. */
  sites?: readonly SiteRef[]
  loading?: boolean
  size?: MantineSize
}) {
  const { t } = useTranslation()
  const go = useGo()
  const [action, setAction] = useState<AccessAction>()
  const button = (one: AccessAction) => {
    const look = {
      size,
      variant: one === 'block' ? 'filled' : 'default',
      leftSection: one === 'block' ? <IconBan size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />,
      children: t(`wifi-access:${one}`),
    }
    return site ? (
      <LinkButton {...look} to={accessPaths.create(site.id)} search={{ action: one }} />
    ) : (
      <Button {...look} disabled={loading} onClick={() => setAction(one)} />
    )
  }
  return (
    <>
      <span className={classes.addButtons}>
        {button('block')}
        {button('allow')}
      </span>
      <Modal
        opened={action !== undefined}
        onClose={() => setAction(undefined)}
        title={t('wifi-access:home.selectSite')}
        centered
        closeButtonProps={{ 'aria-label': t('ui:close') }}
      >
        <div className={layout.stack}>
          {sites.length > 0 && sites.length <= maxSiteButtons ? (
            sites.map((one) => (
              <LinkButton key={one.id} variant="default" size="md" to={accessPaths.create(one.id)} search={{ action }}>
                {one.name}
              </LinkButton>
            ))
          ) : (
            <SiteSelect
              label={t('wifi-access:home.site')}
              placeholder={t('form:select')}
              selected={undefined}
              onSelect={(one) => one && void go(accessPaths.create(one.id), { search: { action } })}
            />
          )}
        </div>
      </Modal>
    </>
  )
}

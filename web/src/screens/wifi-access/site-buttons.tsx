import { Button, Modal } from '@mantine/core'
import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useNavigate } from '@tanstack/react-router'
import type { AccessAction } from '@trunkline/contract/resources/wifi-enums'
import { accessPaths } from './access-paths.ts'
import { SiteSelect, type SiteRef } from './site-choice.tsx'
import classes from './wifi-access.module.css'

/** "Block a device" and "Allow a device": at the site that is meant, or after asking which. */
export function SiteButtons({
  site,
  few,
  ready,
}: {
  site: SiteRef | undefined
  /** It is known how many sites there are. */
  ready: boolean
  /** The reader's sites where they are few enough for a button each. */
  few: readonly SiteRef[]
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asks, setAsks] = useState<AccessAction>()
  const go = (at: SiteRef, action: AccessAction) =>
    void navigate({ to: accessPaths.create(at.id) as never, search: { action } as never })
  const press = (action: AccessAction) => (site ? go(site, action) : setAsks(action))
  return (
    <>
      <span className={classes.bigButtons}>
        <Button
          size="md"
          disabled={!ready}
          leftSection={<IconBan size={20} aria-hidden="true" />}
          onClick={() => press('block')}
        >
          {t('wifi-access:block')}
        </Button>
        <Button
          size="md"
          variant="default"
          disabled={!ready}
          leftSection={<IconCircleCheck size={20} aria-hidden="true" />}
          onClick={() => press('allow')}
        >
          {t('wifi-access:allow')}
        </Button>
      </span>
      <Modal
        opened={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={t('wifi-access:home.whichSite')}
        centered
        closeButtonProps={{ 'aria-label': t('ui:close') }}
      >
        <div className={classes.stack}>
          {few.length > 0 ? (
            few.map((one) => (
              <Button key={one.id} variant="default" size="md" onClick={() => asks && go(one, asks)}>
                {one.name}
              </Button>
            ))
          ) : (
            <SiteSelect
              label={t('wifi-access:home.site')}
              all={t('form:select')}
              chosen={undefined}
              onChoose={(one) => one && asks && go(one, asks)}
            />
          )}
        </div>
      </Modal>
    </>
  )
}

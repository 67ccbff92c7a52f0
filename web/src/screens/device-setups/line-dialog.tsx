import { Button, Group, Modal } from '@mantine/core'
import { deviceSetups } from '@trunkline/contract/resources/device-setup'
import type { Reply } from '@trunkline/contract/endpoint'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useCommand } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import classes from '../hardware/hardware.module.css'

/** The line that new routers of the caller's company run. */
export default function LineDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { run, pending } = useCommand(deviceSetups.line)
  const [line, setLine] = useState<Reply<typeof deviceSetups.line>['data']>()
  const [error, setError] = useState<unknown>()
  const load = (renew: boolean) => {
    setError(undefined)
    void run({ body: { renew } }).then(({ data }) => setLine(data), setError)
  }
  const isLoaded = useRef(false)
  useEffect(() => {
    if (isLoaded.current) return
    isLoaded.current = true
    load(false)
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('device-setups:line.title')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={layout.stack}>
        <p className={layout.note}>{t('device-setups:line.text')}</p>
        {error ? <ErrorNotice error={error} retry={() => load(false)} /> : null}
        {line === undefined ? (
          error ? null : (
            <TableSkeleton rows={3} columns={1} />
          )
        ) : (
          <>
            <Group justify="space-between">
              <span className={layout.quiet}>
                {t('device-setups:line.since')} <Time value={line.created_at} />
              </span>
              <CopyButton value={line.line} label={t('device-setups:line.copy')} />
            </Group>
            <pre className={classes.config} role="group" aria-label={t('device-setups:line.title')} tabIndex={0}>
              {line.line}
            </pre>
            <p className={layout.warn}>{t('device-setups:line.secret')}</p>
            <p className={layout.smallNote}>{t('device-setups:line.mode')}</p>
            <div>
              <Button
                variant="default"
                leftSection={actionIcon(IconRefresh)}
                loading={pending}
                aria-describedby="setup-line-renew"
                onClick={() => load(true)}
              >
                {t('device-setups:line.renew')}
              </Button>
              <p className={layout.smallNote} id="setup-line-renew">
                {t('device-setups:line.renewText')}
              </p>
            </div>
          </>
        )}
      </div>
    </Modal>
  )
}

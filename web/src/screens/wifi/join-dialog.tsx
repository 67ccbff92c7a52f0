import { Button, Modal } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { withPassphrase } from '@trunkline/contract/resources/wifi-enums'
import { IconEye, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import QrCode from '../profile/qr-code.tsx'
import { joinText } from './join-text.ts'
import classes from './wifi.module.css'

/**
 * A code by which a phone joins a network, with the same in words beside it. The passphrase is asked for by a button of
 * its own, since every look at it is written down; it is forgotten when the dialog closes.
 */
export default function JoinDialog({ of, siteId, onClose }: { of: WifiSetting; siteId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const reveal = useCommand(wifi.reveal, { subjects: [] })
  const [shown, setShown] = useState<string | null>()
  const needs = withPassphrase.includes(of.encryption)
  const ready = !needs || typeof shown === 'string'
  // What is printed is the code alone (see the style sheet).
  useEffect(() => {
    document.documentElement.dataset.print = 'dialog'
    return () => void delete document.documentElement.dataset.print
  }, [])
  const ask = () =>
    void reveal.run({ params: { id: siteId, settingId: of.id } }).then(
      ({ data }) => setShown(data.passphrase),
      () => undefined,
    )
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={t('wifi:join.title', { name: of.ssid })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {ready ? (
        <div className={classes.join}>
          <QrCode text={joinText(of, shown ?? null)} label={t('wifi:join.code', { name: of.ssid })} />
          <dl className={classes.joinWords}>
            <div>
              <dt>{t('wifi:field.ssid')}</dt>
              <dd>
                <code>{of.ssid}</code> <CopyButton value={of.ssid} what={t('wifi:field.ssid')} />
              </dd>
            </div>
            {typeof shown === 'string' ? (
              <div>
                <dt>{t('wifi:field.passphrase')}</dt>
                <dd>
                  <code>{shown}</code> <CopyButton value={shown} what={t('wifi:field.passphrase')} />
                </dd>
              </div>
            ) : null}
          </dl>
          <p className={classes.quiet}>{t('wifi:join.hint')}</p>
          <div className={classes.joinDeeds}>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {t('wifi:join.print')}
            </Button>
            <Button onClick={onClose}>{t('ui:close')}</Button>
          </div>
        </div>
      ) : (
        <div className={classes.stack}>
          <p className={classes.plain}>
            {t(shown === null || !of.has_passphrase ? 'wifi:join.noPassphrase' : 'wifi:join.text')}
          </p>
          {reveal.error ? <ErrorNotice error={reveal.error} inline /> : null}
          <div className={classes.joinDeeds}>
            <Button variant="default" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
            {of.has_passphrase && shown !== null ? (
              <Button
                leftSection={<IconEye size={16} aria-hidden="true" />}
                loading={reveal.pending}
                onClick={ask}
                data-autofocus
              >
                {t('wifi:join.reveal')}
              </Button>
            ) : null}
          </div>
        </div>
      )}
    </Modal>
  )
}

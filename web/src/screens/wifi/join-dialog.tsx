import { Button, Group, Modal } from '@mantine/core'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { withPassphrase } from '@trunkline/contract/resources/wifi-enums'
import { IconEye, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import QrCode from '../profile/qr-code.tsx'
import { joinText } from './join-text.ts'
import classes from './wifi.module.css'

/**
 * A QR code with the name and passphrase of a network. The passphrase is requested by a button, because every access is
 * logged, and is discarded when the dialog closes.
 */
export default function JoinDialog({ of, siteId, onClose }: { of: WifiSetting; siteId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const reveal = useCommand(wifi.reveal, { subjects: [] })
  const [passphrase, setPassphrase] = useState<string | null>()
  const ready = !withPassphrase.includes(of.encryption) || typeof passphrase === 'string'
  // Only the code is printed: see `data-print` in the style sheet.
  useEffect(() => {
    document.documentElement.dataset.print = 'dialog'
    return () => void delete document.documentElement.dataset.print
  }, [])
  const showPassphrase = () =>
    void reveal.run({ params: { id: siteId, settingId: of.id } }).then(
      ({ data }) => setPassphrase(data.passphrase),
      () => undefined,
    )
  const fact = (label: string, value: string) => ({
    label,
    value: (
      <span className={layout.copied}>
        <code>{value}</code> <CopyButton value={value} what={label} />
      </span>
    ),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      className={classes.codeDialog ?? ''}
      title={t('wifi:join.title', { name: of.ssid })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {ready ? (
        <div className={layout.stack}>
          <Group justify="center">
            <QrCode text={joinText(of, passphrase ?? null)} label={t('wifi:join.code', { name: of.ssid })} />
          </Group>
          <FactList
            facts={[
              fact(t('wifi:field.ssid'), of.ssid),
              ...(typeof passphrase === 'string' ? [fact(t('wifi:field.passphrase'), passphrase)] : []),
            ]}
          />
          <p className={layout.smallNote}>{t('wifi:join.hint')}</p>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" leftSection={actionIcon(IconPrinter)} onClick={() => window.print()}>
              {t('wifi:join.print')}
            </Button>
            <Button onClick={onClose}>{t('ui:close')}</Button>
          </Group>
        </div>
      ) : (
        <div className={layout.stack}>
          <p className={classes.text}>
            {t(passphrase === null || !of.has_passphrase ? 'wifi:join.noPassphrase' : 'wifi:join.text')}
          </p>
          {reveal.error ? <ErrorNotice error={reveal.error} inline /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
            {of.has_passphrase && passphrase !== null ? (
              <Button
                leftSection={actionIcon(IconEye)}
                loading={reveal.pending}
                onClick={showPassphrase}
                data-autofocus
              >
                {t('wifi:join.reveal')}
              </Button>
            ) : null}
          </Group>
        </div>
      )}
    </Modal>
  )
}

import { hardwareLive, type LiveState } from '@trunkline/contract/resources/hardware-live'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { useQuestion } from '../../ui/question.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './hardware.module.css'

interface NoticeProps {
  of: LiveState
  device: HardwareDevice
  /** Reads the device again; left out for those who may not. */
  onAccepted: (() => void) | undefined
}

/** Shown when a device presents another certificate than the trusted one. */
export function CertificateNotice({ of, device, onAccepted }: NoticeProps) {
  const canOn = useRowCan()
  const accept = useCommand(hardwareLive.acceptCertificate)
  return (
    <TrustNotice
      kind="certificate"
      trusted={of.trusted_certificate}
      canAccept={canOn(hardwareLive.acceptCertificate, device)}
      onAccept={async (changed) => {
        await accept.run({ params: { id: device.id }, body: { certificate: changed === '' ? null : changed } })
        onAccepted?.()
      }}
    />
  )
}

/** Shown when a device presents another SSH host key than the trusted one. */
export function SshKeyNotice({ of, device, onAccepted }: NoticeProps) {
  const canOn = useRowCan()
  const accept = useCommand(hardwareLive.acceptSshKey)
  return (
    <TrustNotice
      kind="sshKey"
      trusted={of.trusted_ssh_key}
      canAccept={canOn(hardwareLive.acceptSshKey, device)}
      onAccept={async (changed) => {
        await accept.run({ params: { id: device.id }, body: { ssh_key: changed } })
        onAccepted?.()
      }}
    />
  )
}

/** Both fingerprints, and a button to accept the new one; nothing if the trusted one is presented. */
function TrustNotice({
  kind,
  trusted,
  canAccept,
  onAccept,
}: {
  /** Of its texts. */
  kind: 'certificate' | 'sshKey'
  trusted: LiveState['trusted_certificate'] | LiveState['trusted_ssh_key']
  canAccept: boolean
  onAccept: (changed: string) => Promise<void>
}) {
  const { t } = useTranslation()
  const { confirm, dialog } = useQuestion()
  if (trusted === null || trusted.changed === null) return null
  const text = (key: string) => t(`hardware:${kind}.${key}`)
  const { changed, changed_at } = trusted
  return (
    <section className={classes.warn} aria-label={text('title')}>
      <p>{text('text')}</p>
      <FactList
        facts={[
          {
            label: t(`hardware:certificate.trusted.${trusted.origin}`),
            value: <span className={layout.code}>{trusted.fingerprint}</span>,
            wide: true,
          },
          {
            label: t('hardware:certificate.shown'),
            value: <span className={layout.code}>{changed === '' ? t('hardware:certificate.none') : changed}</span>,
            wide: true,
          },
          {
            label: t('hardware:certificate.since'),
            value: changed_at === null ? null : <Time value={changed_at} />,
          },
        ]}
      />
      {canAccept ? (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            confirm({
              title: text('accept'),
              text: text('question'),
              confirmLabel: text('accept'),
              tone: 'danger',
              run: () => onAccept(changed),
              done: text('done'),
            })
          }
        >
          {text('accept')}
        </Button>
      ) : null}
      {dialog}
    </section>
  )
}

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

/** Shown when a device presents another certificate than the trusted one: both fingerprints, and a button to accept the new one. */
export function CertificateNotice({
  of,
  device,
  onAccepted,
}: {
  of: LiveState
  device: HardwareDevice
  /** Reads the device again; left out for those who may not. */
  onAccepted: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const accept = useCommand(hardwareLive.acceptCertificate)
  const { confirm, dialog } = useQuestion()
  const trusted = of.trusted_certificate
  if (trusted === null || trusted.changed === null) return null
  const text = (key: string) => t(`hardware:certificate.${key}`)
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
            label: text('shown'),
            value: <span className={layout.code}>{changed === '' ? text('none') : changed}</span>,
            wide: true,
          },
          { label: text('since'), value: changed_at === null ? null : <Time value={changed_at} /> },
        ]}
      />
      {canOn(hardwareLive.acceptCertificate, device) ? (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            confirm({
              title: text('accept'),
              text: text('question'),
              confirmLabel: text('accept'),
              tone: 'danger',
              run: async () => {
                await accept.run({ params: { id: device.id }, body: { certificate: changed === '' ? null : changed } })
                onAccepted?.()
              },
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

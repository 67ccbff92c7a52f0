import { Button, Modal } from '@mantine/core'
import { IconBan, IconDownload, IconPlus } from '@tabler/icons-react'
import type { Reply } from '@trunkline/contract/endpoint'
import {
  clientCertificateDays,
  serviceCertificates,
  type ServiceCertificate,
} from '@trunkline/contract/resources/service-certificate'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { NumberField, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import classes from '../radius-certificates/certificates.module.css'

type Issued = Reply<typeof serviceCertificates.issue>['data']

const tones: Record<ServiceCertificate['state'], Tone> = {
  valid: 'good',
  expired: 'neutral',
  revoked: 'bad',
  untrusted: 'warning',
}

/** Downloads the PKCS#12 file, which the reply holds in Base64. */
function saveFile({ pkcs12, file_name }: Issued): void {
  const bytes = Uint8Array.from(atob(pkcs12), (character) => character.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/x-pkcs12' }))
  const link = document.createElement('a')
  link.href = address
  link.download = file_name
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

interface IssueValues {
  valid_days: number | null
  password: string
  [key: string]: unknown
}

/** The form of a new certificate, and then its file and password, shown this once. */
function IssueDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const text = (key: string, values: Record<string, unknown> = {}) => t(`radius-certificates:client.${key}`, values)
  const issue = useCommand(serviceCertificates.issue)
  const [issued, setIssued] = useState<Issued | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={text(issued ? 'done.title' : 'issue')}
      centered
      size="lg"
      closeOnClickOutside={issued === null}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {issued ? (
        <>
          <p className={classes.lead} role="status">
            {text('done.text')}
          </p>
          <div className={classes.secret}>
            <span>{text('done.password')}:</span>
            <code>{issued.password}</code>
            <CopyButton value={issued.password} label={text('done.copy')} />
          </div>
          <div className={classes.buttons}>
            <Button
              data-autofocus
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => saveFile(issued)}
            >
              {text('done.download', { file: issued.file_name })}
            </Button>
            <Button variant="default" onClick={onClose}>
              {text('done.close')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={classes.lead}>{text('issueText')}</p>
          <Form<IssueValues>
            initial={{ valid_days: clientCertificateDays.usual, password: '' }}
            guard={false}
            onSubmit={async ({ valid_days, password }) => {
              const { data } = await issue.run({
                params: { id },
                body: {
                  ...(valid_days !== null && { valid_days }),
                  ...(password !== '' && { password }),
                },
              })
              setIssued(data)
            }}
            submitLabel={text('issue')}
            secondary={
              <Button variant="default" onClick={onClose}>
                {t('ui:cancel')}
              </Button>
            }
          >
            <NumberField name="valid_days" label={text('days')} min={1} max={clientCertificateDays.max} />
            <TextField
              name="password"
              label={text('password')}
              help={text('passwordHelp')}
              autoComplete="off"
              maxLength={64}
            />
          </Form>
        </>
      )}
    </Modal>
  )
}

/** The client certificates of a service, for EAP-TLS: issued, listed, revoked. */
export function ServiceCertificatesCard({
  service,
}: {
  service: { id: number; company_id: number; status: string; deleted_at: string | null }
}) {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const text = (key: string, values: Record<string, unknown> = {}) => t(`radius-certificates:client.${key}`, values)
  const list = useCall(serviceCertificates.index, { params: { id: service.id } }, { row: service.id })
  const revoke = useCommand(serviceCertificates.revoke)
  const [issuing, setIssuing] = useState(false)
  const { confirm, dialog } = useQuestion()
  if (!can(serviceCertificates.index)) return null
  const mayChange = canOn(serviceCertificates.issue, service) && service.deleted_at === null
  const rows = list.data?.data
  const confirmRevoke = ({ id: certificateId, serial }: ServiceCertificate) =>
    confirm({
      title: text('revokeNamed', { serial }),
      text: text('revokeText'),
      confirmLabel: text('revoke'),
      tone: 'danger',
      run: () => revoke.run({ params: { id: service.id, certificateId } }),
      done: text('revoked'),
    })
  return (
    <Card
      title={text('title')}
      actions={
        <TextLink to={paths.deviceSetup} size="sm">
          {text('guide')}
        </TextLink>
      }
    >
      <p className={classes.lead}>{text('lead')}</p>
      {list.error && !rows ? (
        <ErrorNotice error={list.error} retry={() => void list.refetch()} inline />
      ) : !rows ? (
        <DetailSkeleton />
      ) : rows.length === 0 ? (
        <p className={classes.note}>{text('none')}</p>
      ) : (
        <ul className={classes.rows}>
          {rows.map((certificate) => (
            <li key={certificate.id}>
              <div>
                <div className={classes.rowHead}>
                  <StatusBadge tone={tones[certificate.state]}>{text(`state.${certificate.state}`)}</StatusBadge>
                  <h3>{certificate.subject}</h3>
                </div>
                <span className={classes.under}>
                  {text(`stateText.${certificate.state}`)}{' '}
                  <Time value={certificate.revoked_at ?? certificate.not_after} day={certificate.revoked_at === null} />
                  {certificate.revoked_by ? ` ${text('revokedBy', { who: certificate.revoked_by })}` : null} ·{' '}
                  {text('issuedBy', { who: certificate.issued_by })}
                </span>
                <span className={classes.under}>
                  <span className={classes.code}>{text('serial', { serial: certificate.serial })}</span>
                </span>
              </div>
              {mayChange && certificate.state === 'valid' ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconBan size={16} aria-hidden="true" />}
                  aria-label={text('revokeNamed', { serial: certificate.serial })}
                  onClick={() => confirmRevoke(certificate)}
                >
                  {text('revoke')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange && service.status !== 'terminated' ? (
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setIssuing(true)}
          >
            {text('issue')}
          </Button>
        </div>
      ) : null}
      {issuing ? <IssueDialog id={service.id} onClose={() => setIssuing(false)} /> : null}
      {dialog}
    </Card>
  )
}

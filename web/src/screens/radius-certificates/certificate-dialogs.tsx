import { Button, Modal } from '@mantine/core'
import { radiusCertificates, type RadiusAuthority } from '@trunkline/contract/resources/radius-certificate'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { SelectField, TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { notify } from '../../ui/notify.ts'
import classes from './certificates.module.css'
import { PemField } from './pem-field.tsx'

function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={title} centered size="lg" closeButtonProps={{ 'aria-label': t('ui:close') }}>
      {children}
    </Modal>
  )
}

function Cancel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="default" onClick={onClose}>
      {t('ui:cancel')}
    </Button>
  )
}

interface PemValues {
  certificate: string
  private_key: string
  [key: string]: unknown
}

/** Uploads a server certificate with its chain and key. */
export function UploadServerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const replace = useCommand(radiusCertificates.replaceServer)
  const label = (key: string) => t(`radius-certificates:pem.${key}`)
  return (
    <Dialog title={t('radius-certificates:server.upload')} onClose={onClose}>
      <p className={classes.lead}>{t('radius-certificates:server.uploadText')}</p>
      <Form<PemValues>
        initial={{ certificate: '', private_key: '' }}
        schema={radiusCertificates.replaceServer.body}
        guard={false}
        onSubmit={async ({ certificate, private_key }) => {
          await replace.run({ body: { certificate, private_key } })
          notify.success(t('radius-certificates:server.uploaded'))
          onClose()
        }}
        submitLabel={t('radius-certificates:server.upload')}
        secondary={<Cancel onClose={onClose} />}
      >
        <PemField name="certificate" label={label('certificate')} help={label('certificateHelp')} required />
        <PemField name="private_key" label={label('key')} help={label('keyHelp')} required />
      </Form>
    </Dialog>
  )
}

interface IssueValues {
  name: string
  authority_id: number | null
  [key: string]: unknown
}

/** Issues a server certificate for another name, or from another CA. */
export function IssueServerDialog({
  name,
  authorities,
  onClose,
}: {
  /** That of the certificate in use. */
  name: string
  authorities: readonly RadiusAuthority[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const issue = useCommand(radiusCertificates.issueServer)
  const signing = authorities.filter((authority) => authority.has_key)
  return (
    <Dialog title={t('radius-certificates:server.issue')} onClose={onClose}>
      <p className={classes.lead}>{t('radius-certificates:server.issueText')}</p>
      <Form<IssueValues>
        initial={{ name, authority_id: signing[0]?.id ?? null }}
        schema={radiusCertificates.issueServer.body}
        guard={false}
        onSubmit={async (values) => {
          await issue.run({
            body: { name: values.name, ...(values.authority_id !== null && { authority_id: values.authority_id }) },
          })
          notify.success(t('radius-certificates:server.issued'))
          onClose()
        }}
        submitLabel={t('radius-certificates:server.issue')}
        secondary={<Cancel onClose={onClose} />}
      >
        <TextField
          name="name"
          label={t('radius-certificates:server.name')}
          help={t('radius-certificates:server.nameHelp')}
          maxLength={253}
          required
        />
        {signing.length > 1 ? (
          <SelectField
            name="authority_id"
            label={t('radius-certificates:server.authority')}
            options={signing.map(({ id, subject }) => ({ id, name: subject }))}
          />
        ) : null}
      </Form>
    </Dialog>
  )
}

/** Adds an own CA, with or without its key. */
export function AddAuthorityDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const add = useCommand(radiusCertificates.addAuthority)
  const label = (key: string) => t(`radius-certificates:authority.${key}`)
  return (
    <Dialog title={label('add')} onClose={onClose}>
      <p className={classes.lead}>{label('addText')}</p>
      <Form<PemValues>
        initial={{ certificate: '', private_key: '' }}
        schema={radiusCertificates.addAuthority.body}
        guard={false}
        onSubmit={async ({ certificate, private_key }) => {
          await add.run({ body: { certificate, ...(private_key !== '' && { private_key }) } })
          notify.success(label('added'))
          onClose()
        }}
        submitLabel={label('add')}
        secondary={<Cancel onClose={onClose} />}
      >
        <PemField name="certificate" label={label('certificate')} help={label('certificateHelp')} required />
        <PemField name="private_key" label={label('key')} help={label('keyHelp')} />
      </Form>
    </Dialog>
  )
}

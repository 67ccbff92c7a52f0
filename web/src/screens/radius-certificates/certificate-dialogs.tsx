import { radiusCertificates, type RadiusAuthority } from '@trunkline/contract/resources/radius-certificate'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { SelectField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { notify } from '../../ui/notify.ts'
import { PemField } from './pem-field.tsx'

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
    <FormDialog<PemValues>
      title={t('radius-certificates:server.upload')}
      text={t('radius-certificates:server.uploadText')}
      size="lg"
      onClose={onClose}
      initial={{ certificate: '', private_key: '' }}
      schema={radiusCertificates.replaceServer.body}
      onSubmit={async ({ certificate, private_key }) => {
        await replace.run({ body: { certificate, private_key } })
        notify.success(t('radius-certificates:server.uploaded'))
        onClose()
      }}
      submitLabel={t('radius-certificates:server.upload')}
    >
      <PemField name="certificate" label={label('certificate')} help={label('certificateHelp')} required />
      <PemField name="private_key" label={label('key')} help={label('keyHelp')} required />
    </FormDialog>
  )
}

interface IssueValues {
  name: string
  authority_id: number | null
  [key: string]: unknown
}

/** Issues a server certificate for another DNS name, or from another CA. */
export function IssueServerDialog({
  name,
  authorities,
  onClose,
}: {
  /** The DNS name of the current certificate. */
  name: string
  authorities: readonly RadiusAuthority[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const issue = useCommand(radiusCertificates.issueServer)
  const signing = authorities.filter((authority) => authority.has_key)
  const text = (key: string) => t(`radius-certificates:server.${key}`)
  return (
    <FormDialog<IssueValues>
      title={text('issue')}
      text={text('issueText')}
      size="lg"
      onClose={onClose}
      initial={{ name, authority_id: signing[0]?.id ?? null }}
      schema={radiusCertificates.issueServer.body}
      onSubmit={async ({ name: dnsName, authority_id }) => {
        await issue.run({ body: { name: dnsName, ...(authority_id !== null && { authority_id }) } })
        notify.success(text('issued'))
        onClose()
      }}
      submitLabel={text('issue')}
    >
      <TextField name="name" label={text('name')} help={text('nameHelp')} maxLength={253} required />
      {signing.length > 1 ? (
        <SelectField
          name="authority_id"
          label={text('authority')}
          options={signing.map(({ id, subject }) => ({ id, name: subject }))}
        />
      ) : null}
    </FormDialog>
  )
}

/** Adds an existing CA, with or without its key. */
export function AddAuthorityDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const add = useCommand(radiusCertificates.addAuthority)
  const text = (key: string) => t(`radius-certificates:authority.${key}`)
  return (
    <FormDialog<PemValues>
      title={text('add')}
      text={text('addText')}
      size="lg"
      onClose={onClose}
      initial={{ certificate: '', private_key: '' }}
      schema={radiusCertificates.addAuthority.body}
      onSubmit={async ({ certificate, private_key }) => {
        await add.run({ body: { certificate, ...(private_key !== '' && { private_key }) } })
        notify.success(text('added'))
        onClose()
      }}
      submitLabel={text('add')}
    >
      <PemField name="certificate" label={text('certificate')} help={text('certificateHelp')} required />
      <PemField name="private_key" label={text('key')} help={text('keyHelp')} />
    </FormDialog>
  )
}

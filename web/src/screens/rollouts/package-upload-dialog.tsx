import { Button, Modal } from '@mantine/core'
import { packageMaxBytes, routerosPackages } from '@trunkline/contract/resources/routeros-package'
import { call } from '../../api/call.ts'
import { invalidateSubject } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { TextField } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { Form } from '../../form/form.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { bytesText } from '../../ui/amounts.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import layout from '../../ui/layout.module.css'
import { notify } from '../../ui/notify.ts'
import { regional } from '../../ui/zone.ts'

interface UploadValues {
  file: File | null
  note: string
  [key: string]: unknown
}

/** The error of a file by its name and size; undefined: no error. */
function fileError(file: File | null): 'none' | 'kind' | 'empty' | 'large' | undefined {
  if (file === null) return 'none'
  if (!/\.npk$/i.test(file.name)) return 'kind'
  if (file.size === 0) return 'empty'
  return file.size > packageMaxBytes ? 'large' : undefined
}

function FileField() {
  const { t, i18n } = useTranslation()
  const label = t('rollouts:packages.file')
  const field = useField<File | null>('file', label)
  return (
    <FileDrop
      id={field.id}
      label={label}
      accept=".npk"
      choose={t(field.value ? 'rollouts:packages.other' : 'rollouts:packages.choose')}
      hint={t('rollouts:packages.hint')}
      chosen={field.value ? `${field.value.name} (${bytesText(field.value.size, regional(i18n.language))})` : undefined}
      error={field.error}
      onPick={field.change}
    />
  )
}

/** Uploads a RouterOS package. */
export default function UploadDialog({
  onClose,
  onDone,
}: {
  onClose: () => void
  /** Called when the list has the file. */ onDone: () => void
}) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rollouts:packages.action.upload')}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <p className={layout.lead}>{t('rollouts:packages.uploadText')}</p>
      <Form<UploadValues>
        initial={{ file: null, note: '' }}
        guard={false}
        validate={(values) => {
          const error = fileError(values.file)
          return { ...(error && { file: t(`rollouts:packages.error.${error}`) }) }
        }}
        onSubmit={async (values) => {
          const body = new FormData()
          if (values.note.trim() !== '') body.set('note', values.note.trim())
          if (values.file) body.set('file', values.file)
          await call(routerosPackages.store, { body })
          invalidateSubject('routeros-packages')
          await queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey[0] === routerosPackages.index.name })
          onDone()
          notify.success(t('rollouts:packages.uploaded', { name: values.file?.name ?? '' }))
          onClose()
        }}
        submitLabel={t('rollouts:packages.action.upload')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
      >
        <FileField />
        <TextField
          name="note"
          label={t('rollouts:field.note')}
          help={t('rollouts:packages.noteHelp')}
          maxLength={500}
        />
      </Form>
    </Modal>
  )
}

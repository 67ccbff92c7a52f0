import { Button, Modal } from '@mantine/core'
import { dpkFiles, dpkMaxBytes, hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { invalidateSubject } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { useField } from '../../form/form-context.ts'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { bytesText } from '../../ui/amounts.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import layout from '../../ui/layout.module.css'
import { notify } from '../../ui/notify.ts'
import { regional } from '../../ui/zone.ts'

interface UploadValues {
  file: File | null
  manufacturer_id: number | null
  note: string
  [key: string]: unknown
}

/** The multipart body of an upload. */
export function dpkForm(values: UploadValues): FormData {
  const form = new FormData()
  form.set('manufacturer_id', String(values.manufacturer_id ?? ''))
  if (values.note.trim() !== '') form.set('note', values.note.trim())
  if (values.file) form.set('file', values.file)
  return form
}

/** The error of a file by its name and size; undefined: no error. */
export function dpkError(file: Pick<File, 'name' | 'size'> | null): 'none' | 'kind' | 'empty' | 'large' | undefined {
  if (file === null) return 'none'
  if (!/\.dpk$/i.test(file.name)) return 'kind'
  if (file.size === 0) return 'empty'
  return file.size > dpkMaxBytes ? 'large' : undefined
}

function FileField() {
  const { t, i18n } = useTranslation()
  const label = t('hardware:dpk.file')
  const field = useField<File | null>('file', label)
  return (
    <FileDrop
      id={field.id}
      label={label}
      accept=".dpk"
      choose={t(field.value ? 'hardware:dpk.other' : 'hardware:dpk.choose')}
      hint={t('hardware:dpk.hint')}
      chosen={field.value ? `${field.value.name} (${bytesText(field.value.size, regional(i18n.language))})` : undefined}
      error={field.error}
      onPick={field.change}
    />
  )
}

/** Uploads a branding package for a manufacturer. */
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
      title={t('hardware:dpk.file')}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <p className={layout.lead}>{t('hardware:dpk.uploadText')}</p>
      <Form<UploadValues>
        initial={{ file: null, manufacturer_id: null, note: '' }}
        guard={false}
        validate={(values) => {
          const error = dpkError(values.file)
          return {
            ...(error ? { file: t(`hardware:dpk.error.${error}`) } : {}),
            ...(values.manufacturer_id === null ? { manufacturer_id: t('hardware:form.needed') } : {}),
          }
        }}
        onSubmit={async (values) => {
          await call(dpkFiles.store, { body: dpkForm(values) })
          invalidateSubject('hardware-manufacturers')
          await queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey[0] === dpkFiles.index.name })
          onDone()
          notify.success(t('hardware:dpk.uploaded', { name: values.file?.name ?? '' }))
          onClose()
        }}
        submitLabel={t('hardware:dpk.action.upload')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
      >
        <FileField />
        <RemoteSelectField
          name="manufacturer_id"
          label={t('hardware:field.manufacturer_name')}
          endpoint={hardwareManufacturers.lookup}
          required
        />
        <TextField name="note" label={t('hardware:field.note')} help={t('hardware:dpk.noteHelp')} maxLength={500} />
      </Form>
    </Modal>
  )
}

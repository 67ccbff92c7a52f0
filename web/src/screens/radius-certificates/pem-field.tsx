import { FileButton, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { inputProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import classes from './certificates.module.css'

/** The limit of the contract, in characters. */
const maxPem = 65_536

/** A PEM text, pasted or read from a local file. */
export function PemField({
  name,
  label,
  help,
  required = false,
}: {
  name: string
  label: string
  help: string
  required?: boolean
}) {
  const { t } = useTranslation()
  const field = useField<string>(name, label)
  const [tooLarge, setTooLarge] = useState(false)
  const read = async (file: File | null) => {
    if (file === null) return
    setTooLarge(file.size > maxPem)
    if (file.size <= maxPem) field.change(await file.text())
  }
  return (
    <div className={classes.pem}>
      <Textarea
        {...inputProps({ name, label, help, required }, field)}
        error={tooLarge ? t('radius-certificates:pem.tooLarge') : field.error}
        rows={5}
        autoComplete="off"
        spellCheck={false}
        value={field.value}
        onChange={(event) => {
          setTooLarge(false)
          field.change(event.currentTarget.value)
        }}
        onBlur={field.leave}
      />
      <FileButton onChange={(file) => void read(file)} accept=".pem,.crt,.cer,.key,.txt">
        {(props) => (
          <ActionButton
            {...props}
            icon={IconFileUpload}
            mt={6}
            size="compact-sm"
            aria-label={t('radius-certificates:pem.choose', { label })}
          >
            {t('radius-certificates:pem.chooseShort')}
          </ActionButton>
        )}
      </FileButton>
    </div>
  )
}

import { FileButton, Button, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { inputProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import classes from './certificates.module.css'

/** Characters that the contract takes. */
const maxPem = 65_536

/** A text in PEM: pasted, or read from a file of the user's computer. */
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
          <Button
            {...props}
            mt={6}
            variant="default"
            size="compact-sm"
            leftSection={<IconFileUpload size={16} aria-hidden="true" />}
            aria-label={t('radius-certificates:pem.choose', { label })}
          >
            {t('radius-certificates:pem.chooseShort')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

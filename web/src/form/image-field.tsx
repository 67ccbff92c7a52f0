import { Button, Input } from '@mantine/core'
import { useRef, useState } from 'react'
import { picturePattern } from '@trunkline/contract/picture'
import { useTranslation } from '../i18n/use-translation.ts'
import type { FieldProps } from './fields.tsx'
import { useField } from './form-context.ts'
import classes from './form.module.css'

const types = ['image/png', 'image/jpeg', 'image/webp']

const asDataAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })

/** A small picture as a `data:` URL; null without one. */
export function FileImageField({ maxKilobytes = 200, ...props }: FieldProps & { maxKilobytes?: number }) {
  const { t } = useTranslation()
  const field = useField<string | null>(props.name, props.label)
  const input = useRef<HTMLInputElement>(null)
  const [rejected, setRejected] = useState<string | null>(null)
  const acceptFile = async (file: File | undefined) => {
    if (!file) return
    if (!types.includes(file.type)) return setRejected(t('form:image.type'))
    if (file.size > maxKilobytes * 1000) return setRejected(t('form:image.size', { max: maxKilobytes }))
    const address = await asDataAddress(file)
    // The type of a file is guessed from its name.
    if (!picturePattern.test(address)) return setRejected(t('form:image.type'))
    setRejected(null)
    field.change(address)
  }
  return (
    <Input.Wrapper
      id={field.id}
      label={props.label}
      description={props.help ?? t('form:image.hint', { max: maxKilobytes })}
      error={rejected ?? field.error}
      className={props.whole ? classes.whole : ''}
      labelElement="div"
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={classes.picture}>
        {field.value ? <img src={field.value} alt={t('form:image.preview')} /> : null}
        <input
          ref={input}
          type="file"
          accept={types.join(',')}
          hidden
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            void acceptFile(event.currentTarget.files?.[0])
            // The same file can be selected again after it was removed.
            event.currentTarget.value = ''
          }}
        />
        <Button
          id={field.id}
          variant="default"
          size="sm"
          disabled={props.disabled ?? false}
          onClick={() => input.current?.click()}
        >
          {t(field.value ? 'form:image.replace' : 'form:image.choose')}
        </Button>
        {field.value ? (
          <Button variant="subtle" size="sm" color="gray" onClick={() => field.change(null)}>
            {t('form:image.remove')}
          </Button>
        ) : null}
      </div>
    </Input.Wrapper>
  )
}

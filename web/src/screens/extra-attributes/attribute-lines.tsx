import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { attributeKey, checkExtraAttributes, maxExtraOctets } from '@trunkline/contract/extra-attributes'
import { maxExtraAttributes, type ExtraAttribute } from '@trunkline/contract/resources/radius-attribute'
import { useContext, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup } from '../../form/fields.tsx'
import { FormContext, useField } from '../../form/form-context.ts'
import { announce } from '../../ui/announcer.tsx'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { AttributeLine } from './attribute-line.tsx'
import layout from '../../ui/layout.module.css'
import classes from './attribute-lines.module.css'
import { useDefinitions } from './use-definitions.ts'

const path = 'extra_attributes'
const emptyLine: ExtraAttribute = { attribute: '', op: ':=', value: '', vendor: null }

/** The lines as the server stores them: without spaces around names and values. */
const trimmed = (lines: readonly ExtraAttribute[]): ExtraAttribute[] =>
  lines.map((line) => ({ ...line, attribute: line.attribute.trim(), value: line.value.trim() }))

/** The extra RADIUS attributes of a tariff or a NAS: lines to edit, and below them what is sent. */
export default function AttributeLines({
  of,
  restricted,
}: {
  of: 'tariff' | 'nas'
  /** Attributes that administer the router are rejected. */
  restricted: boolean
}) {
  const { t } = useTranslation()
  const form = useContext(FormContext)?.form
  const field = useField<ExtraAttribute[]>(path, t('extra-attributes:title'))
  const adder = useRef<HTMLButtonElement>(null)
  const lines = field.value
  const definitions = useDefinitions(lines.map((line) => line.attribute))

  const add = () => {
    form?.insertListItem(path, emptyLine)
    // The new line is rendered first.
    setTimeout(() => document.getElementById(`${field.id}-${lines.length}-attribute`)?.focus())
  }
  const remove = (at: number) => {
    form?.removeListItem(path, at)
    announce(t('extra-attributes:removed', { line: at + 1 }))
    adder.current?.focus()
  }

  return (
    <FieldGroup
      title={t('extra-attributes:title')}
      text={t(of === 'tariff' ? 'extra-attributes:tariffText' : 'extra-attributes:nasText')}
    >
      <div className={classes.whole} id={field.id} tabIndex={-1}>
        {definitions.loaded === false ? (
          <p className={classes.notice} role="status">
            {t('extra-attributes:notLoaded')}
          </p>
        ) : null}
        {lines.length === 0 ? (
          <p className={classes.quiet}>{t('extra-attributes:none')}</p>
        ) : (
          <ol className={`${layout.list} ${classes.lines}`}>
            {lines.map((line, at) => (
              <AttributeLine
                // Lines have no identity of their own: their values come from the form by position.
                key={at}
                at={at}
                attribute={definitions.find(attributeKey(line.attribute.trim()))}
                forVendors={of === 'tariff'}
                onRemove={() => remove(at)}
              />
            ))}
          </ol>
        )}
        {field.error ? <p className={classes.error}>{field.error}</p> : null}
        <Button
          ref={adder}
          className={classes.add ?? ''}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={lines.length >= maxExtraAttributes}
          onClick={add}
        >
          {t('extra-attributes:add')}
        </Button>
        <Preview lines={trimmed(lines)} definitions={definitions} restricted={restricted} />
      </div>
    </FieldGroup>
  )
}

/** The lines as they will be sent, with their size in the packet, or with their error. */
function Preview({
  lines,
  definitions,
  restricted,
}: {
  lines: readonly ExtraAttribute[]
  definitions: ReturnType<typeof useDefinitions>
  restricted: boolean
}) {
  const { t, i18n } = useTranslation()
  useMessages()
  const filled = lines.filter((line) => line.attribute !== '' && line.value !== '')
  if (filled.length === 0 || definitions.loaded === false) return null
  const { errors, octets, total } = checkExtraAttributes(filled, definitions.find, { restricted })
  return (
    <section className={classes.preview} aria-label={t('extra-attributes:preview.title')}>
      <h3>{t('extra-attributes:preview.title')}</h3>
      <ul className={`${layout.list} ${classes.lines}`}>
        {filled.map((line, at) => {
          const known = definitions.find(attributeKey(line.attribute))
          const tag = line.attribute.split(':')[1]
          const error = errors[`${at}.attribute`] ?? errors[`${at}.op`] ?? errors[`${at}.value`]
          return (
            <li key={at} className={layout.stacked}>
              <code>
                {known ? `${known.name}${tag === undefined ? '' : `:${tag}`}` : line.attribute} = {line.value}
              </code>
              {error === undefined ? (
                <span className={classes.quiet}>
                  {t('extra-attributes:preview.octets', { count: octets[at] ?? 0 })}
                  {line.vendor === null
                    ? ''
                    : ` · ${t('extra-attributes:preview.onlyVendor', { vendor: t(`extra-attributes:vendor.${line.vendor}`) })}`}
                </span>
              ) : known || definitions.settled ? (
                <span className={classes.error}>{textOf(error)}</span>
              ) : (
                <span className={classes.quiet}>{t('extra-attributes:preview.checking')}</span>
              )}
            </li>
          )
        })}
      </ul>
      <p className={total > maxExtraOctets ? classes.error : classes.quiet}>
        {t('extra-attributes:preview.total', {
          octets: total.toLocaleString(i18n.language),
          max: maxExtraOctets.toLocaleString(i18n.language),
        })}
      </p>
    </section>
  )
}

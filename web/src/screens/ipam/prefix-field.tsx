import { Button } from '@mantine/core'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import type { TFunction } from '../../i18n/translations.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextField, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import layout from '../../ui/layout.module.css'
import { regional } from '../../ui/zone.ts'
import classes from './forms.module.css'
import { checkPrefix, extentOf, type PrefixCheck } from './subnet-values.ts'
import { addressesText } from './utilisation-format.ts'

/** The error of a typed prefix; undefined for a valid one, and for empty text. */
export function prefixError(
  { error, correction }: PrefixCheck,
  version: IpVersion,
  within: string | undefined,
  t: TFunction,
): string | undefined {
  if (!error) return undefined
  if ('message' in error) return textOf(error.message)
  return t(`ipam:form.net.${error.key}`, { correction, within, version: t(`ipam:value.ip_version.${version}`) })
}

/** A prefix, checked while it is typed: shows its extent, or the error and the most likely correction. */
export function PrefixField({
  version,
  within,
  ...props
}: FieldProps & {
  version: IpVersion
  /** The subnet that has to contain it. */
  within?: string | undefined
}) {
  const { t, i18n } = useTranslation()
  useMessages()
  const field = useField<string>(props.name, props.label)
  const check = checkPrefix(field.value, version, within)
  const error = prefixError(check, version, within, t)
  const extent = check.prefix && !error ? extentOf(check.prefix) : undefined
  return (
    <div className={layout.whole}>
      <TextField
        {...props}
        placeholder={version === 'ipv4' ? '192.0.2.0/24' : '2001:db8::/48'}
        inputMode="text"
        autoComplete="off"
      />
      <div className={classes.live} aria-live="polite">
        {error && !field.error ? <span className={classes.error}>{error}</span> : null}
        {check.correction ? (
          <Button
            variant="light"
            size="compact-sm"
            // On blur the error appears below the field: the button would move away under the pointer.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => field.change(check.correction as string)}
          >
            {t('ipam:form.net.use', { net: check.correction })}
          </Button>
        ) : null}
        {extent ? (
          <span>
            {t('ipam:form.net.extent', {
              ...extent,
              size: addressesText(extent.size, t, regional(i18n.language)),
            })}
          </span>
        ) : null}
      </div>
    </div>
  )
}

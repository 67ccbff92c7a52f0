import { Button } from '@mantine/core'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import type { TFunction } from '../../i18n/translations.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextField, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { regional } from '../../ui/zone.ts'
import classes from './change.module.css'
import { checkNet, extentOf, type NetCheck } from './subnet-values.ts'
import { addressesText } from './utilisation.ts'

/** The error of a typed prefix; undefined where it is right, or where nothing is typed. */
export function netFault(
  { error, correction }: NetCheck,
  version: IpVersion,
  within: string | undefined,
  t: TFunction,
) {
  if (!error) return undefined
  if ('message' in error) return textOf(error.message)
  return t(`ipam:form.net.${error.key}`, { correction, within, version: t(`ipam:value.ip_version.${version}`) })
}

/** A prefix, checked while it is typed: says what it covers, or what is wrong and what was most likely meant. */
export function NetField({
  version,
  within,
  ...props
}: FieldProps & {
  version: IpVersion
  /** The subnet that it has to lie in. */
  within?: string | undefined
}) {
  const { t, i18n } = useTranslation()
  useMessages()
  const field = useField<string>(props.name, props.label)
  const check = checkNet(field.value, version, within)
  const error = netFault(check, version, within, t)
  const extent = check.prefix && !error ? extentOf(check.prefix) : undefined
  return (
    <div className={classes.whole}>
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
            // Leaving the field puts its fault below it: the button would move away under the pointer.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => field.change(check.correction as string)}
          >
            {t('ipam:form.net.take', { net: check.correction })}
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

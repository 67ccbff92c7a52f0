import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { inputProps, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import layout from '../../ui/layout.module.css'
import { useKnownDevices, type KnownDevice } from './known-devices.ts'
import { macText, vendorText } from './mac-address.ts'
import classes from './wifi-access.module.css'

/** A MAC address in any notation, with a list of the devices known at the site. */
export function MacField({
  siteId,
  onPick,
  ...props
}: FieldProps & {
  siteId: number
  /** Called with the selected device. */
  onPick: (device: KnownDevice) => void
}) {
  const { t } = useTranslation()
  const field = useField<string>(props.name, props.label)
  /** What was typed since the list was opened; empty shows all devices. */
  const [text, setText] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const known = useKnownDevices(siteId, text, combobox.dropdownOpened)
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(mac) => {
        const device = known.rows.find((row) => row.mac === mac)
        field.change(mac)
        if (device) onPick(device)
        setText('')
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...inputProps(props, field)}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={24}
          placeholder="4C:5E:0C:01:02:03"
          value={field.value}
          onChange={(event) => {
            field.change(event.currentTarget.value)
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            const formatted = macText(field.value)
            if (formatted !== undefined && formatted !== field.value) field.change(formatted)
            setText('')
            field.leave()
          }}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-busy={known.pending}>
          {known.rows.map((row) => (
            <Combobox.Option key={row.mac} value={row.mac} active={row.mac === field.value}>
              <span className={classes.option}>
                <span>{row.name ?? vendorText(row.vendor, t) ?? row.mac}</span>
                <span className={layout.hint}>
                  {[
                    row.mac,
                    row.name === null ? undefined : vendorText(row.vendor, t),
                    row.isConnected
                      ? row.ssid === null
                        ? t('wifi-access:connected')
                        : t('wifi-access:connectedTo', { ssid: row.ssid })
                      : row.address,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </Combobox.Option>
          ))}
          {known.rows.length === 0 ? (
            <Combobox.Empty>
              {t(
                known.failed
                  ? 'form:remote.failed'
                  : known.pending
                    ? 'form:remote.loading'
                    : 'wifi-access:form.noDevices',
              )}
            </Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

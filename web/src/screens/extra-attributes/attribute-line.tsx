import { ActionIcon, Autocomplete, Select, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { attributeKey, blockedReason } from '@trunkline/contract/extra-attributes'
import { radiusAttributes, type RadiusAttribute } from '@trunkline/contract/resources/radius-attribute'
import { vendors } from '@trunkline/contract/resources/radius-enums'
import type { TFunction } from '../../i18n/translations.ts'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { useField } from '../../form/form-context.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import layout from '../../ui/layout.module.css'
import classes from './attribute-lines.module.css'
import { dictionaryFresh, typingPause } from './use-definitions.ts'

const typeTexts: Record<string, string> = {
  date: 'date',
  ipaddr: 'ipv4',
  ipv6addr: 'ipv6',
  'combo-ip': 'either',
  ipv4prefix: 'ipv4Prefix',
  ipv6prefix: 'ipv6Prefix',
  ifid: 'interfaceId',
  ether: 'mac',
  octets: 'octets',
  abinary: 'octets',
}
/** An attribute counts itself in its length field of one octet (RFC 2865, 5). */
const maxOctets = 255

/** The type of the attribute's values. */
function typeText(attribute: RadiusAttribute, t: TFunction): string {
  if (attribute.type === 'string') return t('extra-attributes:type.text', { max: maxOctets - attribute.overhead })
  const text = typeTexts[attribute.type] ?? (attribute.values.length > 0 ? 'named' : 'number')
  return t(`extra-attributes:type.${text}`)
}

/** The name of an attribute, with suggestions of the dictionary; those that cannot be set show the reason. */
function AttributeField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation()
  useMessages()
  const field = useField<string>(name, label)
  const [open, setOpen] = useState(false)
  const [search] = useDebouncedValue(attributeKey(field.value.trim()), typingPause)
  const reply = useCall(
    radiusAttributes.lookup,
    { query: search === '' ? {} : { search } },
    { enabled: open, staleTime: dictionaryFresh },
  )
  const found = new Map((reply.data?.data ?? []).map((attribute) => [attribute.name, attribute]))
  const option: AutocompleteProps['renderOption'] = ({ option: { value } }) => {
    const attribute = found.get(value)
    const blocked = attribute && blockedReason(attribute)
    return (
      <span className={layout.stacked}>
        <span>{value}</span>
        {attribute ? (
          <span className={classes.quiet}>
            {blocked === undefined
              ? `${attribute.vendor ?? t('extra-attributes:standard')} · ${typeText(attribute, t)}`
              : textOf(blocked)}
          </span>
        ) : null}
      </span>
    )
  }
  return (
    <Autocomplete
      id={field.id}
      label={t('extra-attributes:field.attribute')}
      error={field.error}
      required
      spellCheck={false}
      autoComplete="off"
      maxLength={256}
      data={[...found.values()].map((one) => ({ value: one.name, disabled: blockedReason(one) !== undefined }))}
      // The server filters and sorts them.
      filter={({ options }) => options}
      renderOption={option}
      maxDropdownHeight={280}
      value={field.value}
      onChange={field.change}
      onDropdownOpen={() => setOpen(true)}
      onBlur={field.leave}
    />
  )
}

/** The value of an attribute, with suggestions of its named values. */
function ValueField({
  name,
  label,
  attribute,
}: {
  name: string
  label: string
  attribute: RadiusAttribute | undefined
}) {
  const { t } = useTranslation()
  const field = useField<string>(name, label)
  return (
    <Autocomplete
      id={field.id}
      label={t('extra-attributes:field.value')}
      placeholder={attribute ? typeText(attribute, t) : ''}
      error={field.error}
      required
      spellCheck={false}
      autoComplete="off"
      maxLength={512}
      data={[...new Set((attribute?.values ?? []).map((one) => one.name))]}
      limit={100}
      maxDropdownHeight={280}
      value={field.value}
      onChange={field.change}
      onBlur={field.leave}
    />
  )
}

/** The value of the choice without a vendor. */
const all = 'all'

/** One line of the list: attribute, operator, value and, in a tariff, the vendor that it is for. */
export function AttributeLine({
  at,
  attribute,
  forVendors,
  onRemove,
}: {
  at: number
  /** The attribute of the dictionary with the typed name. */
  attribute: RadiusAttribute | undefined
  forVendors: boolean
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const path = `extra_attributes.${at}`
  const labelOf = (field: 'attribute' | 'op' | 'value' | 'vendor') =>
    t('extra-attributes:inLine', { line: at + 1, field: t(`extra-attributes:field.${field}`) })
  const op = useField<string>(`${path}.op`, labelOf('op'))
  const vendor = useField<string | null>(`${path}.vendor`, labelOf('vendor'))
  return (
    <li className={classes.line} data-vendors={forVendors} aria-label={t('extra-attributes:line', { line: at + 1 })}>
      <AttributeField name={`${path}.attribute`} label={labelOf('attribute')} />
      <Select
        id={op.id}
        label={t('extra-attributes:field.op')}
        error={op.error}
        allowDeselect={false}
        data={[
          { value: ':=', label: t('extra-attributes:op.set') },
          { value: '+=', label: t('extra-attributes:op.add') },
        ]}
        value={op.value}
        onChange={(value) => op.change(value ?? ':=')}
      />
      <ValueField name={`${path}.value`} label={labelOf('value')} attribute={attribute} />
      {forVendors ? (
        <Select
          id={vendor.id}
          label={t('extra-attributes:field.vendor')}
          error={vendor.error}
          allowDeselect={false}
          data={[
            { value: all, label: t('extra-attributes:allVendors') },
            ...vendors.map((one) => ({ value: one, label: t(`extra-attributes:vendor.${one}`) })),
          ]}
          value={vendor.value ?? all}
          onChange={(value) => vendor.change(value === null || value === all ? null : value)}
        />
      ) : null}
      <ActionIcon
        className={classes.remove ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('extra-attributes:remove', { line: at + 1 })}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

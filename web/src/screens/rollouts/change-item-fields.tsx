import { logTopics, routerServices, type ChangeKind } from '@trunkline/contract/resources/change-item'
import { ChecksField } from '../../form/checks-field.tsx'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, NumberField, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ItemValues } from './change-values.ts'

/** The fields of one kind of setting; those of a template take variables, and a variable for a password. */
export function ItemFields({
  kind,
  values,
  ofTemplate = false,
}: {
  kind: ChangeKind
  values: ItemValues
  ofTemplate?: boolean
}) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t(`rollouts:change.items.kind.${kind}`)}>{fieldsOf(kind, values, t, ofTemplate)}</FieldGroup>
  )
}

function fieldsOf(
  kind: ChangeKind,
  values: ItemValues,
  t: ReturnType<typeof useTranslation>['t'],
  ofTemplate: boolean,
) {
  const text = (key: string) => t(`rollouts:change.items.${key}`)
  const list = (name: string, label: string, help = 'list', required = true) => (
    <TextArea name={name} label={text(label)} help={text(help)} rows={3} required={required} whole />
  )
  const sources = (name: string) => list(name, 'sources', 'sourcesHelp', false)
  const port = (name: string) => <NumberField name={name} label={text('port')} min={1} max={65_535} step={1} />
  switch (kind) {
    case 'dns':
      return (
        <>
          {list('dns.servers', 'servers')}
          <ChoiceField
            name="dns.remote_requests"
            label={text('remoteRequests')}
            options={(['keep', 'yes', 'no'] as const).map((id) => ({ id, name: text(id) }))}
            whole
          />
        </>
      )
    case 'ntp':
      return list('ntp.servers', 'servers')
    case 'snmp':
      return (
        <>
          <SwitchField name="snmp.enabled" label={text('enabled')} whole />
          <TextField name="snmp.contact" label={text('contact')} maxLength={255} autoComplete="off" />
          <TextField name="snmp.location" label={text('location')} maxLength={255} autoComplete="off" />
          <TextField name="snmp.community" label={text('community')} maxLength={32} autoComplete="off" />
          {values.snmp.community.trim() === '' ? null : sources('snmp.sources')}
        </>
      )
    case 'syslog':
      return (
        <>
          <TextField
            name="syslog.address"
            label={text('address')}
            maxLength={ofTemplate ? 100 : 15}
            autoComplete="off"
            required
          />
          {port('syslog.port')}
          <ChecksField
            name="syslog.topics"
            label={text('topics')}
            options={logTopics.map((id) => ({ id, name: id }))}
            required
            whole
          />
        </>
      )
    case 'user':
      return (
        <>
          <TextField name="user.name" label={text('name')} maxLength={64} autoComplete="off" required />
          <ChoiceField
            name="user.state"
            label={text('state')}
            options={(['present', 'absent'] as const).map((id) => ({ id, name: text(`states.${id}`) }))}
          />
          {values.user.state === 'absent' ? null : (
            <>
              <TextField name="user.group" label={text('group')} maxLength={64} autoComplete="off" required />
              {ofTemplate ? (
                <TextField
                  name="user.password"
                  label={text('password')}
                  help={text('passwordVariable')}
                  maxLength={50}
                  autoComplete="off"
                />
              ) : (
                <PasswordField
                  name="user.password"
                  label={text('password')}
                  help={text('passwordHelp')}
                  autoComplete="new-password"
                />
              )}
              {sources('user.sources')}
            </>
          )}
        </>
      )
    case 'service':
      return (
        <>
          <SelectField
            name="service.service"
            label={text('service')}
            options={routerServices.map((id) => ({ id, name: id }))}
            required
          />
          <SwitchField name="service.enabled" label={text('enabled')} />
          {port('service.port')}
          <SwitchField name="service.limits" label={text('sources')} whole />
          {values.service.limits ? sources('service.sources') : null}
        </>
      )
    case 'address_list':
      return (
        <>
          <TextField name="address_list.list" label={text('listName')} maxLength={64} autoComplete="off" required />
          <ChoiceField
            name="address_list.mode"
            label={text('mode')}
            options={(['add', 'exact', 'remove'] as const).map((id) => ({ id, name: text(`modes.${id}`) }))}
          />
          {list('address_list.addresses', 'addresses', 'list', values.address_list.mode !== 'exact')}
        </>
      )
  }
}

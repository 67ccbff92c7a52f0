import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import type { BodyInput } from '@trunkline/contract/endpoint'
import { control } from '@trunkline/contract/resources/control'
import type { Command } from '@trunkline/contract/resources/device-command'
import { firewall, protocols } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { useChosenDevice } from '../lan/chosen-device.ts'
import { DevicePage } from '../lan/device-page.tsx'
import { RouterPicker } from '../lan/router-picker.tsx'
import { RowForm } from '../lan/row-form.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'
import { ForwardPreview } from './forward-preview.tsx'
import { forwardShape, forwardValues, otherShape, type ForwardValues, type OtherValues } from './forward-shape.ts'
import { Counted, MadeBy, RouterWords } from './rule-cells.tsx'
import { groupRules } from './rules.ts'
import { TargetPicker } from './target-picker.tsx'

/** Milliseconds between two readings while the page is open. */
const lookEvery = 10_000

/** A port forward: a new one, or a known one; of the owner's own rules whether they are on, and their comment. */
export default function ForwardForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const { natId: rowId } = useParams({ strict: false }) as { natId?: string }
  const { siteId, of, chosen } = useChosenDevice()
  const { hardwareId } = of
  const requested = { params: { id: hardwareId } }
  const known = { enabled: of.ready }
  const every = useWatch(of.ready ? hardwareId : undefined)
  const nat = useReading(firewall.nat, requested, { ...known, every: every && lookEvery })
  const filters = useReading(firewall.filters, requested, known)
  const addresses = useReading(control.addresses, requested, known)
  const interfaces = useReading(control.statistics, requested, known)
  const leases = useReading(control.leases, requested, known)
  const back = firewallPaths.router(siteId, hardwareId)
  const onEnd = (command: Command) => command.state === 'done' && void navigate({ to: back as never })
  const add = useDeviceCommand(firewall.addForward, { onEnd, hardwareId })
  const set = useDeviceCommand(firewall.setForward, { onEnd, hardwareId })
  const title = t(rowId === undefined ? 'firewall:nat.add' : 'firewall:nat.change')

  if (!chosen)
    return (
      <>
        <PageHeader title={title} crumbs={[{ label: title }]} />
        <RouterPicker siteId={siteId} />
      </>
    )

  const group =
    rowId === undefined
      ? undefined
      : groupRules(nat.rows ?? []).find(({ rules }) => rules.some(({ id }) => id === rowId))
  const rule = group?.first
  const call = rowId === undefined ? firewall.addForward : firewall.setForward
  const last = rowId === undefined ? add : set
  const labelOf = (field: string) => t(`firewall:field.${field}`)
  const cancel = (label: string) => (
    <LinkButton variant="default" to={back}>
      {label}
    </LinkButton>
  )
  const closed = (words: string, text?: string) => (
    <Card>
      <EmptyState title={words} {...(text ? { text } : {})}>
        {cancel(t('lan:back'))}
      </EmptyState>
    </Card>
  )
  const setBody = (body: object) => set.ask({ ...requested, body: body as BodyInput<typeof firewall.setForward> })
  const onNothing = () => void router.navigate({ to: back as never })

  const form = () => {
    if (nat.error) return <ErrorNotice error={nat.error} retry={nat.read} />
    if (!of.may(call)) return closed(t('lan:closed'))
    if (rowId !== undefined && !nat.rows) return nat.readingError ? closed(t('lan:neverRead')) : <FormSkeleton />
    if (rowId !== undefined && !rule) return closed(t('firewall:nat.missing'), t('lan:missingText'))
    if (rule?.dynamic) return closed(t('lan:dynamic'))
    if (rule && (!rule.is_ours || rule.forward === null))
      return (
        <RowForm<OtherValues>
          key="other"
          shape={otherShape}
          device={{ disabled: rule.disabled, comment: rule.comment }}
          id={rule.id}
          schema={call.body}
          onSend={setBody}
          onNothing={onNothing}
          cancel={cancel(t('ui:cancel'))}
          labelOf={labelOf}
          warning={(draft) =>
            draft.disabled === rule.disabled ? null : <p className={classes.quiet}>{t('firewall:switch.owners')}</p>
          }
        >
          {(beside) => (
            <FieldGroup text={t(rule.is_ours ? 'firewall:nat.changedText' : 'firewall:nat.ownersText')}>
              <SwitchField name="disabled" label={t('firewall:field.disabled')} help={beside('disabled')} />
              <TextField
                name="comment"
                label={t('firewall:field.comment')}
                help={beside('comment')}
                maxLength={255}
                whole
              />
            </FieldGroup>
          )}
        </RowForm>
      )
    return (
      <RowForm<ForwardValues>
        key="forward"
        shape={forwardShape}
        device={rule?.forward ? forwardValues(rule, rule.forward) : undefined}
        {...(rule ? { id: rule.id } : {})}
        schema={call.body}
        onSend={(body) =>
          rowId === undefined
            ? add.ask({ ...requested, body: body as BodyInput<typeof firewall.addForward> })
            : setBody(body)
        }
        onNothing={onNothing}
        cancel={cancel(t('ui:cancel'))}
        labelOf={labelOf}
        warning={(draft) => (
          <ForwardPreview
            draft={draft}
            around={{
              nat: nat.rows,
              filters: filters.rows,
              addresses: (addresses.rows ?? []).map(({ address }) => address),
            }}
            own={group?.rules ?? []}
          />
        )}
      >
        {(beside) => (
          <>
            <FieldGroup title={t('firewall:form.outside')}>
              <SelectField
                name="protocol"
                label={t('firewall:field.protocol')}
                help={beside('protocol')}
                required
                options={protocols.map((protocol) => ({ id: protocol, name: t(`firewall:protocol.${protocol}`) }))}
              />
              <TextField
                name="outside"
                label={t('firewall:field.outside')}
                help={beside('outside', t('firewall:help.outside'))}
                required
                maxLength={64}
                autoComplete="off"
              />
              <TextField
                name="from"
                label={t('firewall:field.from')}
                help={beside('from', t('firewall:help.from'))}
                maxLength={64}
                autoComplete="off"
              />
              <SelectField
                name="in_interface"
                label={t('firewall:field.in_interface')}
                help={beside('in_interface', t('firewall:help.in_interface'))}
                clearable
                options={[
                  ...new Set([
                    ...(rule?.in_interface ? [rule.in_interface] : []),
                    ...(interfaces.rows?.interfaces ?? []).map(({ name }) => name),
                  ]),
                ].map((name) => ({ id: name, name }))}
              />
              <TextField
                name="dst_address"
                label={t('firewall:field.dst_address')}
                help={beside('dst_address', t('firewall:help.dst_address'))}
                maxLength={15}
                autoComplete="off"
              />
            </FieldGroup>
            <FieldGroup title={t('firewall:form.inside')}>
              <TargetPicker leases={leases.rows ?? []} />
              <TextField
                name="to_address"
                label={t('firewall:field.to_address')}
                help={beside('to_address', t('firewall:help.to_address'))}
                required
                maxLength={15}
                autoComplete="off"
              />
              <TextField
                name="to_ports"
                label={t('firewall:field.to_ports')}
                help={beside('to_ports', t('firewall:help.to_ports'))}
                maxLength={64}
                autoComplete="off"
              />
              <TextField
                name="comment"
                label={t('firewall:field.comment')}
                help={beside('comment', t('firewall:help.comment'))}
                maxLength={255}
              />
              <SwitchField name="disabled" label={t('firewall:field.disabled')} help={beside('disabled')} />
            </FieldGroup>
          </>
        )}
      </RowForm>
    )
  }

  return (
    <DevicePage of={of} title={title} crumbs={[{ label: t('firewall:title.firewall'), to: back }]}>
      {() => (
        <div className={classes.stack}>
          <Freshness readAt={nat.readAt} readingError={nat.readingError} reading={nat.reading} onRead={nat.read} />
          <CommandEnd of={last.command} onClose={last.clear} />
          {group && rule ? (
            <Card title={t('firewall:nat.now')}>
              <ul className={classes.uses}>
                {group.rules.map((one) => (
                  <li key={one.id}>
                    <span>{t('firewall:rule', { position: one.position })}</span>
                    <RouterWords of={one} />
                    <MadeBy of={one} />
                    <Counted of={[one]} />
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
          <div className={classes.page}>{form()}</div>
        </div>
      )}
    </DevicePage>
  )
}

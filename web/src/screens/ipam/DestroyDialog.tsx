import { Button, Modal } from '@mantine/core'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { subnetCategories } from '@trunkline/contract/resources/subnet-category'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ApiError } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { CheckboxField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { Time } from '../../ui/time.tsx'
import classes from './change.module.css'
import { contentsOf, defaultCoolDown, holdersOf, restsUntil, type Contents } from './destroy-facts.ts'

interface DestroyValues {
  children: 'lift' | 'destroy' | null
  too: boolean
  release_now: boolean
  [key: string]: unknown
}

const initial: DestroyValues = { children: null, too: false, release_now: false }

/** Deletes a subnet: says how long its space rests, what is in the way, and what becomes of that. */
export default function DestroyDialog({ subnet, onDone }: { subnet: SubnetNode; onDone: (done: boolean) => void }) {
  const { t } = useTranslation()
  const can = useCan()
  const destroy = useCommand(subnets.destroy)
  // What was counted when the row was read may have changed; the refusal counts again.
  const [found, setFound] = useState<Contents>(() => contentsOf(subnet))
  const category = useCall(
    subnetCategories.show,
    { params: { id: subnet.category_id ?? 0 } },
    { enabled: subnet.category_id !== null && can(subnetCategories.show), staleTime: 60_000 },
  )
  const shown = useCall(
    subnets.show,
    { params: { id: subnet.id } },
    { enabled: found.holders.length === 0 && subnet.child_count > 0 },
  )
  const days = category.data?.data.cool_down_days ?? defaultCoolDown
  const full = found.subnets + found.addresses > 0
  const holders =
    found.holders.length > 0
      ? found.holders
      : (shown.data?.data.ends ?? []).map(({ id, net, name }) => ({ kind: 'subnet' as const, id, net, name }))

  const submit = async (values: DestroyValues) => {
    const children = full ? (found.subnets > 0 ? values.children : 'destroy') : null
    try {
      await destroy.run({
        params: { id: subnet.id },
        query: {
          ...(children && { children }),
          ...(values.release_now && children !== 'lift' && { release_now: 'true' as never }),
        },
      })
    } catch (error) {
      const inTheWay = error instanceof ApiError ? holdersOf(error.details) : undefined
      if (!inTheWay) throw error
      // Somebody has put something in since: the same question, now with what it is about.
      setFound(inTheWay)
      const field = inTheWay.subnets > 0 ? 'children' : 'too'
      throw new ApiError({
        status: 409,
        code: 'conflict',
        message: t('ipam:destroy.choose'),
        fields: { [field]: t(field === 'children' ? 'ipam:destroy.choose' : 'ipam:destroy.chooseToo') },
      })
    }
    notify.success(t('ipam:destroy.done', { net: subnet.net }))
    onDone(true)
  }

  return (
    <Modal
      opened
      onClose={() => onDone(false)}
      title={t('ipam:destroy.title', { net: subnet.net })}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Form<DestroyValues>
        initial={initial}
        guard={false}
        danger
        validate={(values): Record<string, string> => {
          if (found.subnets > 0) return values.children === null ? { children: t('ipam:destroy.choose') } : {}
          return found.addresses > 0 && !values.too ? { too: t('ipam:destroy.chooseToo') } : {}
        }}
        onSubmit={submit}
        submitLabel={t('ipam:destroy.submit')}
        secondary={
          <Button variant="default" onClick={() => onDone(false)}>
            {t('ui:cancel')}
          </Button>
        }
      >
        {(form) => (
          <>
            {form.values.children === 'lift' && found.subnets > 0 ? (
              <p className={classes.lead}>{t('ipam:destroy.liftText')}</p>
            ) : form.values.release_now || days === 0 || subnet.state === 'held' ? (
              <p className={classes.lead}>{t('ipam:destroy.nowText')}</p>
            ) : (
              <p className={classes.lead}>
                {t('ipam:destroy.rests', { count: days })} <Time value={restsUntil(days, new Date())} />.{' '}
                {t('ipam:destroy.restsTill')} {found.subnets > 0 ? t('ipam:destroy.longest') : null}
              </p>
            )}
            {full ? (
              <section className={classes.way}>
                <h3 className={classes.heading}>
                  {t('ipam:destroy.inTheWay')}{' '}
                  {[
                    found.subnets > 0 && t('ipam:destroy.subnets', { count: found.subnets }),
                    found.addresses > 0 && t('ipam:destroy.addresses', { count: found.addresses }),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </h3>
                {holders.length > 0 ? (
                  <ul className={classes.netList}>
                    {holders.slice(0, 20).map((one) => (
                      <li key={`${one.kind}${one.id}`}>
                        {one.kind === 'subnet' ? (
                          <TextLink to={paths.ipam.detail(subnet.ip_version, one.id)} inherit underline="always">
                            {one.net}
                          </TextLink>
                        ) : (
                          one.net
                        )}
                        {one.name ? ` ${one.name}` : ''}
                      </li>
                    ))}
                  </ul>
                ) : null}
              </section>
            ) : null}
            {found.subnets > 0 ? (
              <ChoiceField<'lift' | 'destroy'>
                name="children"
                label={t('ipam:destroy.children')}
                required
                options={(['lift', 'destroy'] as const).map((id) => ({
                  id,
                  name: t(`ipam:destroy.${id}`),
                  text:
                    id === 'lift'
                      ? subnet.parent_net
                        ? t('ipam:destroy.liftTo', { net: subnet.parent_net })
                        : t('ipam:destroy.liftTop')
                      : t('ipam:destroy.destroyHelp'),
                }))}
              />
            ) : found.addresses > 0 ? (
              <CheckboxField name="too" label={t('ipam:destroy.addressesToo', { count: found.addresses })} whole />
            ) : null}
            {subnet.state === 'held' || form.values.children === 'lift' ? null : (
              <CheckboxField
                name="release_now"
                label={t('ipam:destroy.releaseNow')}
                help={t('ipam:destroy.releaseNowHelp')}
                whole
              />
            )}
          </>
        )}
      </Form>
    </Modal>
  )
}

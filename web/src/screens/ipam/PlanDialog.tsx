import { Modal } from '@mantine/core'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Plan, PlanRequest, SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { invalidateSubject, useCall, useCommand } from '../../api/query.ts'
import { announce } from '../../ui/announcer.tsx'
import { notify } from '../../ui/notify.ts'
import type { PlanOperation } from './plan-choices.ts'
import { PlanForm } from './plan-form.tsx'
import { PlanView } from './plan-view.tsx'

/** Milliseconds between two requests for the state of a job. */
const pollInterval = 1000

const isPending = (plan: Plan | null): boolean => plan?.state === 'queued' || plan?.state === 'running'

/**
 * A change of the tree in three steps: parameters, preview, apply. `onDone` gets whether it was applied. A job continues
 * when the dialog is closed.
 */
export default function PlanDialog({
  operation,
  subnet,
  onDone,
}: {
  operation: PlanOperation
  subnet: SubnetNode
  onDone: (done: boolean) => void
}) {
  const { t } = useTranslation()
  const [plan, setPlan] = useState<Plan | null>(null)
  // A plan alone changes nothing.
  const create = useCommand(subnets.plan, { subjects: [] })
  const apply = useCommand(subnets.applyPlan)
  const title = t(`ipam:plan.title.${operation}`, { net: subnet.net })

  const job = useCall(
    subnets.showPlan,
    { params: { id: plan?.id ?? 0 } },
    { enabled: isPending(plan), every: pollInterval, staleTime: 0 },
  )
  const polled = job.data?.data
  const shown = plan && polled && polled.id === plan.id && isPending(plan) ? polled : plan
  const ended = useRef<number | null>(null)
  useEffect(() => {
    if (!plan || !polled || polled.id !== plan.id || isPending(polled) || !isPending(plan) || ended.current === plan.id)
      return
    ended.current = plan.id
    setPlan(polled)
    invalidateSubject('subnets')
    announce(t(polled.state === 'done' ? 'ipam:plan.done' : 'ipam:plan.failed'))
  }, [plan, polled, t])

  const createPlan = async (body: PlanRequest) => setPlan((await create.run({ body })).data)
  const applyPlan = async () => {
    if (!plan) return
    try {
      const { data } = await apply.run({ params: { id: plan.id } })
      if (data.state !== 'done') return setPlan(data)
      notify.success(t('ipam:plan.done'))
      onDone(true)
    } catch {
      // Shown below the plan.
    }
  }

  return (
    <Modal
      opened
      onClose={() => onDone(shown?.state === 'done')}
      title={title}
      size="xl"
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      {shown ? (
        <PlanView
          plan={shown}
          version={subnet.ip_version}
          pending={apply.pending}
          error={apply.error}
          lost={job.error}
          onApply={() => void applyPlan()}
          onBack={() => {
            apply.reset()
            setPlan(null)
          }}
          onClose={() => onDone(shown.state === 'done')}
        />
      ) : (
        <PlanForm operation={operation} subnet={subnet} onPlan={createPlan} onCancel={() => onDone(false)} />
      )}
    </Modal>
  )
}

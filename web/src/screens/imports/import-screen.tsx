import { Button } from '@mantine/core'
import { imports } from '@trunkline/contract/resources/import'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { download } from '../../api/call.ts'
import { errorText } from '../../ui/error-text.ts'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { FileStep } from './file-step.tsx'
import { stepOf, steps } from './job-state.ts'
import { JobSteps } from './job-steps.tsx'
import type { ImportRoom } from './kinds.ts'
import { useJob } from './use-job.ts'
import classes from './imports.module.css'

/**
 * The way of a file into a list: choose it, match its columns, see all that is wrong with it, take it over. Which
 * import it is stands in the address, so that a reload, another tab and the way back find it again.
 */
export function ImportScreen({ namespace }: { namespace: ImportRoom }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { import: given } = useSearch({ strict: false }) as { import?: string | number }
  const id = /^\d{1,15}$/.test(String(given)) ? Number(given) : undefined
  const job = useJob(id, namespace)
  const words = `imports:kind.${namespace.kind}`
  const open = (next: number | undefined) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, import: next })) as never,
      resetScroll: true,
    })
  const template = () =>
    download(imports.template, { query: { kind: namespace.kind } }, `${namespace.kind}-template.csv`).catch(
      (error: unknown) => notify.error(errorText(error, t)),
    )
  const step = stepOf(id === undefined ? undefined : job.data)
  return (
    <div className={classes.page}>
      <PageHeader
        title={t(`${words}.title`)}
        subtitle={t(`${words}.subtitle`)}
        crumbs={[{ label: t(`${words}.list`), to: namespace.list }, { label: t(`${words}.title`) }]}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => void template()}
          >
            {t('imports:template')}
          </Button>
        }
      />
      <ol className={classes.steps} aria-label={t('imports:steps')}>
        {steps.map((one, at) => (
          <li key={one} {...(one === step ? { 'aria-current': 'step' as const } : {})}>
            <span className={classes.number} aria-hidden="true">
              {at + 1}
            </span>
            {t(`imports:step.${one}`)}
          </li>
        ))}
      </ol>
      {id === undefined ? (
        <FileStep namespace={namespace} onOpen={open} />
      ) : (
        <JobSteps key={id} namespace={namespace} job={job} onOpen={open} />
      )}
    </div>
  )
}

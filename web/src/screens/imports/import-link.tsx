import type { Action, Subject } from '@trunkline/contract/abilities'
import type { ImportKind } from '@trunkline/contract/resources/import-shapes'
import { IconUpload } from '@tabler/icons-react'
import { useCan } from '../../access/can.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link.tsx'

/** The button of a list that opens the import of its records, for users who may create them. */
export function ImportLink({
  kind,
  title,
  subject,
  action = 'create',
}: {
  kind: ImportKind
  /** Key of the title of its page. */
  title: string
  subject: Subject
  action?: Action
}) {
  const { t } = useTranslation()
  const can = useCan()
  if (!can({ action, subject })) return null
  return (
    <LinkButton to={paths.imports[kind]} variant="default" leftSection={<IconUpload size={16} aria-hidden="true" />}>
      {t(`panel:title.${title}`)}
    </LinkButton>
  )
}

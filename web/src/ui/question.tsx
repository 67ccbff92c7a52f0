import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadChunk } from '../api/chunk.ts'
import { errorText } from './error-text.ts'
import { notify } from './notify.ts'

// A page that asks nothing does not carry the dialog.
const ConfirmDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./confirm-dialog.tsx'))).ConfirmDialog,
}))

export interface Question {
  title: string
  text: ReactNode
  /** The verb of the title. */
  confirmLabel: string
  /** For actions where "Cancel" would be ambiguous. */
  cancelLabel?: string
  tone?: 'normal' | 'danger'
  /** Runs on confirmation; its error is shown in the dialog, which stays open. */
  run: () => Promise<unknown>
  /** The notice after success. */
  done: string
}

/**
 * Actions with a confirmation: `confirm(question)`, with `dialog` rendered in the page. `act` runs without one. Only one
 * runs at a time.
 */
export function useQuestion(): {
  confirm: (question: Question) => void
  act: (run: Question['run'], done: string) => void
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Question | null>(null)
  const [opened, setOpened] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const running = useRef(false)

  const perform = async (run: Question['run'], done: string, rejected: (error: unknown) => void) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setFailure(null)
    try {
      await run()
      setOpened(false)
      notify.success(done)
    } catch (error) {
      rejected(error)
    } finally {
      running.current = false
      setPending(false)
    }
  }

  return {
    confirm: (next) => {
      setFailure(null)
      setQuestion(next)
      setOpened(true)
    },
    act: (run, done) => void perform(run, done, (error) => notify.error(errorText(error, t))),
    dialog: question ? (
      <Suspense fallback={null}>
        <ConfirmDialog
          opened={opened}
          onClose={() => setOpened(false)}
          onConfirm={() => void perform(question.run, question.done, setFailure)}
          title={question.title}
          confirmLabel={question.confirmLabel}
          cancelLabel={question.cancelLabel}
          tone={question.tone}
          pending={pending}
          error={failure}
        >
          {question.text}
        </ConfirmDialog>
      </Suspense>
    ) : null,
  }
}

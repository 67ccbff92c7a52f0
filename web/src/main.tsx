import './theme/mantine.css'
import './theme/base.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { onChunkFailure } from './api/chunk.ts'
import { storedSession } from './access/session.ts'
import { followSession } from './shell/follow-session.ts'
import { firstLanguage, startLanguage } from './i18n/language.ts'
import { fetchBoot } from './shell/boot.ts'
import { addPanel, router } from './shell/router.tsx'
import { skinManager } from './theme/skin.ts'
import { cssVariables, theme } from './theme/theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// The scroll lock below dialogs makes a style element of its own and takes its nonce from this name.
if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })

// A chunk that is missing for good is most often one of an older build: ask which version the server has.
onChunkFailure(() => void fetchBoot())
followSession()

const session = storedSession()
await Promise.all([
  startLanguage(firstLanguage(session?.user.locale)),
  // Where it fails, the page that is opened says so.
  session && addPanel().catch(() => {}),
])

createRoot(document.getElementById('root') as HTMLElement).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={skinManager()}
    defaultColorScheme="light"
    getStyleNonce={() => nonce}
    deduplicateInlineStyles
  >
    <RouterProvider router={router} />
  </MantineProvider>,
)

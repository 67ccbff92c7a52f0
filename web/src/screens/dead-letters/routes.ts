import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.sessions.deadLetters, 'deadLetters', list('installation'), () => import('./DeadLetterList.tsx'), [
      'sessions',
    ]),
  ],
  menu: [
    {
      title: 'deadLetters',
      to: paths.sessions.deadLetters,
      below: paths.sessions.deadLetters,
      of: 'sessions',
      position: 40,
      ability: list('installation'),
    },
  ],
} satisfies Feature

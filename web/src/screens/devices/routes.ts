import { paths } from '../../paths.ts'
import { list, page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.hardware.commands, 'deviceCommands', list('hardware'), () => import('./CommandList.tsx')),
    page('/hardware/commands/$id', 'deviceCommand', view('hardware'), () => import('./CommandDetail.tsx')),
  ],
  menu: [
    {
      title: 'deviceCommands',
      tab: 'commandsTab',
      to: paths.hardware.commands,
      below: paths.hardware.commands,
      of: 'hardware',
      position: 10,
      ability: list('hardware'),
    },
  ],
} satisfies Feature

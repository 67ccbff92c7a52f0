// The words that names and English texts do not use, and what to write instead (docs/glossary.md has the terms).
// check-words.mjs applies this table.

/**
 * Words of identifiers, compared with each part of a name (`wayBack` has the parts `way` and `back`) or with parts in a
 * row (`way back`).
 * - write: what to use instead
 * - allowed: names that other programs or the API define, and why
 * - where: files in which the word is a term of the field, and why
 */
export const names = [
  { words: 'house', write: 'project, architecture' },
  {
    words: 'room rooms',
    write: 'module, feature, context',
    where: [/^(server|web)\/src\/(live|api)\//, 'socket.io rooms'],
  },
  { words: 'door doors', write: 'tenantTransaction, withTenant', allowed: ['IconDoorExit', 'Tabler icon'] },
  { words: 'ground grounds', write: 'fixture (tests), context' },
  { words: 'plant plants planted', write: 'create, seed' },
  { words: 'tell tells told', write: 'notify, report' },
  { words: 'say says said', write: 'message, label, report' },
  {
    words: 'words',
    write: 'label, text, message',
    allowed: [
      'words wordsIn checkWords argumentWords queryWords maxWords commonWords fromEncodedWords',
      'this check; words of a text or password, words of a RouterOS API sentence, encoded words (RFC 2047)',
    ],
  },
  { words: 'deed deeds', write: 'action' },
  {
    words: 'fault faults',
    write: 'error',
    where: [/^simulator\/|\.test\.tsx?$/, 'fault injection'],
  },
  { words: 'judge judges judged', write: 'validate' },
  {
    words: 'refuse refuses refused refusal',
    write: 'reject, error',
    allowed: [
      'refused device_refused origin_refused certificate_refused',
      'an outcome of commands and CoA requests, codes and reasons of the API',
    ],
  },
  { words: 'anew begun', write: 'retry, started' },
  {
    words: 'take takes taker',
    write: 'allocate, accept, apply',
    allowed: ['executeTakeFirst executeTakeFirstOrThrow takeBackup takes', 'Kysely; a call and a parameter of the API'],
  },
  { words: 'lineage', write: 'ancestorIds' },
  { words: 'from above', write: 'inherited, shared' },
  { words: 'way back', write: 'rollback' },
  {
    words: 'holder',
    write: 'owner, assignee',
    where: [
      /^simulator\/src\/router\/|^radius\/src\/port-holder\.ts$|\.test\.ts$/,
      'who holds a lock, a port, or the safe mode',
    ],
  },
  {
    words: 'ask asks asked',
    write: 'query, request, enqueue',
    allowed: ['asked_by', 'a parameter of stored mails'],
  },
  {
    words: 'keep keeps kept',
    write: 'save, store, retain',
    allowed: [
      'keep TRUNKLINE_BACKUP_KEEP keepAlive keepAliveInitialDelay keepMounted keepPreviousData',
      'retention (TRUNKLINE_BACKUP_KEEP); Node, Mantine and TanStack Query',
    ],
  },
  { words: 'hear hears heard', write: 'receive, lastSeen', allowed: ['nas_heard NasHeardRow', 'a table'] },
  {
    words: 'most longest least',
    write: 'max, min',
    allowed: ['longestIncreasing', 'the longest increasing subsequence'],
  },
  { words: 'waits paces patience beat abreast', write: 'timeout, interval, heartbeat, concurrency' },
  { words: 'lasting', write: 'permanent, retryable' },
  { words: 'nobody somebody everybody whoever', write: 'the actor: user, caller, worker' },
  { words: 'stands stood lies goes', write: 'is, exists, belongsTo' },
]

/** Words and phrases of the English catalogue. `allowed` are phrases around them that stay. */
export const texts = [
  { words: 'whoever|nobody|somebody|everybody', write: 'the actor: the user, no one, everyone' },
  { words: 'anew|begun', write: 'again, started' },
  { words: 'told|tells|tell|said|says|say', write: 'notified, reported, shows' },
  { words: 'judged?|deeds?|faults?', write: 'validate, action, error' },
  {
    words: 'refused?|refuses|refusal',
    write: 'reject, error',
    allowed: /connections? refused|refused the connection/i,
  },
  { words: 'turned away', write: 'rejected' },
  { words: 'asks for|asked', write: 'requested' },
  { words: 'tak(?:e|es|en|ing) (?:away|over|back)', write: 'remove, adopt, revoke' },
  { words: 'giv(?:e|es|en|ing) back', write: 'release' },
  { words: 'kept', write: 'stored, saved' },
  { words: 'heard', write: 'received' },
  { words: 'stands|stood', write: 'is' },
  { words: 'from above', write: 'inherited' },
  { words: 'way back', write: 'rollback' },
  { words: 'sent off|let in', write: 'disconnected, accepted' },
  { words: 'can not', write: 'cannot' },
  { words: 'house|lineage|patience', write: 'see docs/glossary.md' },
]

/** Files whose strings are the English catalogue. */
export const catalogue =
  /^web\/src\/(?:.+\/)?(?:texts|titles)\.en\.ts$|^contract\/src\/messages\/en(?:\.ts|\/.+\.ts)$|^server\/src\/mail\/texts\.en\.ts$/

/**
 * Findings that are not corrected yet: a line a file, `path: name, "word", …`. Do not add to it;
 * `node scripts/check-words.mjs --prune` removes what is corrected.
 */
export const baseline = `
contract/src/messages/en/hardware.ts: "says"
contract/src/messages/en/wifi.ts: "kept"
routeros/src/wire/fuzz.test.ts: longest
server/src/access/throttle.ts: most
server/src/devices/connections.ts: most
server/src/devices/guarded-property.test.ts: wayBack
server/src/devices/guarded.test.ts: wayBackOf
server/src/features/hardware/hardware-live.test.ts: take
server/src/features/imports/kinds/subnets.ts: holder
server/src/features/ipam/aborted.test.ts: asked
server/src/features/lan/addresses.ts: liesIn
server/src/features/lan/lease.ts: holder
server/src/features/lan/network-block.ts: holder
server/src/features/services/address-rules.ts: says
server/src/features/services/service-addresses.ts: keeps
server/src/features/sites/site-rules.ts: holder
server/src/http/docs-page.ts: holder
server/src/http/limits.ts: waitAtMost
server/src/live/fan-out.ts: everybody
server/src/live/watching.ts: tell
server/src/mail/texts.en.ts: "asked", "somebody", "stands"
server/src/sessions/records.test.ts: heard
server/src/sessions/send-coa.ts: told_list
server/src/sessions/unanswered.test.ts: told
server/src/testing/matrix/expected.ts: stands
simulator/src/protocol/api-connection.ts: hear
simulator/src/router/commands-file.ts: keeps
simulator/src/router/fetch.ts: keeps
simulator/src/router/rules-wireless.ts: wordsOf
web/src/access/login-as.ts: wayBack
web/src/form/image-field.tsx: setRefused
web/src/form/stale-dialog.tsx: setKeep
web/src/form/texts.de.ts: takeAll, keepAll
web/src/form/texts.en.ts: takeAll, keepAll
web/src/list/filter-words.ts: termWords
web/src/list/list-types.ts: keeps
web/src/list/texts.en.ts: "refused"
web/src/list/use-list.ts: keeps, keepsRows
web/src/map/world-map.tsx: MapWords
web/src/record/use-record-actions.tsx: ask
web/src/screens/devices/texts.de.ts: fault
web/src/screens/devices/texts.en.ts: fault
web/src/screens/devices/use-device-command.ts: ask
web/src/screens/devices/use-reading.ts: isFault
web/src/screens/hardware/backup-tab.tsx: take
web/src/screens/hardware/texts.de.ts: take
web/src/screens/hardware/texts.en.ts: take
web/src/screens/installation/mail-state.tsx: kept
web/src/screens/installation/texts.de.ts: keptNote, kept
web/src/screens/installation/texts.en.ts: keptNote, kept
web/src/screens/ipam/SubnetTree.tsx: keeps
web/src/screens/licences/licence-fields.tsx: most
web/src/screens/licences/texts.de.ts: nobody, toNobody
web/src/screens/licences/texts.en.ts: nobody, toNobody
web/src/screens/nas/texts.de.ts: fromAbove, last_heard, secretKept, ipoePasswordKept
web/src/screens/nas/texts.en.ts: fromAbove, last_heard, secretKept, ipoePasswordKept
web/src/screens/radius-certificates/texts.en.ts: "asks for"
web/src/screens/wifi-access/texts.en.ts: "kept"
web/src/screens/wifi/texts.en.ts: "kept"
web/src/shell/panel/texts.de.ts: begun
web/src/shell/panel/texts.en.ts: begun
web/src/shell/toasts.tsx: atMost
web/src/testing/wifi-fixture.tsx: deed
web/src/ui/announcer.tsx: setSaid
web/src/ui/question.tsx: ask
`

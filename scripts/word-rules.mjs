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
    where: [
      /^web\/src\/screens\/installation\/(mail-state\.tsx|texts\.(en|de)\.ts)$/,
      '`kept` is the state of a mail without a mail server, in the API',
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

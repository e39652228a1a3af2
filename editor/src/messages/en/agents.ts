export const agents = {
  connect: 'Connect “{name}”?',
  verified: 'This program belongs to {host}. Allow it only if you know this address.',
  unverified:
    'Nobody has checked the name, which the program gives itself. Allow it only if you have just begun to connect it.',
  local: 'Your browser then goes to a program on this computer.',
  remote: 'Your browser then goes to {host}.',
  reads: 'It reads what you may read.',
  may: 'It may also',
  scopes: { read: 'Read what you may read', write: 'Read and write drafts, comments and files', publish: 'Publish' },
  hints: {
    write: 'With its name and yours. Drafts wait in a release until somebody publishes or discards them.',
    publish: 'Readers then see what it publishes, or writes of types without drafts, before anybody has looked at it.',
    impossible: 'Your role does not permit it.',
  },
  mayNot:
    'It can neither see nor change users, tokens and settings, it deletes nothing, and it may never do more than you. You can end its access in “{account}” at any time.',
  allow: 'Allow',
  leaving: 'You go back to the program. If nothing happens, <link>go there yourself</link>.',
} as const;

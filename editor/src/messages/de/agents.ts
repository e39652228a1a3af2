export const agents = {
  connect: '„{name}“ verbinden?',
  verified: 'Dieses Programm gehört zu {host}. Erlauben Sie es nur, wenn Sie diese Adresse kennen.',
  unverified:
    'Niemand hat den Namen geprüft, den das Programm sich gibt. Erlauben Sie es nur, wenn Sie es gerade verbinden.',
  local: 'Ihr Browser geht danach zu einem Programm auf diesem Computer.',
  remote: 'Ihr Browser geht danach zu {host}.',
  reads: 'Es liest, was Sie lesen dürfen.',
  may: 'Es darf auch',
  scopes: {
    read: 'Lesen, was Sie lesen dürfen',
    write: 'Entwürfe, Kommentare und Dateien lesen und schreiben',
    publish: 'Veröffentlichen',
  },
  hints: {
    write: 'Mit seinem Namen und Ihrem. Entwürfe warten in einem Release, bis jemand sie veröffentlicht oder verwirft.',
    publish: 'Leser sehen dann, was es veröffentlicht, oder ohne Entwurf schreibt, bevor es jemand angesehen hat.',
    impossible: 'Ihre Rolle erlaubt das nicht.',
  },
  mayNot:
    'Benutzer, Token und Einstellungen kann es weder sehen noch ändern, es löscht nichts, und es darf nie mehr als Sie. Sie können seinen Zugang jederzeit in „{account}“ beenden.',
  allow: 'Erlauben',
  leaving: 'Sie gehen zurück zu dem Programm. Wenn nichts geschieht, <link>gehen Sie selbst dorthin</link>.',
} as const;

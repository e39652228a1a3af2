import type { ServerTexts } from './serverTexts.ts';

export const de: ServerTexts = [
  // Roles
  ['Public', 'Öffentlichkeit'],
  ['Authenticated', 'Angemeldete'],
  ['Editor', 'Redaktion'],
  ['Author', 'Autoren'],
  ['Administrator', 'Administration'],
  ['Default role given to authenticated user.', 'Für alle, die sich auf der Website registrieren.'],
  ['Default role given to unauthenticated user.', 'Für alle ohne Anmeldung.'],
  ['Writes and publishes all content.', 'Schreibt und veröffentlicht alle Inhalte.'],
  ['Writes and publishes their own content.', 'Schreibt und veröffentlicht eigene Inhalte.'],
  [
    'Also manages users, roles, API tokens, webhooks and locales.',
    'Verwaltet auch Benutzer, Rollen, API-Token, Webhooks und Sprachen.',
  ],
  // Requests
  ['Forbidden', 'Ihre Rolle erlaubt das nicht.'],
  ['Not Found', 'Das gibt es nicht (mehr).'],
  ['Document not found', 'Das Dokument gibt es nicht (mehr), oder Ihre Rolle darf es nicht sehen.'],
  ['The document is not published', 'Das Dokument ist nicht veröffentlicht.'],
  ['The document is not in the trash', 'Das Dokument ist nicht im Papierkorb.'],
  ['Missing or invalid credentials', 'Sie sind nicht mehr angemeldet.'],
  ['Too many requests, please try again later.', 'Zu viele Anfragen. Versuchen Sie es später noch einmal.'],
  ['{} errors occurred', 'Es gibt {1} Fehler.'],
  [
    'The document has changed since the version that If-Match names: read it again',
    'Das Dokument hat sich inzwischen geändert. Laden Sie es neu.',
  ],
  ['The request body is larger than {} bytes', 'Das ist größer als {1} Bytes, mehr kann nicht gespeichert werden.'],
  [
    'The document has no room for more: both versions together have at most 16 MB',
    'Das Dokument ist voll: Beide Fassungen zusammen haben höchstens 16 MB.',
  ],
  ['Internal Server Error', 'Auf dem Server ist ein Fehler aufgetreten.'],
  // Changes of many documents
  ['Somebody has changed the document since', 'Jemand hat das Dokument seitdem geändert.'],
  ['The job has created the document in this locale', 'Das Dokument gab es in dieser Sprache vorher nicht.'],
  ['The draft cannot be assigned to that user any more', 'Wem es zugewiesen war, darf es nicht mehr bearbeiten.'],
  ['Whoever started the job may not log in any more', 'Wer die Änderung begonnen hat, darf sich nicht mehr anmelden.'],
  ['Another write holds the document: try again', 'Das Dokument wurde gerade geändert. Versuchen Sie es noch einmal.'],
  [
    '{} documents match now, not {}: look at the list again',
    'Es sind jetzt {1} Dokumente, nicht {2}. Sehen Sie die Liste noch einmal an.',
  ],
  ['More than {} documents match: change them in parts', 'Es sind mehr als {1} Dokumente. Ändern Sie sie in Teilen.'],
  ['{} of your jobs are running: wait until one ends', 'Es laufen schon {1} Ihrer Änderungen. Warten Sie auf eine.'],
  // Values
  ['This attribute must be unique', 'Ein anderes Dokument hat diesen Wert.'],
  ['Another document has this value now', 'Ein anderes Dokument hat jetzt diesen Wert.'],
  ['{} must be defined.', '{1} fehlt.'],
  ['{} is a required field', '{1} fehlt.'],
  ['{} cannot be empty', '{1} darf nicht leer sein.'],
  ['{} must be a valid email', '{1} ist keine E-Mail-Adresse.'],
  ['{} must be a valid integer', '{1} ist keine ganze Zahl.'],
  ['{} must be a finite number', '{1} ist keine Zahl.'],
  ['{} must be true or false', '{1} muss Ja oder Nein sein.'],
  ['Password must be less than {} bytes', 'Das Passwort ist zu lang.'],
  [
    'password is one of the most common ones: choose another',
    'Dieses Passwort benutzen viele. Wählen Sie ein anderes.',
  ],
  [
    'password must not be the name or the email address of the user',
    'Das Passwort ist der Name oder die Adresse. Wählen Sie ein anderes.',
  ],
  ['There is no {} with the id {}', 'Ein verknüpftes Dokument gibt es nicht mehr ({2}).'],
  // Users and roles
  ['Email already taken', 'Ein anderer Benutzer hat diese E-Mail-Adresse.'],
  ['Username already taken', 'Ein anderer Benutzer hat diesen Namen.'],
  ['Name already taken', 'Dieser Name ist schon vergeben.'],
  ['A username with an @ must be your email address', 'Ein Name mit @ muss Ihre E-Mail-Adresse sein.'],
  ['Users must have a role', 'Benutzer brauchen eine Rolle.'],
  ['There is a role of the type {} already', 'Eine Rolle mit diesem Namen gibt es schon.'],
  ['name must have a letter or a digit', 'Der Name braucht einen Buchstaben oder eine Ziffer.'],
  ['Cannot delete {} role', 'Diese Rolle lässt sich nicht löschen.'],
  ['Role not found', 'Diese Rolle gibt es nicht mehr.'],
  ['Only callers with the permission {} can give or take it', 'Nur wer das Recht {1} hat, kann es geben oder nehmen.'],
  [
    'The user is blocked: end that before you make a link',
    'Der Benutzer ist gesperrt. Entsperren Sie ihn, bevor Sie einen Link erstellen.',
  ],
  [
    'This account logs in by a provider, not with a password',
    'Dieses Konto meldet sich über einen Anbieter an, nicht mit einem Passwort.',
  ],
  // Files
  ['Files are empty', 'Die Datei ist leer.'],
  ['File is not a valid image', 'Die Datei ist kein gültiges Bild.'],
  ['A file is larger than {} bytes', 'Die Datei ist größer als {1} Bytes.'],
  ['The files of the form have more than {} bytes', 'Die Dateien sind zusammen größer als {1} Bytes.'],
  ['The picture has more than {} million pixels', 'Das Bild hat mehr als {1} Millionen Pixel.'],
  ['The file cannot be stored at the moment', 'Die Datei lässt sich im Moment nicht speichern.'],
  [
    'A file of the kind {} cannot be replaced with one of the kind {}',
    'Eine Datei lässt sich nur durch eine derselben Art ersetzen.',
  ],
  ['A folder with this name already exists there', 'Dort gibt es schon einen Ordner mit diesem Namen.'],
  ['There is no folder with the documentId "{}"', 'Diesen Ordner gibt es nicht mehr.'],
  // Releases, stages and comments
  ['Release not found', 'Dieses Release gibt es nicht mehr.'],
  ['No entries to publish', 'Es gibt nichts zu veröffentlichen.'],
  ['The document is in the release already', 'Das Dokument ist schon in dem Release.'],
  [
    'The release has changed meanwhile: read it again',
    'Das Release hat inzwischen jemand geändert. Laden Sie die Seite neu.',
  ],
  ['The release is done: it cannot be changed any more', 'Das Release ist erledigt und lässt sich nicht mehr ändern.'],
  [
    'A release has at most {} documents, and this one would have {}: use another one',
    'Ein Release hat höchstens {1} Dokumente, und dieses hätte {2}.',
  ],
  ['Only the owner of the release, and callers with {}.{}, may do this', 'Das darf nur, wem das Release gehört.'],
  ['You may not move documents into the stage "{}"', 'Sie dürfen nichts in die Stufe „{1}“ bringen.'],
  [
    'You may not publish another value: only drafts in the stage "{}" can be published',
    'Veröffentlicht werden kann nur, was in der Stufe „{1}“ ist.',
  ],
  ['There is no such stage: expected one of {}', 'Diese Stufe gibt es nicht. Es gibt: {1}.'],
  ['{} would change documents that you may not update: {}', '{1} würde Dokumente ändern, die Sie nicht ändern dürfen.'],
  ['Comment not found', 'Diesen Kommentar gibt es nicht mehr.'],
  ['Only the author can change the text of a comment', 'Nur wer den Kommentar schrieb, kann ihn ändern.'],
  [
    'The document has {} comments already: delete some first',
    'Das Dokument hat schon {1} Kommentare. Löschen Sie erst einige.',
  ],
  // Other screens
  ['Saved list not found', 'Diese Liste gibt es nicht mehr.'],
  [
    'You have {} saved lists already: delete one first',
    'Sie haben schon {1} Listen gespeichert. Löschen Sie erst eine.',
  ],
  [
    'Only callers with the permission {}.update can share lists of the type',
    'Teilen kann Listen nur, wer die Dokumente des Typs ändern darf.',
  ],
  ['API Token not found', 'Diesen API-Token gibt es nicht mehr.'],
  ['{} has no drafts: there is nothing to {}', '{1} hat keine Entwürfe.'],
  [
    '{} has another document now: delete it first, because there is only one',
    '{1} hat jetzt ein anderes Dokument. Löschen Sie es erst, denn es gibt nur eines.',
  ],
  [
    'A user has at most {} passkeys: remove one first',
    'Höchstens {1} Passkeys sind möglich. Entfernen Sie erst einen.',
  ],
  ['Invalid second factor', 'Der Code ist falsch oder abgelaufen.'],
  [
    'Your role requires a second factor: set up another one before you remove this',
    'Ihre Rolle verlangt einen zweiten Faktor. Richten Sie erst einen anderen ein.',
  ],
  // Agents
  ['The site does not know this program: connect it again', 'Das Programm ist nicht bekannt. Verbinden Sie es neu.'],
  ['The request of {} is wrong: {} must be {}', 'Die Anfrage von {1} ist falsch: {2}.'],
  ['The document is deleted', 'Das Dokument ist gelöscht.'],
  ['The type keeps no history', 'Von diesen Inhalten gibt es keine Versionen.'],
  [
    'The history does not have the version before the agent any more',
    'Die Version vor dem Agenten gibt es nicht mehr.',
  ],
  ['{}: This attribute must be unique', '{1}: Ein anderes Dokument hat diesen Wert.'],
  ['The document was published or unpublished since', 'Seitdem ist das Dokument veröffentlicht oder zurückgezogen.'],
];

// Makes the judged corpus: documents in English and German, and searches whose relevant documents are known because each
// document is made about something.
import { Random } from '../data/random.ts';
import { misspell, withoutAccents } from './misspell.ts';
import { vocabularies, type Vocabulary } from './vocabulary.ts';

const documentsPerLanguage = 3_000;
const searchesPerKind = 15;
// The parts of a document that are about its own subject; the rest is about its second one.
const ownSubject = 0.75;
const ownName = 0.7;

// `\b` would take the F of `Für` for a slot.
const slotPattern = /(?<!\p{L})[TANPYFX](?!\p{L})/gu;

/** A word in its forms, the base form first. */
type Forms = readonly string[];

/** What a document is about. */
interface Subject {
  readonly topic: Forms;
  /** Of the same group of topics. */
  readonly secondTopic: Forms;
  readonly aspect: Forms;
  readonly secondAspect: Forms;
  readonly name: string;
  readonly place: string;
  /** Undefined: the document has the words of its aspect's phrase apart, or not at all. */
  readonly phrase: string | undefined;
}

export interface CorpusDocument {
  readonly locale: 'en' | 'de';
  readonly title: string;
  readonly summary: string;
  readonly body: string;
  readonly subject: Subject;
  /** All names in the text. */
  readonly names: ReadonlySet<string>;
}

export type SearchKind =
  | 'one word'
  | 'two words'
  | 'three words'
  | 'a question'
  | 'one word too many'
  | 'other endings'
  | 'without accents'
  | 'one mistake'
  | 'two mistakes'
  | 'a beginning'
  | 'a phrase'
  | 'a name';

/** A search, and how relevant each document is. */
export interface JudgedSearch {
  readonly locale: 'en' | 'de';
  readonly kind: SearchKind;
  readonly text: string;
  /** By the index of the document: from 1 to 3; a document that is not here is not relevant. */
  readonly grades: ReadonlyMap<number, number>;
}

export interface Corpus {
  readonly documents: readonly CorpusDocument[];
  readonly searches: readonly JudgedSearch[];
}

/** @param entry `base+ending/form/form` */
const readForms = (entry: string): Forms => {
  const [first = '', ...others] = entry.split('/');
  const [base = '', ending] = first.split('+');
  return [...new Set([base, ...(ending === undefined ? [] : [base + ending]), ...others])];
};

const listOf = (text: string): readonly string[] => text.split(' ');

/** A vocabulary, ready to draw from. */
const readVocabulary = (vocabulary: Vocabulary) => ({
  ...vocabulary,
  groups: vocabulary.topics.map((line) => listOf(line).map(readForms)),
  aspectForms: vocabulary.aspects.map(readForms),
  names: { first: listOf(vocabulary.firstNames), last: listOf(vocabulary.lastNames) },
  placeNames: listOf(vocabulary.places),
  fillerWords: listOf(vocabulary.fillers),
});

type Language = ReturnType<typeof readVocabulary>;

const drawName = (random: Random, { names }: Language): string =>
  `${random.pick(names.first)} ${random.pick(names.last)}`;

const drawSubject = (random: Random, language: Language): Subject => {
  const group = random.pick(language.groups);
  const topic = random.pick(group);
  const aspect = random.pick(language.aspectForms);
  return {
    ...{ topic, aspect },
    secondTopic: random.pick(group.filter((other) => other !== topic)),
    secondAspect: random.pick(language.aspectForms.filter((other) => other !== aspect)),
    name: drawName(random, language),
    place: random.pick(language.placeNames),
    phrase: random.next() < 0.5 ? language.phrases[language.aspectForms.indexOf(aspect)] : undefined,
  };
};

/** An author uses one or two forms of a word, so that some documents have only other forms than a search. */
const drawUsedForms = (random: Random, forms: Forms): Forms => [random.pick(forms), random.pick(forms)];

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Swaps the words of a phrase, with others between them. */
const separateWords = (random: Random, phrase: string, { fillerWords }: Language): string => {
  const [first = '', second = ''] = phrase.split(' ');
  return `${second} ${random.pick(fillerWords)} ${random.pick(fillerWords)} ${first}`;
};

const makeDocument = (random: Random, language: Language): CorpusDocument => {
  const subject = drawSubject(random, language);
  const names = new Set<string>();
  const used = new Map<Forms, Forms>();
  const formOf = (forms: Forms): string => {
    const own = used.get(forms) ?? drawUsedForms(random, forms);
    used.set(forms, own);
    return random.pick(own);
  };
  const nameWord = (): string => {
    const name = random.next() < ownName ? subject.name : drawName(random, language);
    names.add(name);
    return name;
  };
  const slots: Record<string, () => string> = {
    T: () => formOf(random.next() < ownSubject ? subject.topic : subject.secondTopic),
    A: () => formOf(random.next() < ownSubject ? subject.aspect : subject.secondAspect),
    N: nameWord,
    P: () => (random.next() < ownName ? subject.place : random.pick(language.placeNames)),
    Y: () => String(1850 + random.below(170)),
    F: () => random.pick(language.fillerWords),
    X: () => random.pick(random.pick(random.next() < 0.6 ? language.groups : [language.aspectForms]))[0] ?? '',
  };
  const fill = (template: string): string =>
    capitalize(template.replaceAll(slotPattern, (slot) => slots[slot]?.() ?? slot));
  const sentences = (count: number): string[] =>
    Array.from({ length: count }, () => fill(random.pick(language.sentences)));
  const title = fill(random.pick(language.titles));
  const summary = sentences(1 + random.below(2));
  // Some texts are ten times as long as others.
  const body = sentences(Math.round(4 * 10 ** random.next()));
  const phrase = language.phrases[language.aspectForms.indexOf(subject.aspect)] ?? '';
  const withPhrase = subject.phrase ?? (random.next() < 0.5 ? separateWords(random, phrase, language) : undefined);
  if (withPhrase !== undefined)
    body.splice(random.below(body.length), 0, `${capitalize(withPhrase)} ${fill('F F F.')}`);
  return { locale: language.locale, title, summary: summary.join(' '), body: body.join(' '), subject, names };
};

/** How relevant a document about a subject is for a search for this topic and aspect. */
const gradeTopicAndAspect = ({ topic, secondTopic, aspect, secondAspect }: Subject, wanted: Subject): number => {
  const topicGrade = topic === wanted.topic ? 2 : secondTopic === wanted.topic ? 1 : 0;
  const aspectGrade = aspect === wanted.aspect ? 2 : secondAspect === wanted.aspect ? 1 : 0;
  return topicGrade === 0 || aspectGrade === 0 ? 0 : topicGrade + aspectGrade - 1;
};

interface Draft {
  readonly text: string;
  readonly grade: (document: CorpusDocument) => number;
}

/** Makes a search that this document answers; undefined if its subject does not suit this kind. */
type Draw = (random: Random, document: CorpusDocument, language: Language) => Draft | undefined;

const shuffle = (random: Random, words: readonly string[]): string => {
  const rest = [...words];
  const shuffled: string[] = [];
  while (rest.length > 0) shuffled.push(...rest.splice(random.below(rest.length), 1));
  return shuffled.join(' ');
};

const base = ([first = '']: Forms): string => first;
const topicAndAspect =
  (wanted: Subject) =>
  ({ subject }: CorpusDocument): number =>
    gradeTopicAndAspect(subject, wanted);

const withPlace =
  (wanted: Subject) =>
  ({ subject }: CorpusDocument): number => {
    const grade = gradeTopicAndAspect(subject, wanted);
    return subject.place === wanted.place ? grade : Math.min(1, grade);
  };

/** Misspells the topic or the aspect, if it is long enough. */
const drawMisspelled =
  (leastLength: number, mistakes: number): Draw =>
  (random, { subject }) => {
    const isTopic = random.next() < 0.5;
    const wrong = base(isTopic ? subject.topic : subject.aspect);
    if (wrong.length < leastLength) return undefined;
    const other = base(isTopic ? subject.aspect : subject.topic);
    return { text: shuffle(random, [misspell(random, wrong, mistakes), other]), grade: topicAndAspect(subject) };
  };

const draws: Readonly<Record<SearchKind, Draw>> = {
  'one word': (_random, { subject: wanted }) => ({
    text: base(wanted.topic),
    grade: ({ subject }) => (subject.topic === wanted.topic ? 3 : subject.secondTopic === wanted.topic ? 1 : 0),
  }),
  'two words': (random, { subject }) => ({
    text: shuffle(random, [base(subject.topic), base(subject.aspect)]),
    grade: topicAndAspect(subject),
  }),
  'three words': (random, { subject }) => ({
    text: shuffle(random, [base(subject.topic), base(subject.aspect), subject.place]),
    grade: withPlace(subject),
  }),
  'a question': (random, { subject }, { questions }) => ({
    text: random
      .pick(questions)
      .replace(/\bT\b/, base(subject.topic))
      .replace(/\bA\b/, base(subject.aspect))
      .replace(/\bP\b/, subject.place),
    grade: topicAndAspect(subject),
  }),
  'one word too many': (random, { subject }, { groups }) => ({
    text: shuffle(random, [
      base(subject.topic),
      base(subject.aspect),
      subject.place,
      base(random.pick(random.pick(groups.filter((group) => !group.includes(subject.topic))))),
    ]),
    grade: withPlace(subject),
  }),
  'other endings': (random, { subject }) => {
    const [topic, aspect] = [subject.topic.slice(1), subject.aspect.slice(1)];
    if (topic.length === 0 || aspect.length === 0) return undefined;
    return { text: shuffle(random, [random.pick(topic), random.pick(aspect)]), grade: topicAndAspect(subject) };
  },
  'without accents': (_random, { subject }) => {
    const words = [base(subject.topic), base(subject.aspect), subject.place];
    const accented = words.filter((word) => withoutAccents(word) !== word);
    const [, lastName = ''] = subject.name.split(' ');
    if (accented.length === 0 && withoutAccents(lastName) === lastName) return undefined;
    const isName = accented.length === 0;
    const text = withoutAccents(isName ? `${lastName} ${base(subject.topic)}` : words.join(' ')).toLowerCase();
    return { text, grade: isName ? gradeNameAndTopic(lastName, subject) : withPlace(subject) };
  },
  'one mistake': drawMisspelled(6, 1),
  'two mistakes': drawMisspelled(9, 2),
  'a beginning': (random, { subject }) => {
    const topic = base(subject.topic);
    const length = 3 + random.below(Math.max(1, Math.floor(topic.length * 0.6) - 2));
    return { text: `${base(subject.aspect)} ${topic.slice(0, length)}`, grade: topicAndAspect(subject) };
  },
  'a phrase': (_random, { subject: wanted }) => {
    if (wanted.phrase === undefined) return undefined;
    return {
      text: `"${wanted.phrase}" ${base(wanted.topic)}`,
      grade: ({ subject: { phrase, topic, secondTopic } }) =>
        phrase !== wanted.phrase ? 0 : topic === wanted.topic ? 3 : secondTopic === wanted.topic ? 2 : 0,
    };
  },
  'a name': (random, { subject: wanted }) => ({
    text: random.next() < 0.5 ? wanted.name : wanted.name.split(' ').reverse().join(' '),
    grade: ({ subject, names }) => (!names.has(wanted.name) ? 0 : subject.name === wanted.name ? 3 : 1),
  }),
};

const gradeNameAndTopic =
  (lastName: string, { topic }: Subject) =>
  ({ subject, names }: CorpusDocument): number => {
    if (![...names].some((name) => name.endsWith(` ${lastName}`))) return 0;
    const isOwnName = subject.name.endsWith(` ${lastName}`);
    if (subject.topic === topic) return isOwnName ? 3 : 2;
    return subject.secondTopic === topic && isOwnName ? 1 : 0;
  };

export const searchKinds = Object.keys(draws) as readonly SearchKind[];

const drawSearches = (random: Random, documents: readonly CorpusDocument[], language: Language): JudgedSearch[] => {
  const own = documents.filter(({ locale }) => locale === language.locale);
  const searches: JudgedSearch[] = [];
  for (const kind of searchKinds)
    for (let count = 0; count < searchesPerKind;) {
      const draft = draws[kind](random, random.pick(own), language);
      if (draft === undefined) continue;
      const grades = documents.flatMap((document, index) => {
        const grade = document.locale === language.locale ? draft.grade(document) : 0;
        return grade > 0 ? [[index, grade] as const] : [];
      });
      // Some names are not in the text of their own document.
      if (grades.length === 0) continue;
      searches.push({ locale: language.locale, kind, text: draft.text, grades: new Map(grades) });
      count++;
    }
  return searches;
};

/** Makes the corpus: the same one for the same seed. */
export const makeCorpus = (seed = 33): Corpus => {
  const random = new Random(seed);
  const languages = vocabularies.map(readVocabulary);
  const documents = languages.flatMap((language) =>
    Array.from({ length: documentsPerLanguage }, () => makeDocument(random, language)),
  );
  return { documents, searches: languages.flatMap((language) => drawSearches(random, documents, language)) };
};

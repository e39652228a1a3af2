// Converts texts to slugs: `Über uns` becomes `ueber-uns`.

/** How Strapi spells letters that are not Latin letters with marks. */
const spelled: ReadonlyMap<string, string> = new Map(
  [
    'ä ae, ö oe, ü ue, ß ss, æ ae, œ oe, ø o, ł l, đ d, ð d, þ th, ı i, ħ h, ĸ k, ŋ n, ŧ t, & -and-',
    'а a, б b, в v, г g, д d, е e, ё yo, ж zh, з z, и i, й j, к k, л l, м m, н n, о o, п p, р r, с s, т t, у u, ф f',
    'х h, ц cz, ч ch, ш sh, щ shh, ъ , ы y, ь , э e, ю yu, я ya, і i, ї yi, є ye, ґ g, ў u, љ lj, њ nj, ќ kj',
    'ђ dj, ј j, ћ c, џ dz, ѓ g, ѕ dz',
    'α a, β v, γ g, δ d, ε e, ζ z, η i, θ th, ι i, κ k, λ l, μ m, ν n, ξ ks, ο o, π p, ρ r, σ s, ς s, τ t, υ y, φ f',
    'χ x, ψ ps, ω o',
  ].flatMap((line) =>
    line.split(', ').map((pair): [string, string] => {
      const [letter = '', spelling = ''] = pair.split(' ');
      return [letter, spelling];
    }),
  ),
);

/** Spells letters that are not Latin, or have marks of their own, with Latin ones: `Größe` as `Groesse`. */
export const spell = (text: string): string =>
  text.replace(/[^\0-\x7f]|&/gu, (letter) => {
    const spelling = spelled.get(letter.toLowerCase());
    if (spelling === undefined || spelled.has(letter)) return spelling ?? letter;
    return spelling.charAt(0).toUpperCase() + spelling.slice(1);
  });

/** Finds word boundaries inside `fooBar`, `XMLHttpRequest` and `HTML5`. */
const betweenWords = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{Lu}{2})(?=\d)/gu;

/**
 * @returns lower-case Latin letters, digits and hyphens between words; empty when the text has nothing to spell
 */
export const slugOf = (text: string): string => {
  const lower = text.normalize('NFC').replace(betweenWords, ' ').toLowerCase();
  // Some letters are spelled with their marks (ä, й), others without (é, ώ); NFKD splits compatibility forms (ﬁ, ½).
  const plain = spell(lower).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return spell(plain)
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
};

// The most frequent words of some languages, which say nothing of what a document is about.

/** @param words without accents, as the index has them */
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const stopWords = {
  de: setOf(
    'aber als am an auch auf aus bei bin bis das dass dem den der des die durch ein eine einem einen einer eines er es fur hat ich ' +
      'ihr im in ist ja kein mit nach nicht noch nur ob oder sich sie sind so um und uber vom von vor war was wenn wer wie wir wird ' +
      'wo zu zum zur',
  ),
  en: setOf(
    'a about an and are as at be been but by can did do does for from had has have he her his how i if in into is it its me my no ' +
      'not of on or our she so that the their them then there these they this to was we were what when where which who why will ' +
      'with you your',
  ),
  es: setOf(
    'a al con como cual cuando de del donde el ella ellas ellos en entre era es esta este fue ha la las lo los mas me mi muy no o ' +
      'para pero por que quien se ser si sin sobre son su sus te un una uno unas unos y ya yo',
  ),
  fr: setOf(
    'a au aux avec ce ces cet cette comme dans de des du elle elles en est et ete etre il ils je la le les leur leurs mais mon ne ' +
      'nos notre nous on ou ont par pas plus pour quand que quel quelle qui sa sans se ses son sont sur ta te tu un une vos votre ' +
      'vous y',
  ),
  it: setOf(
    'a ad ai al alla alle anche che chi ci come con da dal dalla dei del della delle di dove e ed era gli ha i il in io la le lo ma ' +
      'mi ne nei nel nella no non o per piu quando questa questo se si sono su sul sulla tra tu un una uno',
  ),
  nl: setOf(
    'aan als bij dan dat de der deze die dit door een en er had heb heeft het hij hoe ik in is je maar met mijn naar niet nog of om ' +
      'ook op over te tot uit van voor waar was wat we wie wij ze zich zij zijn',
  ),
  pt: setOf(
    'a ao aos as com como da das de dela dele do dos e ela ele em entre era essa esse esta este eu foi ha isso ja mais mas me na nao ' +
      'nas no nos o os ou para pela pelo por quando que quem se sem ser seu sua sao so um uma umas uns',
  ),
} as const;

// Formats a number of things in English.
import plur from 'plur';

/** @returns `1 row`, `2 rows` */
export const formatCount = (count: number, noun: string): string => `${count} ${plur(noun, count)}`;

/**
 * A language whose parser leaves deeply nested texts without a syntax tree. Building the tree of such a text, which a link can contain,
 * overflows the stack, and then the screen could not be opened any more.
 */
import type { LRLanguage } from '@codemirror/language';
import { isDeeplyNested } from './isDeeplyNested';

export const shallowLanguage = (language: LRLanguage): LRLanguage =>
  language.configure({
    wrap: (parse, input) =>
      isDeeplyNested(input.read(0, input.length)) ? language.parser.startParse(' '.repeat(input.length)) : parse,
  });

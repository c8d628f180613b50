/** Chooses the next, smaller introspection query after an endpoint rejected one. */
import { FEATURES, type IntrospectionLevel, NEWEST_LEVEL } from './introspection';

/** Patterns of error messages of servers that lack a feature. */
const FEATURE_WORDS: ReadonlyArray<readonly [keyof typeof FEATURES, RegExp]> = [
  ['oneOf', /isOneOf/],
  ['specifiedBy', /specifiedBy/],
  ['repeatable', /isRepeatable/],
  ['schemaDescription', /["'`]?description["'`]? .{0,300}__Schema|__Schema.{0,300}description/],
  ['inputDeprecation', /includeDeprecated.{0,300}(args|inputFields)|(args|inputFields).{0,300}includeDeprecated|__InputValue/],
  ['deprecation', /includeDeprecated|isDeprecated|deprecationReason/],
  ['deep', /depth|deep|complex|cost|nest|too (large|big|many)|limit/i],
  ['directives', /directives|__Directive/],
];

/** The levels to try in this order if the errors do not name a feature. */
const BLIND_ORDER: ReadonlyArray<IntrospectionLevel> = [
  NEWEST_LEVEL & ~FEATURES.oneOf,
  FEATURES.specifiedBy | FEATURES.repeatable | FEATURES.deep | FEATURES.deprecation | FEATURES.directives,
  FEATURES.deep | FEATURES.deprecation | FEATURES.directives,
  0,
];

/** Matches errors of servers that do not allow introspection. */
const REFUSED =
  /introspection (has been |is |was )?(disabled|not (allowed|enabled|permitted|supported)|forbidden)|not allowed.{0,300}introspection|disabled.{0,300}introspection|__schema.{0,300}(not allowed|disabled|forbidden|cannot query)/i;
/** Matches the validation error of servers without introspection fields. Retrying does not help. */
const NO_META_FIELD = /cannot query field ["'`]?__schema/i;

/**
 * The level to try after `level` failed with `errors`; null if there is none left or the server says that introspection is disabled.
 */
export function nextLevel(
  level: IntrospectionLevel,
  errors: ReadonlyArray<{ readonly message?: unknown }>,
): IntrospectionLevel | null {
  const messages = errors.map(error => (typeof error.message === 'string' ? error.message : ''));
  if (messages.some(message => REFUSED.test(message) || NO_META_FIELD.test(message))) return null;
  let next = level;
  for (const message of messages) {
    for (const [feature, words] of FEATURE_WORDS) {
      if ((next & FEATURES[feature]) === 0 || !words.test(message)) continue;
      next &= ~FEATURES[feature];
      break;
    }
  }
  if (next !== level) return next;
  for (const blind of BLIND_ORDER) {
    const lower = level & blind;
    if (lower !== level) return lower;
  }
  return null;
}
